package org.mailvane.settings;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a PostgreSQL server is, taken apart.
 *
 * @param jdbcUrl address for the driver, without user and password
 * @param user role to sign in with
 * @param password its password; empty when the address has none
 */
public record DatabaseUrl(String jdbcUrl, String user, String password) {

    private static final int DEFAULT_PORT = 5432;

    /** Reads {@code postgresql://user:password@host:port/name?options}; empty when it is none. */
    public static Optional<DatabaseUrl> parse(String text) {
        try {
            URI uri = URI.create(text);
            boolean scheme =
                    "postgresql".equals(uri.getScheme()) || "postgres".equals(uri.getScheme());
            String path = uri.getRawPath();
            String userInfo = uri.getRawUserInfo();
            if (!scheme
                    || uri.getHost() == null
                    || userInfo == null
                    || path == null
                    || path.length() < 2) {
                return Optional.empty();
            }
            int colon = userInfo.indexOf(':');
            String user = decoded(colon < 0 ? userInfo : userInfo.substring(0, colon));
            String password = colon < 0 ? "" : decoded(userInfo.substring(colon + 1));
            int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            return Optional.of(
                    new DatabaseUrl(
                            "jdbc:postgresql://" + uri.getHost() + ":" + port + path + query,
                            user,
                            password));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    private static String decoded(String text) {
        // In this part of an address a plus sign is itself, unlike in a form.
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return jdbcUrl + " as " + user;
    }
}
