package org.mailvane.api;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.mailvane.settings.Settings;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Makes absolute links: they begin with the configured public URL, never with what a request
 * claims.
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
        return settings.publicUrl().map(URI::toString).orElseGet(this::listeningAddress);
    }

    /** The link to a path such as {@code /api/v1/domains}; paths end in a slash. */
    public String to(String path) {
        return base() + path + "/";
    }

    /** The link to an item of a collection. */
    public String toItem(String collection, long id) {
        return to(collection + "/" + id);
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
