package org.mailvane.platform.settings;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a PostgreSQL server is, taken apart.
 *
 * @param jdbcUrl address for the driver, without user and password
 * @param user role to sign in with
 * @param password its password; empty when the address has none
 */
public record DatabaseUrl(String jdbcUrl, String user, String password) {

    /**
     * By hand: {@link java.net.URI} takes no host with an underscore, as container networks have.
     */
    private static final Pattern FORM =
            Pattern.compile(
                    "postgres(?:ql)?://(?<user>[^:@/?#\\s]+)(?::(?<password>[^@/?#\\s]*))?"
                            + "@(?<host>\\[[0-9A-Fa-f:.]+]|[^:@/?#\\s\\[\\]]+)(?::(?<port>\\d{1,5}))?"
                            + "/(?<name>[^/?#\\s]+)(?<options>\\?\\S*)?");

    private static final String DEFAULT_PORT = "5432";
    static final int MAX_PORT = 65_535;

    /** Reads {@code postgresql://user:password@host:port/name?options}; empty when it is none. */
    public static Optional<DatabaseUrl> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String port = Objects.requireNonNullElse(parts.group("port"), DEFAULT_PORT);
        if (Integer.parseInt(port) > MAX_PORT) {
            return Optional.empty();
        }
        String options = Objects.requireNonNullElse(parts.group("options"), "");
        try {
            return Optional.of(
                    new DatabaseUrl(
                            "jdbc:postgresql://"
                                    + parts.group("host")
                                    + ":"
                                    + port
                                    + "/"
                                    + parts.group("name")
                                    + options,
                            decoded(parts.group("user")),
                            decoded(Objects.requireNonNullElse(parts.group("password"), ""))));
        } catch (IllegalArgumentException badlyEncoded) {
            return Optional.empty();
        }
    }

    private static String decoded(String text) {
        // In this part of an address a plus sign is itself, unlike in a form.
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return Setting.DATABASE_URL.masked(jdbcUrl) + " as " + user;
    }
}
