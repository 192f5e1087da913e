package org.mailvane.platform.settings;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a mailbox provider gave out so that a mailbox can be read (RFC 6749).
 *
 * @param name how the mailboxes' addresses name it
 * @param tokenUrl the token endpoint
 * @param clientId the program's id
 * @param clientSecret the program's secret; empty for a public client
 * @param refreshToken the token by which access tokens are got
 */
public record OAuthClient(
        String name, URI tokenUrl, String clientId, String clientSecret, String refreshToken) {

    /** The settings of which there is one for each name. */
    public enum Part {
        TOKEN_URL,
        CLIENT_ID,
        CLIENT_SECRET,
        REFRESH_TOKEN;

        /** The name in the environment and in the file. */
        public String variable(String name) {
            return Setting.PREFIX + "OAUTH_" + name + "_" + name();
        }

        /** Whether it is shown to nobody. */
        boolean isSecret() {
            return this == CLIENT_SECRET || this == REFRESH_TOKEN;
        }

        /** Whether nothing can be done without it; public clients have no secret. */
        boolean isNeeded() {
            return this != CLIENT_SECRET;
        }

        /** What is wrong with a value, or null when it can be used. */
        @Nullable String problemOf(String value) {
            if (value.isEmpty()) {
                return isNeeded() ? "must not be empty" : null;
            }
            return this == TOKEN_URL && !isTokenUrl(value)
                    ? "must be an https URL, for example https://login.example.com/token"
                    : null;
        }
    }

    /** Secrets go there, so that it is encrypted, unless it is on this machine. */
    private static boolean isTokenUrl(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getHost() == null || uri.getUserInfo() != null || uri.getFragment() != null) {
                return false;
            }
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            return scheme.equals("https")
                    || (scheme.equals("http") && MailUrl.isLoopback(uri.getHost()));
        } catch (IllegalArgumentException notAnAddress) {
            return false;
        }
    }

    @Override
    public String toString() {
        return name + " at " + tokenUrl.getHost();
    }
}
