package org.mailvane.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.TokenVerifier.Verdict;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.ProblemHandler;
import org.mailvane.api.errors.ProblemWriter;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Signs a request in by its header {@code Authorization: Token <token>}.
 *
 * <p>A request without the header is signed in by its browser's session where that will do ({@link
 * SessionReading}), and goes on as nobody elsewhere; whether that will do is the operation's to
 * say. A header that is wrong is refused, on public operations too.
 */
public final class ApiToken extends OncePerRequestFilter {

    public static final String SCHEME = "Token";

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final String EXPIRED = ApiToken.class.getName() + ".expired";

    private final KnownTokens tokens;
    private final SessionReading sessions;
    private final ProblemWriter problems;

    ApiToken(KnownTokens tokens, SessionReading sessions, ProblemWriter problems) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.problems = problems;
    }

    /** Whether the caller's account has run out, so that only some operations answer. */
    public static boolean expired(HttpServletRequest request) {
        return request.getAttribute(EXPIRED) != null;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            Caller caller = caller(request, response);
            if (caller != null) {
                signIn(caller);
            }
        } catch (ApiProblem problem) {
            problems.write(problem, request, response);
            return;
        } catch (DataAccessException gone) {
            problems.write(ProblemHandler.databaseFailed(gone), request, response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    private @Nullable Caller caller(HttpServletRequest request, HttpServletResponse response) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null) {
            return sessions.reader(request, response)
                    .map(verdict -> caller(verdict, request))
                    .orElse(null);
        }
        List<String> parts = BLANKS.splitAsStream(header.strip()).toList();
        if (!parts.getFirst().equalsIgnoreCase(SCHEME)) {
            // Another scheme is not ours to judge; the operation will ask for a token if it needs
            // one.
            return null;
        }
        if (parts.size() != 2) {
            throw unauthorized(
                    "Invalid token header: it must be the word Token, one space and the"
                            + " token.");
        }
        Optional<Verdict> verdict = tokens.verify(parts.get(1), Forwarded.of(request).client());
        return caller(verdict.orElseThrow(() -> unauthorized("Invalid token.")), request);
    }

    private static Caller caller(Verdict verdict, HttpServletRequest request) {
        return switch (verdict) {
            case Verdict.Valid(Caller caller) -> caller;
            case Verdict.Expired(Caller caller) -> {
                request.setAttribute(EXPIRED, true);
                yield caller;
            }
        };
    }

    private static void signIn(Caller caller) {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(caller, null, List.of()));
        SecurityContextHolder.setContext(context);
    }

    private static ApiProblem unauthorized(String detail) {
        return ApiProblem.of(HttpStatus.UNAUTHORIZED, "authentication_failed", detail);
    }
}
