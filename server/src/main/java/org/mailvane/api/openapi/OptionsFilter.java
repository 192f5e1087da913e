package org.mailvane.api.openapi;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiCatalogue.Operation;
import org.mailvane.api.ApiGate;
import org.mailvane.api.errors.AllowedMethods;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.ProblemWriter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers {@code OPTIONS}: what a path is and what may be done with it. Not an operation, because
 * one for all paths would make every path one that exists.
 */
public final class OptionsFilter extends OncePerRequestFilter {

    private final ObjectProvider<ApiCatalogue> catalogue;
    private final JsonMapper json;
    private final ProblemWriter problems;

    public OptionsFilter(
            ObjectProvider<ApiCatalogue> catalogue, JsonMapper json, ProblemWriter problems) {
        this.catalogue = catalogue;
        this.json = json;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !HttpMethod.OPTIONS.matches(request.getMethod());
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            answer(request, response);
        } catch (ApiProblem problem) {
            problems.write(problem, request, response);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String path = request.getRequestURI().replaceAll("/+$", "");
        List<Operation> operations = catalogue.getObject().operationsAt(path);
        if (operations.isEmpty()) {
            throw ApiProblem.notFound();
        }
        if (operations.stream().noneMatch(o -> o.access() == Access.PUBLIC)) {
            ApiGate.signedIn(request);
        }
        byte[] body =
                json.writeValueAsBytes(
                        OptionsBody.of(
                                operations,
                                operation ->
                                        operation.access() == Access.PUBLIC
                                                || ApiGate.caller()
                                                        .filter(c -> c.may(operation.declaration()))
                                                        .isPresent()));
        response.setHeader(
                HttpHeaders.ALLOW,
                AllowedMethods.header(
                        operations.stream().map(Operation::method).collect(Collectors.toSet())));
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
