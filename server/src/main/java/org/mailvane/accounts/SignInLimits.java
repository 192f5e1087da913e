package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import org.mailvane.api.limits.CallLimit;

/**
 * Limits how many wrong passwords are checked. A try is counted before its outcome is known, so
 * that simultaneous tries can't exceed the limit; a successful sign-in does not count as a try.
 * Addresses that nobody has are counted like all others, so that the limits do not reveal which
 * exist. Browsers in which a user has signed in before have a separate limit ("device cookies" of
 * OWASP), so that strangers can't lock anybody out there.
 */
final class SignInLimits {

    /** Tries for one user from one address within {@link #WINDOW}. */
    static final int BY_BOTH = 10;

    /** Tries from one address within {@link #WINDOW}, for whatever users. */
    static final int BY_ADDRESS = 100;

    /** How long these count, from the first of them. */
    static final Duration WINDOW = Duration.ofMinutes(15);

    /**
     * Tries for one user within {@link #USER_WINDOW}, from wherever. More than from one address, so
     * that nobody locks a user out by themselves.
     */
    static final int BY_USER = 100;

    /** How long these count. */
    static final Duration USER_WINDOW = Duration.ofHours(1);

    /**
     * Tries from one browser for a user who has signed in there before, within {@link #WINDOW}.
     * These are not counted otherwise: nobody else can use them up.
     */
    static final int BY_BROWSER = 10;

    /** Tries of all strangers together within {@link #INSTALLATION_WINDOW}. */
    static final int BY_INSTALLATION = 300;

    /** How long these count. */
    static final Duration INSTALLATION_WINDOW = Duration.ofMinutes(1);

    private static final String ALL = "";

    private final CallLimit<Both> byBoth;
    private final CallLimit<String> byAddress;
    private final CallLimit<String> byUser;
    private final CallLimit<String> byBrowser;
    private final CallLimit<String> byInstallation;

    SignInLimits(Clock clock) {
        byBoth = new CallLimit<>(BY_BOTH, WINDOW, clock);
        byAddress = new CallLimit<>(BY_ADDRESS, WINDOW, clock);
        byUser = new CallLimit<>(BY_USER, USER_WINDOW, clock);
        byBrowser = new CallLimit<>(BY_BROWSER, WINDOW, clock);
        byInstallation = new CallLimit<>(BY_INSTALLATION, INSTALLATION_WINDOW, clock);
    }

    private record Both(String email, String customer) {}

    /**
     * Counts a try.
     *
     * @return 0, or the seconds until the next is listened to when this one was too many
     */
    long count(String email, String customer) {
        String user = email.toLowerCase(Locale.ROOT);
        // The narrowest first: what it refuses uses nothing up of the others.
        long seconds = byBoth.count(new Both(user, customer));
        if (seconds == 0) {
            seconds = byAddress.count(customer);
        }
        if (seconds == 0) {
            seconds = byUser.count(user);
        }
        return seconds == 0 ? byInstallation.count(ALL) : seconds;
    }

    /** Takes a try back: it was right, or nobody has looked at it. */
    void giveBack(String email, String customer) {
        String user = email.toLowerCase(Locale.ROOT);
        byBoth.giveBack(new Both(user, customer));
        byAddress.giveBack(customer);
        byUser.giveBack(user);
        byInstallation.giveBack(ALL);
    }

    /** As {@link #count}, of a try from a browser that is known to the user by this secret. */
    long countKnown(String secret) {
        return byBrowser.count(secret);
    }

    /** As {@link #giveBack}, of such a try. */
    void giveBackKnown(String secret) {
        byBrowser.giveBack(secret);
    }
}
