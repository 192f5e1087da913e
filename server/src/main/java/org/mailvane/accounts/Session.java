package org.mailvane.accounts;

import java.time.Duration;
import java.time.Instant;

/**
 * A browser in which somebody has signed in to the pages.
 *
 * @param id its number
 * @param userId whose it is
 * @param email their address
 * @param created when they signed in
 * @param lastSeen when it was last used, to about {@link #NOTED_EVERY}
 * @param address from where they signed in
 * @param browser what the browser called itself; empty where it did not
 */
public record Session(
        long id,
        long userId,
        String email,
        Instant created,
        Instant lastSeen,
        String address,
        String browser) {

    /** How long it goes on without being used. */
    public static final Duration IDLE = Duration.ofHours(12);

    /** How long it goes on at most. */
    public static final Duration LIFETIME = Duration.ofDays(7);

    /** Sessions of a user; one more ends the one that was not used for the longest time. */
    static final int MAX_OF_USER = 20;

    /** Its use is noted so often at most, so that not every page writes. */
    static final Duration NOTED_EVERY = Duration.ofMinutes(1);

    /** Characters of what a browser calls itself that are kept. */
    static final int MAX_BROWSER = 300;
}
