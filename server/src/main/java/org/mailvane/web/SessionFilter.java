package org.mailvane.web;

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
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Signs a request in by its session's cookie. Without one that works it goes on as nobody. */
final class SessionFilter extends OncePerRequestFilter {

    private final SessionCookie cookie;
    private final Sessions sessions;

    SessionFilter(SessionCookie cookie, Sessions sessions) {
        this.cookie = cookie;
        this.sessions = sessions;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        cookie.secret(request)
                .flatMap(sessions::find)
                .ifPresent(visitor -> signIn(visitor, request));
        try {
            chain.doFilter(request, response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    /** What pages load is the same for everybody. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith(Assets.PATH);
    }

    private static void signIn(Visitor visitor, HttpServletRequest request) {
        Caller caller =
                switch (visitor.verdict()) {
                    case Verdict.Valid(Caller valid) -> valid;
                    case Verdict.Expired(Caller expired) -> expired;
                };
        Visit.keep(request, visitor.session(), visitor.verdict() instanceof Verdict.Expired);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(caller, null, List.of()));
        SecurityContextHolder.setContext(context);
    }
}
