package org.mailvane.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * Gives JSON answers a weak {@code ETag} and answers 304 to who has the same already. The tag is
 * made of the body, so of the data and of what the caller may do with them, and of nothing else.
 */
final class ConditionalGet extends ShallowEtagHeaderFilter {

    /** May be kept by the caller alone, who has to ask whether it is still the same. */
    private static final String KEPT_BY_THE_CALLER = "private, no-cache";

    private static final String NOT_KEPT = "no-store";

    /** Stands for whatever tag there is (RFC 9110, section 13.1.2). */
    private static final String ANY = "*";

    /** The encoding too: answers are compressed by the server below, which a 304 does not pass. */
    private static final String DEPENDS_ON =
            String.join(
                    ", ",
                    HttpHeaders.AUTHORIZATION,
                    HttpHeaders.ACCEPT,
                    HttpHeaders.ACCEPT_ENCODING);

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    ConditionalGet() {
        setWriteWeakETag(true);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.addHeader(HttpHeaders.VARY, DEPENDS_ON);
        if (!METHODS.contains(request.getMethod())) {
            chain.doFilter(request, response);
            return;
        }
        response.setHeader(HttpHeaders.CACHE_CONTROL, KEPT_BY_THE_CALLER);
        super.doFilterInternal(
                ANY.equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))
                        ? new HasAny(request)
                        : request,
                response,
                chain);
    }

    @Override
    protected boolean isEligibleForEtag(
            HttpServletRequest request,
            HttpServletResponse response,
            int status,
            InputStream body) {
        if (!isTagged(request, response, status)) {
            return false;
        }
        if (request instanceof HasAny any) {
            try {
                any.tag = generateETagHeaderValue(body, isWriteWeakETag());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return true;
    }

    private static boolean isTagged(
            HttpServletRequest request, HttpServletResponse response, int status) {
        String caching = response.getHeader(HttpHeaders.CACHE_CONTROL);
        return !response.isCommitted()
                && status == HttpStatus.OK.value()
                && isJson(response.getContentType())
                && (caching == null || !caching.contains(NOT_KEPT))
                // These ask for something to be changed only if; nothing is changed here.
                && request.getHeader(HttpHeaders.IF_MATCH) == null;
    }

    /**
     * A request that has any answer already. Spring compares tags alone, so it names the answer's
     * own as soon as there is one.
     */
    private static final class HasAny extends HttpServletRequestWrapper {

        private String tag = ANY;

        HasAny(HttpServletRequest request) {
            super(request);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return name.equalsIgnoreCase(HttpHeaders.IF_NONE_MATCH)
                    ? Collections.enumeration(List.of(tag))
                    : super.getHeaders(name);
        }
    }

    private static boolean isJson(String type) {
        try {
            return type != null
                    && MimeTypeUtils.parseMimeType(type)
                            .isCompatibleWith(MediaType.APPLICATION_JSON);
        } catch (InvalidMimeTypeException other) {
            return false;
        }
    }
}
