package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestHandler;
import org.springframework.security.web.csrf.XorCsrfTokenRequestAttributeHandler;

/**
 * Finds the token that a request brings along. Only a plain form is looked through for it: whatever
 * else has a body may be large, and brings the token in its head, or an upload's in its address, so
 * that nothing is read of who brings none.
 */
final class FormTokenReader implements CsrfTokenRequestHandler {

    private final Predicate<HttpServletRequest> cookie;
    private final Predicate<HttpServletRequest> upload;

    /** Each page has the token in another form, so that compressed pages do not give it away. */
    private final CsrfTokenRequestHandler masked = new XorCsrfTokenRequestAttributeHandler();

    /**
     * A reader.
     *
     * @param cookie whether a request has the cookie from which its token would follow
     * @param upload whether a request's address shows that a page of ours has made its form
     */
    FormTokenReader(Predicate<HttpServletRequest> cookie, Predicate<HttpServletRequest> upload) {
        this.cookie = cookie;
        this.upload = upload;
    }

    @Override
    public void handle(
            HttpServletRequest request, HttpServletResponse response, Supplier<CsrfToken> token) {
        masked.handle(request, response, token);
    }

    @Override
    public @Nullable String resolveCsrfTokenValue(HttpServletRequest request, CsrfToken token) {
        String type = request.getContentType();
        boolean form =
                type != null
                        && type.toLowerCase(Locale.ROOT)
                                .startsWith(MediaType.APPLICATION_FORM_URLENCODED_VALUE);
        if (!form && upload.test(request)) {
            return token.getToken();
        }
        return cookie.test(request) && (form || request.getHeader(token.getHeaderName()) != null)
                ? masked.resolveCsrfTokenValue(request, token)
                : null;
    }
}
