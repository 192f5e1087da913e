package org.mailvane.platform.settings;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The server that outgoing mail is given to, taken apart.
 *
 * @param tls whether the connection is encrypted from its begin ({@code smtps}); else it becomes so
 *     by STARTTLS where the server offers that
 * @param host its name or address
 * @param port its port
 * @param user the name to sign in with; empty for not signing in
 * @param password its password
 */
public record MailUrl(boolean tls, String host, int port, String user, String password) {

    /**
     * By hand, as {@link DatabaseUrl}. A user's name may hold an at sign, as it does with most mail
     * providers: the last one ends it.
     */
    private static final Pattern FORM =
            Pattern.compile(
                    "smtp(?<tls>s)?://(?:(?<user>[^:/?#\\s]+):(?<password>[^/?#\\s]+)@)?"
                            + "(?<host>\\[[0-9A-Fa-f:.]+]|[^:@/?#\\s\\[\\]]+)(?::(?<port>\\d{1,5}))?/?");

    /** Where mail programs hand mail in (RFC 6409, section 3.1). */
    private static final String SUBMISSION_PORT = "587";

    /** The same, encrypted from the start (RFC 8314, section 3.3). */
    private static final String SUBMISSIONS_PORT = "465";

    static final int MAX_PORT = 65_535;

    /** Reads {@code smtp://user:password@host:port}; empty when it is none. */
    public static Optional<MailUrl> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        boolean tls = parts.group("tls") != null;
        String usual = tls ? SUBMISSIONS_PORT : SUBMISSION_PORT;
        int port = Integer.parseInt(Objects.requireNonNullElse(parts.group("port"), usual));
        if (port < 1 || port > MAX_PORT) {
            return Optional.empty();
        }
        String host = parts.group("host");
        try {
            return Optional.of(
                    new MailUrl(
                            tls,
                            host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                            port,
                            decoded(parts.group("user")),
                            decoded(parts.group("password"))));
        } catch (IllegalArgumentException badlyEncoded) {
            return Optional.empty();
        }
    }

    /** Whether the server is on this machine, so that nobody listens on the way to it. */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    /** Whether a host is this machine. */
    static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.equals("::1")
                || host.equals("[::1]")
                || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    private static String decoded(@Nullable String text) {
        // In this part of an address a plus sign is itself, unlike in a form.
        return text == null
                ? ""
                : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return (tls ? "smtps://" : "smtp://") + host + ":" + port;
    }
}
