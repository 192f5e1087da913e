package org.mailvane.api;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.settings.Settings;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Makes absolute links: they begin with the configured public URL; where there is none, with the
 * address that a trusted proxy names, else with where this server listens. Never with what anybody
 * else claims.
 */
@Component
public final class Links {

    private final Settings settings;
    private final Environment environment;

    Links(Settings settings, Environment environment) {
        this.settings = settings;
        this.environment = environment;
    }

    /** The address that people and clients use, without a slash at its end. */
    public String base() {
        return settings.publicUrl()
                .map(URI::toString)
                .or(Links::forwardedAddress)
                .orElseGet(this::listeningAddress);
    }

    /** The link to a path such as {@code /api/v1/domains}; paths end in a slash. */
    public String to(String path) {
        return base() + path + "/";
    }

    /** The link to an item of a collection. */
    public String toItem(String collection, long id) {
        return to(collection + "/" + id);
    }

    /**
     * The link to something below an item of a collection.
     *
     * @param action its name, with underscores as in permissions or with hyphens as in paths
     */
    public String toAction(String collection, long id, String action) {
        return to(collection + "/" + id + "/" + action.replace('_', '-'));
    }

    /**
     * As {@link #to(String)}, whatever a proxy says: for links that go to others than the caller. A
     * proxy may let through what its client sends, and that must not get into anybody's mail.
     */
    public String inMail(String path) {
        return settings.publicUrl().map(URI::toString).orElseGet(this::listeningAddress)
                + path
                + "/";
    }

    private static Optional<String> forwardedAddress() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes here
                ? Forwarded.of(here.getRequest()).base()
                : Optional.empty();
    }

    private String listeningAddress() {
        String host = settings.httpHost();
        boolean everywhere = host.equals("0.0.0.0") || host.equals("::") || host.equals("*");
        String shown = everywhere ? "localhost" : host.contains(":") ? "[" + host + "]" : host;
        // The port may have been 0, which lets the system choose one.
        @Nullable String port = environment.getProperty("local.server.port");
        return "http://" + shown + ":" + (port == null ? settings.httpPort() : port);
    }
}
