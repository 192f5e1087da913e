package org.mailvane.api.errors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Shows a problem to somebody who uses a browser. The pages implement it. */
public interface ProblemPage {

    /**
     * Writes the response. Of its headers those that the problem asks for are set already.
     *
     * @param requestId by which the log knows the request
     */
    void write(
            ApiProblem problem,
            String requestId,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException;
}
