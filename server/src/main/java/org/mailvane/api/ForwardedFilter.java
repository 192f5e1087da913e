package org.mailvane.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.mailvane.platform.settings.Networks;
import org.mailvane.platform.settings.Settings;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads what trusted proxies say about a request. Before Spring Security, which refuses requests
 * for a bad header when that is read: these are not to be an error.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class ForwardedFilter extends OncePerRequestFilter {

    private final Networks trusted;

    ForwardedFilter(Settings settings) {
        this.trusted = settings.trustedProxies();
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Forwarded.keep(request, trusted);
        chain.doFilter(request, response);
    }
}
