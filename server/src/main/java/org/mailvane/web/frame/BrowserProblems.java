package org.mailvane.web.frame;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Set;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.ProblemPage;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Shows problems to people: as a page, or as the sign-in where that is what is missing. */
@Component
@Profile("service")
class BrowserProblems implements ProblemPage {

    /** Characters of a path that are shown at most. */
    static final int MAX_SHOWN = 100;

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final Pages pages;
    private final ShownPages shownPages;
    private final Clock clock;

    BrowserProblems(Pages pages, ShownPages shownPages, Clock clock) {
        this.shownPages = shownPages;
        this.pages = pages;
        this.clock = clock;
    }

    @Override
    public void write(
            ApiProblem problem,
            String requestId,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        boolean reading = READING.contains(request.getMethod());
        if (problem.status() == HttpStatus.UNAUTHORIZED) {
            pages.redirect(
                    reading ? signInFor(request) : Routes.signInAgain(form(request)), response);
            return;
        }
        HttpStatus status = problem.status();
        if (reading && status == HttpStatus.NOT_FOUND) {
            String asked = original(request);
            String page = withoutSlash(asked);
            if (!shownPages.has(asked) && shownPages.has(page)) {
                String query = request.getQueryString();
                pages.redirect(
                        LocalPath.orHome(page + (query == null ? "" : "?" + query)), response);
                return;
            }
        }
        response.setStatus(status.value());
        ErrorPage page =
                new ErrorPage(
                        status,
                        problem.code(),
                        shown(request),
                        requestId,
                        clock.instant(),
                        reading && status.is5xxServerError() ? path(request) : null,
                        problem.retryAfter().orElse(0));
        pages.write("frame/error", page, request, response);
    }

    /** The API's paths end in a slash, and pages' do not: both are gone to. */
    private static String withoutSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static String signInFor(HttpServletRequest request) {
        return Routes.signIn(path(request));
    }

    /** The page that the form is of, where it has the same path; home where not. */
    private String form(HttpServletRequest request) {
        String sent = original(request);
        return shownPages.has(sent) ? LocalPath.orHome(sent) : LocalPath.HOME;
    }

    /** Where the request went, and home where that can't be followed again. */
    private static String path(HttpServletRequest request) {
        String query = request.getQueryString();
        return LocalPath.orHome(original(request) + (query == null ? "" : "?" + query));
    }

    private static String shown(HttpServletRequest request) {
        String path = original(request);
        return path.length() <= MAX_SHOWN ? path : path.substring(0, MAX_SHOWN) + "...";
    }

    /** Returns the original path. The container sends errors in a filter to a separate path. */
    private static String original(HttpServletRequest request) {
        Object before = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        return before == null ? String.valueOf(request.getRequestURI()) : before.toString();
    }
}
