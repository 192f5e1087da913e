package org.mailvane.api.errors;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiGate;
import org.mailvane.api.ApiToken;
import org.mailvane.api.ClientAddress;
import org.mailvane.api.RequestId;
import org.mailvane.api.SecurityLog;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a problem as the response: in the shape that clients of this kind of API know, or as RFC
 * 9457 {@code application/problem+json} where the request asks for that. Who asks for a page gets
 * one, outside of the API.
 */
@Component
public class ProblemWriter {

    private static final String RETRY_SECONDS = "5";

    private final JsonMapper json;
    private final ObjectProvider<ProblemPage> page;

    ProblemWriter(JsonMapper json, ObjectProvider<ProblemPage> page) {
        this.json = json;
        this.page = page;
    }

    /** Writes it, unless an answer has begun. */
    public void write(ApiProblem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        response.setStatus(problem.status().value());
        response.setHeader(RequestId.HEADER, RequestId.of(request));
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        }
        problem.retryAfter()
                .ifPresent(s -> response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(s)));
        if (problem.status() == HttpStatus.CONTENT_TOO_LARGE) {
            // What is on its way is not read, and would be taken for the next request.
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        ProblemPage forPeople = isForPeople(request) ? page.getIfAvailable() : null;
        note(problem, request, forPeople != null);
        if (forPeople != null) {
            forPeople.write(problem, RequestId.of(request), request, response);
            return;
        }
        if (problem.status() == HttpStatus.UNAUTHORIZED) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, ApiToken.SCHEME);
        }
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        boolean rfc9457 =
                accept != null
                        && accept.toLowerCase(Locale.ROOT)
                                .contains(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentType(
                rfc9457
                        ? MediaType.APPLICATION_PROBLEM_JSON_VALUE
                        : MediaType.APPLICATION_JSON_VALUE);
        byte[] body =
                json.writeValueAsBytes(
                        rfc9457 ? rfc9457(problem, request) : plain(problem, request));
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** A redirect to the sign-in needs no note. */
    private static void note(ApiProblem problem, HttpServletRequest request, boolean forPeople) {
        boolean refused =
                switch (problem.status()) {
                    case UNAUTHORIZED -> !forPeople;
                    case FORBIDDEN, TOO_MANY_REQUESTS -> true;
                    default -> false;
                };
        if (refused) {
            SecurityLog.note(
                    "refused",
                    "status",
                    problem.status().value(),
                    "code",
                    problem.code(),
                    "method",
                    request.getMethod(),
                    "path",
                    LoggedPath.of(request),
                    "user",
                    ApiGate.caller().map(caller -> String.valueOf(caller.userId())).orElse(""),
                    "address",
                    ClientAddress.address(request));
        }
    }

    /** A browser asks for pages by name; programs take anything, or JSON. */
    private static boolean isForPeople(HttpServletRequest request) {
        Object before = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String path = String.valueOf(before == null ? request.getRequestURI() : before);
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null
                && accept.toLowerCase(Locale.ROOT).contains(MediaType.TEXT_HTML_VALUE)
                && !path.equals(ApiCatalogue.ROOT)
                && !path.startsWith(ApiCatalogue.ROOT + "/");
    }

    private static Map<String, Object> plain(ApiProblem problem, HttpServletRequest request) {
        Map<String, Object> body = new LinkedHashMap<>();
        if (problem.fields().isEmpty()) {
            body.put("detail", problem.detail());
        } else {
            body.putAll(problem.fields());
        }
        body.put("code", problem.code());
        body.put("request_id", RequestId.of(request));
        return body;
    }

    private static Map<String, Object> rfc9457(ApiProblem problem, HttpServletRequest request) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("title", problem.status().getReasonPhrase());
        body.put("status", problem.status().value());
        body.put("detail", problem.detail());
        if (!problem.fields().isEmpty()) {
            body.put("errors", problem.fields());
        }
        body.put("code", problem.code());
        body.put("request_id", RequestId.of(request));
        return body;
    }
}
