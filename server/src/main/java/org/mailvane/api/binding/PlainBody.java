package org.mailvane.api.binding;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses bodies that are compressed on their way: nothing here would undo that. */
public final class PlainBody implements HandlerInterceptor {

    private static final String AS_IT_IS = "identity";

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (encoding == null || encoding.strip().equalsIgnoreCase(AS_IT_IS) || !hasBody(request)) {
            return true;
        }
        // RFC 9110, section 15.5.16, wants it with this status.
        response.setHeader(HttpHeaders.ACCEPT_ENCODING, AS_IT_IS);
        throw ApiProblem.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "Unsupported content encoding \""
                        + Characters.shortened(encoding)
                        + "\" in request: send the body uncompressed, without the header"
                        + " Content-Encoding.");
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0
                || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }
}
