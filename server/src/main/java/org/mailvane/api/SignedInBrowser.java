package org.mailvane.api;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.mailvane.api.TokenVerifier.Verdict;

/** Knows whose browser has sent a request, by the session of the pages. They implement it. */
public interface SignedInBrowser {

    /** Returns the user who has signed in there; empty if nobody has, or their session is over. */
    Optional<Verdict> visitor(HttpServletRequest request);
}
