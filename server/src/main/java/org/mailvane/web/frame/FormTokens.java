package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.stereotype.Component;

/**
 * Tokens by which a form shows that one of our pages has made it for this very browser. They are
 * derived from a secret in a cookie that no other site can read: that of the session, or a separate
 * one before somebody has signed in. So nothing is stored for visitors.
 */
@Component
@Profile("service")
public final class FormTokens implements CsrfTokenRepository {

    static final String COOKIE = "mailvane_visitor";
    static final String HEADER = "X-CSRF-TOKEN";
    static final String FIELD = "_csrf";

    /** The parameter of an upload's address. */
    public static final String UPLOAD_FIELD = "upload";

    private static final int SECRET_BYTES = 20;

    /** Long enough that a page that stayed open over the week-end still works. */
    private static final Duration KEPT = Duration.ofDays(7);

    private static final Pattern SECRET = Pattern.compile("[0-9a-z]{40}");
    private static final String MADE = FormTokens.class.getName() + ".made";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SessionCookie session;
    private final Cookies cookies;

    FormTokens(SessionCookie session, Cookies cookies) {
        this.session = session;
        this.cookies = cookies;
    }

    @Override
    public @Nullable CsrfToken loadToken(HttpServletRequest request) {
        return secret(request).map(FormTokens::token).orElse(null);
    }

    @Override
    public CsrfToken generateToken(HttpServletRequest request) {
        byte[] bytes = new byte[SECRET_BYTES];
        RANDOM.nextBytes(bytes);
        String secret = HexFormat.of().formatHex(bytes);
        request.setAttribute(MADE, secret);
        return token(secret);
    }

    @Override
    public void saveToken(
            @Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
        if (token != null && request.getAttribute(MADE) instanceof String secret) {
            cookies.set(response, COOKIE, secret, KEPT);
        }
    }

    /** Whether a request has the cookie from which its token follows. */
    boolean hasCookie(HttpServletRequest request) {
        return secret(request).isPresent();
    }

    /**
     * What an upload's form carries in its address: its body may be large, and none of it is read
     * of who can't show a token. Addresses may be noted on the way, so it opens nothing but
     * uploads.
     */
    public String ofUpload(HttpServletRequest request) {
        return secret(request).map(secret -> hash("upload " + secret)).orElse("");
    }

    /** Whether a request's address carries that of its browser. */
    boolean isUpload(HttpServletRequest request) {
        String query = request.getQueryString();
        String expected = ofUpload(request);
        return query != null
                && !expected.isEmpty()
                && request.getRequestURI().equals(Routes.IMPORTS)
                && MessageDigest.isEqual(
                        (UPLOAD_FIELD + "=" + expected).getBytes(StandardCharsets.UTF_8),
                        query.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<String> secret(HttpServletRequest request) {
        return session.secret(request)
                .filter(secret -> SECRET.matcher(secret).matches())
                .or(() ->
                        cookies.read(request, COOKIE)
                                .filter(secret -> SECRET.matcher(secret).matches()));
    }

    /** One can't be made of the other, nor of what the database holds of a session. */
    private static CsrfToken token(String secret) {
        return new DefaultCsrfToken(HEADER, FIELD, hash("form " + secret));
    }

    private static String hash(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
