package org.mailvane.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives every request an id: in the response's header, in error bodies and in the log, so that what
 * a user quotes can be found. A caller's own id is taken over when it is short and harmless.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RequestId extends OncePerRequestFilter {

    public static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = RequestId.class.getName();
    private static final Pattern ACCEPTABLE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** The id of this request, also of one that was refused before it came here. */
    public static String of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String id) {
            return id;
        }
        String given = request.getHeader(HEADER);
        String id = given != null && ACCEPTABLE.matcher(given).matches() ? given : fresh();
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = of(request);
        response.setHeader(HEADER, id);
        MDC.put("request", id);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove("request");
        }
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return true;
    }

    private static String fresh() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
