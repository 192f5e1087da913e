package org.mailvane.web.frame;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.mailvane.accounts.Sessions;
import org.mailvane.accounts.Sessions.Visitor;
import org.mailvane.api.Caller;
import org.mailvane.api.TokenVerifier.Verdict;
import org.springframework.dao.DataAccessException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Signs a request in by its session's cookie. Without one that works it goes on as nobody. */
final class SessionFilter extends OncePerRequestFilter {

    private final SessionCookie cookie;
    private final Sessions sessions;
    private final HandlerExceptionResolver problems;

    SessionFilter(SessionCookie cookie, Sessions sessions, HandlerExceptionResolver problems) {
        this.cookie = cookie;
        this.sessions = sessions;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            cookie.secret(request)
                    .flatMap(sessions::find)
                    .ifPresent(visitor -> signIn(visitor, request));
        } catch (DataAccessException failed) {
            // As if the page had failed: in one place it becomes an answer and gets into the log.
            problems.resolveException(request, response, null, failed);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    /** What pages load is the same for everybody. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith(Routes.ASSETS);
    }

    private static void signIn(Visitor visitor, HttpServletRequest request) {
        Caller caller =
                switch (visitor.verdict()) {
                    case Verdict.Valid(Caller valid) -> valid;
                    case Verdict.Expired(Caller expired) -> expired;
                };
        Visit.keep(
                request, visitor.session(), caller, visitor.verdict() instanceof Verdict.Expired);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(caller, null, List.of()));
        SecurityContextHolder.setContext(context);
    }
}
