package org.mailvane.web.frame;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Session;
import org.mailvane.api.Links;
import org.mailvane.api.SessionReading;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.Frame.Who;
import org.mailvane.web.frame.GroupChoice.Offer;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/**
 * Makes answers of templates. A controller answers what {@link #page} gives it; the view is handed
 * over as it is, so that no resolver has to find it by a name.
 */
@Component
@Profile("service")
public final class Pages {

    static final String HTML = "text/html;charset=UTF-8";

    /** What a page may load and do: it may use files from this server, and nothing inline. */
    public static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "font-src 'self'; connect-src 'self'; form-action 'self'; "
                    + "frame-ancestors 'none'; base-uri 'none'";

    /** Addresses of pages may hold secrets. */
    static final String REFERRER_POLICY = "no-referrer";

    private static final Set<String> READING = Set.of("GET", "HEAD");

    /** The package above those of the classes that the build makes of templates. */
    private static final String TEMPLATES = "org.mailvane.web";

    /** The profile with which {@code mailvane demo} runs. */
    private static final String DEMO = "demo";

    private final TemplateEngine engine =
            TemplateEngine.createPrecompiled(
                    null, ContentType.Html, Pages.class.getClassLoader(), TEMPLATES);

    private final Preferences preferences;
    private final Assets assets;
    private final Links links;
    private final PlaceCounts counts;
    private final GroupOffers groups;
    private final ShownPages shown;
    private final FlashMessages told;
    private final boolean demo;
    private final boolean outbox;

    Pages(
            Preferences preferences,
            Assets assets,
            Links links,
            PlaceCounts counts,
            GroupOffers groups,
            ShownPages shown,
            FlashMessages told,
            Settings settings,
            Environment environment) {
        this.shown = shown;
        this.told = told;
        this.counts = counts;
        this.groups = groups;
        this.preferences = preferences;
        this.assets = assets;
        this.links = links;
        this.demo = environment.matchesProfiles(DEMO);
        this.outbox = settings.mailUrl().isEmpty();
    }

    /**
     * A page.
     *
     * @param template its template: folder, slash and name
     * @param page what it shows, which the template knows by the name {@code page}
     */
    public ModelAndView page(HttpStatus status, String template, Object page) {
        View view = (model, request, response) -> write(template, page, request, response);
        ModelAndView answer = new ModelAndView(view);
        answer.setStatus(status);
        return answer;
    }

    /** A page that is all right. */
    public ModelAndView page(String template, Object page) {
        return page(HttpStatus.OK, template, page);
    }

    /** Sends the browser on, by GET, to a path of ours. */
    public ModelAndView redirect(String path) {
        return new ModelAndView((model, request, response) -> redirect(path, response));
    }

    /** Sends the browser to somebody else, of whom an administrator has said so. */
    public ModelAndView away(URI address) {
        return new ModelAndView((model, request, response) -> {
            response.setStatus(HttpStatus.SEE_OTHER.value());
            response.setHeader(HttpHeaders.LOCATION, address.toASCIIString());
            response.setHeader("Referrer-Policy", REFERRER_POLICY);
        });
    }

    /** As {@link #redirect(String)}, outside of controllers. */
    void redirect(String path, HttpServletResponse response) {
        response.setStatus(HttpStatus.SEE_OTHER.value());
        // Relative to the host, so that nobody's claim about the host gets into it.
        response.setHeader(HttpHeaders.LOCATION, root() + path);
        told.tell(path, response);
    }

    /** Writes a page whose status is set. It is whole before its first byte leaves. */
    void write(
            String template, Object page, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("frame", frame(request, page, response.getStatus()));
        parameters.put("page", page);
        Utf8ByteOutput html = new Utf8ByteOutput();
        engine.render(template + ".jte", parameters, new SanitizingOutput(html));
        response.setContentType(HTML);
        // Content-Language; else it is the first that the browser asks for, whatever was chosen.
        response.setLocale(preferences.language(request).locale());
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("Referrer-Policy", REFERRER_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setContentLength(html.getContentLength());
        html.writeTo(response.getOutputStream());
    }

    /** What this request's page says, for what is said outside of templates. */
    public Texts texts(HttpServletRequest request) {
        return new Texts(preferences.language(request));
    }

    private Frame frame(HttpServletRequest request, Object page, int status) {
        @Nullable Session session = Visit.session(request);
        @Nullable Scope scope = Visit.scope(request);
        // What has gone wrong may be the database; and a page of an error has no navigation.
        boolean asksNothing =
                scope == null
                        || page instanceof ErrorPage
                        || status >= HttpStatus.INTERNAL_SERVER_ERROR.value();
        GroupChoice group =
                GroupChoice.of(
                        request.getRequestURI(), request.getParameter(GroupChoice.PARAMETER));
        return new Frame(
                texts(request),
                preferences.theme(request),
                session == null
                        ? null
                        : new Who(session.email(), Visit.admin(request), Visit.forensic(request)),
                scope == null || asksNothing ? Map.of() : counts.of(scope, group),
                scope == null || asksNothing ? Offer.NONE : groups.of(scope, group),
                path(request),
                root(),
                assets,
                (CsrfToken) request.getAttribute(CsrfToken.class.getName()),
                demo,
                session != null && SessionReading.isOffered(request),
                outbox);
    }

    private String root() {
        return Objects.requireNonNullElse(URI.create(links.base()).getRawPath(), "");
    }

    /** Where the page is: what answers a form may have no address that a link can lead to. */
    private String path(HttpServletRequest request) {
        return READING.contains(request.getMethod())
                ? FlashMessages.without(FlashMessages.path(request))
                : shown.nearest(request.getRequestURI());
    }
}
