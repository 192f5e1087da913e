package org.mailvane.accounts;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A link that was mailed to a user and works once.
 *
 * @param purpose what it is for
 * @param user whose it is
 * @param newEmail the address that it confirms, where that is its purpose
 * @param expired whether its time is over
 */
public record OneTimeLink(Purpose purpose, User user, @Nullable String newEmail, boolean expired) {

    /** What the path of an activation link begins with; the secret follows. */
    public static final String ACTIVATION_PATH = "/activate";

    /** What the path of a link for a new password begins with. */
    public static final String RESET_PATH = "/reset";

    /** What the path of a link that confirms an address begins with. */
    public static final String EMAIL_PATH = "/confirm-email";

    /** What a link is for. A user has one of each at most. */
    public enum Purpose {
        /** Lets a new user in. */
        ACTIVATION(ACTIVATION_PATH, Duration.ofDays(7)),
        /** Sets a password in place of one that was forgotten. */
        RESET(RESET_PATH, Duration.ofHours(1)),
        /** Confirms that an address is the user's. */
        EMAIL(EMAIL_PATH, Duration.ofDays(3));

        private final String path;
        private final Duration lifetime;

        Purpose(String path, Duration lifetime) {
            this.path = path;
            this.lifetime = lifetime;
        }

        String path() {
            return path;
        }

        /** How long a link works. */
        public Duration lifetime() {
            return lifetime;
        }

        /** As the database spells it. */
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
