package org.mailvane.web.frame;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.mailvane.accounts.Sessions;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.limits.BodyMemory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Bounds the memory of plain forms. Tomcat would take as many bytes as a form says it has before
 * the first of them has come, so that slow clients would keep it from others; so plain forms are
 * read here, and memory is taken for what has come. Large forms with files, which are put on disk,
 * are for those who are signed in, too. Nothing is read of a form without the cookie of its token.
 */
public final class LargeForms extends OncePerRequestFilter {

    /** Bytes of a form at most, as {@code server.tomcat.max-http-form-post-size} says. */
    public static final int MAX_BYTES = 2 << 20;

    private final BodyMemory memory;
    private final FormTokens tokens;
    private final SessionCookie cookie;
    private final Sessions sessions;
    private final HandlerExceptionResolver problems;

    LargeForms(
            BodyMemory memory,
            FormTokens tokens,
            SessionCookie cookie,
            Sessions sessions,
            HandlerExceptionResolver problems) {
        this.memory = memory;
        this.tokens = tokens;
        this.cookie = cookie;
        this.sessions = sessions;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!tokens.hasCookie(request)) {
            // No form of ours: it is refused, as it has no token.
            chain.doFilter(new BodyUnread(request), response);
            return;
        }
        boolean signedIn;
        try {
            signedIn = bytes(request) > BodyMemory.FREE_BYTES && isSignedIn(request);
            check(request, signedIn);
        } catch (ApiProblem | DataAccessException refused) {
            problems.resolveException(new BodyUnread(request), response, null, refused);
            return;
        }
        try (BodyMemory.Arriving memoryOfForm = memory.arriving(signedIn)) {
            HttpServletRequest form;
            try {
                form = received(request, memoryOfForm, signedIn);
            } catch (ApiProblem | IOException refused) {
                problems.resolveException(new BodyUnread(request), response, null, refused);
                return;
            }
            chain.doFilter(form, response);
        }
    }

    private void check(HttpServletRequest request, boolean signedIn) {
        long bytes = bytes(request);
        if (!signedIn && bytes > BodyMemory.STRANGER_BYTES && cookie.secret(request).isPresent()) {
            throw sessionEnded();
        }
        if (!signedIn && request.getContentLengthLong() < 0) {
            throw lengthRequired();
        }
        if (!signedIn && bytes > BodyMemory.STRANGER_BYTES) {
            throw BodyMemory.tooLarge(BodyMemory.STRANGER_BYTES);
        }
    }

    /** Small forms are read by Tomcat, as are those that it refuses for what they say. */
    private static HttpServletRequest received(
            HttpServletRequest request, BodyMemory.Arriving memory, boolean signedIn)
            throws IOException {
        long bytes = bytes(request);
        if (bytes <= BodyMemory.FREE_BYTES || request.getContentLengthLong() > MAX_BYTES) {
            return request;
        }
        if (isPlain(request)) {
            byte[] body = memory.read(request.getInputStream(), MAX_BYTES);
            memory.addParameters();
            return new ReadForm(request, body);
        }
        if (!signedIn) {
            memory.addForm((int) bytes);
        }
        return request;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        // For other methods, Tomcat reads no parameters from the body.
        return !request.getMethod().equals(HttpMethod.POST.name())
                || !(isPlain(request) || isOf(request, MediaType.MULTIPART_FORM_DATA_VALUE));
    }

    private static boolean isPlain(HttpServletRequest request) {
        return isOf(request, MediaType.APPLICATION_FORM_URLENCODED_VALUE);
    }

    private static boolean isOf(HttpServletRequest request, String kind) {
        String type = request.getContentType();
        return type != null && type.toLowerCase(Locale.ROOT).startsWith(kind);
    }

    private static ApiProblem sessionEnded() {
        return ApiProblem.of(
                HttpStatus.UNAUTHORIZED,
                "not_authenticated",
                "Your session has ended. Sign in and send the form again.");
    }

    /** RFC 9110, section 15.5.12. */
    private static ApiProblem lengthRequired() {
        return ApiProblem.of(
                HttpStatus.LENGTH_REQUIRED,
                "length_required",
                "Send the length of the form in Content-Length.");
    }

    /** A form that does not say how large it is may be as large as any; browsers say it. */
    private static long bytes(HttpServletRequest request) {
        long said = request.getContentLengthLong();
        return said < 0 ? MAX_BYTES : Math.min(said, MAX_BYTES);
    }

    private boolean isSignedIn(HttpServletRequest request) {
        return cookie.secret(request).flatMap(sessions::find).isPresent();
    }
}
