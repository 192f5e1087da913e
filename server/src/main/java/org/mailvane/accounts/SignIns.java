package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.mailvane.accounts.HashingThreads.Rank;
import org.mailvane.api.Caller;
import org.mailvane.api.SecurityLog;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.limits.CallLimit;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Lets people in who know their password, and have their second factor where they want one, and
 * helps those who forgot it. Nobody learns here whether somebody else has an access: neither by
 * what is answered nor by how long that takes.
 */
@Service
public class SignIns implements AutoCloseable {

    /** Requests for a reset link that one address may send within {@link #WISHES_WINDOW}. */
    static final int MAX_WISHES = 20;

    /** How long somebody who has shown their password may take to show a second factor. */
    public static final Duration STEP_LIFETIME = Duration.ofMinutes(10);

    /** Browsers in which a user may be asked for a second factor at once; more end the oldest. */
    static final int MAX_STEPS = 5;

    /** How long these requests count, from the first of them. */
    static final Duration WISHES_WINDOW = Duration.ofHours(1);

    /** Requests that may wait to be processed; more are dropped, since losing them is harmless. */
    static final int MAX_WAITING = 1_000;

    private static final Logger log = LoggerFactory.getLogger(SignIns.class);

    private final Db db;
    private final UserTable users;
    private final Users people;
    private final Sessions sessions;
    private final SessionTable sessionTable;
    private final SecondFactors secondFactors;
    private final KnownBrowsers browsers;
    private final Passwords passwords;
    private final Clock clock;
    private final SignInLimits limits;
    private final CallLimit<String> wishes;
    private final ExecutorService mailing;

    SignIns(
            Db db,
            UserTable users,
            Users people,
            Sessions sessions,
            SessionTable sessionTable,
            SecondFactors secondFactors,
            KnownBrowsers browsers,
            Passwords passwords,
            Clock clock) {
        this.db = db;
        this.users = users;
        this.people = people;
        this.sessions = sessions;
        this.sessionTable = sessionTable;
        this.secondFactors = secondFactors;
        this.browsers = browsers;
        this.passwords = passwords;
        this.clock = clock;
        this.limits = new SignInLimits(clock);
        this.wishes = new CallLimit<>(MAX_WISHES, WISHES_WINDOW, clock);
        this.mailing =
                new ThreadPoolExecutor(
                        1,
                        1,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(MAX_WAITING),
                        Thread.ofVirtual().name("reset-links").factory(),
                        new ThreadPoolExecutor.DiscardPolicy());
    }

    /** What becomes of a try to sign in. */
    public sealed interface Outcome {

        /**
         * They are in.
         *
         * @param secret of the session
         * @param browser the secrets by which their browser is known from now on
         */
        record In(String secret, List<String> browser) implements Outcome {}

        /**
         * That is their password, and they have a second factor: their browser gets this secret,
         * which is good for showing that and for nothing else.
         */
        record SecondStep(String secret) implements Outcome {}

        /** The password check has expired; the user has to start again. */
        record Over() implements Outcome {}

        /** The user does not exist, the password is wrong, or the user has none. */
        record Wrong() implements Outcome {}

        /** Too many wrong tries; after so many seconds another is listened to. */
        record Throttled(long seconds) implements Outcome {}

        /**
         * Too many passwords are checked at this moment; after so many seconds it may go better.
         */
        record Busy(long seconds) implements Outcome {}
    }

    /** Tries to sign in. */
    public Outcome signIn(String email, String password, Client client) {
        String address = email.strip();
        Optional<User> user = Optional.empty();
        Optional<String> known = Optional.empty();
        if (!client.secrets().isEmpty()) {
            user = byPassword(address);
            known = user.flatMap(each -> browsers.find(each, client.secrets()));
        }
        long seconds =
                known.map(limits::countKnown)
                        .orElseGet(() -> limits.count(address, client.customer()));
        if (seconds > 0) {
            note("sign_in_throttled", address, client);
            return new Outcome.Throttled(seconds);
        }
        if (user.isEmpty()) {
            user = byPassword(address);
        }
        String hash =
                user.flatMap(each -> users.passwordHash(each.scope(), each.id())).orElse(null);
        boolean right;
        try {
            // A password is hashed for everybody, so that it always takes the same time.
            right =
                    passwords.matches(
                            password, hash, known.isPresent() ? Rank.KNOWN : Rank.STRANGER);
        } catch (ApiProblem busy) {
            note("sign_in_busy", address, client);
            giveBack(known, address, client);
            return new Outcome.Busy(busy.retryAfter().orElse(HashingThreads.RETRY_SECONDS));
        }
        if (!right || user.isEmpty() || hash == null) {
            note("sign_in_failed", address, client);
            return new Outcome.Wrong();
        }
        giveBack(known, address, client);
        return begin(user.get(), hash, renewed(password, hash), client)
                .orElseGet(Outcome.Wrong::new);
    }

    /** Text that is not an address may be a password that was typed into the wrong field. */
    private static void note(String event, String email, Client client) {
        SecurityLog.note(
                event,
                "email",
                EmailAddress.problemOf(email) == null ? email : "",
                "address",
                client.address());
    }

    private void giveBack(Optional<String> known, String email, Client client) {
        known.ifPresentOrElse(
                limits::giveBackKnown, () -> limits.giveBack(email, client.customer()));
    }

    /** The hash of a right password as it is made today; the same where it is so already. */
    private String renewed(String password, String hash) {
        try {
            return passwords.isOutdated(hash) ? passwords.hash(password) : hash;
        } catch (ApiProblem busy) {
            // The next time will do.
            return hash;
        }
    }

    /** Whether somebody who has this secret would be asked for their second factor. */
    public boolean isStep(String secret) {
        return step(secret).isPresent();
    }

    /**
     * Tries a second factor.
     *
     * @param secret as {@link Outcome.SecondStep} gave it
     * @param code of the app, or a recovery code
     */
    public Outcome secondStep(String secret, String code, Client client) {
        Optional<User> known =
                step(secret)
                        .flatMap(step ->
                                users.find(Scope.ofAccount(step.accountId()), step.userId()))
                        .filter(User::secondFactor);
        if (known.isEmpty()) {
            return new Outcome.Over();
        }
        long seconds = secondFactors.countTry(known.get());
        if (seconds > 0) {
            return new Outcome.Throttled(seconds);
        }
        Scope scope = known.get().scope();
        return db.inTransaction(() -> {
            Optional<User> user =
                    users.lock(scope, known.get().id())
                            .filter(SignIns::mayUseAPassword)
                            .filter(User::secondFactor);
            if (user.isEmpty() || step(secret).isEmpty()) {
                return new Outcome.Over();
            }
            if (!secondFactors.take(user.get(), code)) {
                note("second_factor_failed", user.get().email(), client);
                return new Outcome.Wrong();
            }
            sessionTable.takeStep(scope, Secrets.hash(secret));
            return begin(user.get(), client);
        });
    }

    private Optional<SessionTable.Step> step(String secret) {
        return Sessions.isSecret(secret)
                ? sessionTable.findStep(Secrets.hash(secret), clock.instant().minus(STEP_LIFETIME))
                : Optional.empty();
    }

    /**
     * Changes the caller's own password, which ends all their sessions, and begins a new one.
     *
     * @throws ApiProblem when the password can't be changed, by field
     */
    public Outcome.In changePassword(
            Caller caller, String old, String password, String confirm, Client client) {
        people.changePassword(caller, old, password, confirm);
        User user = users.find(caller.scope().wholeAccount(), caller.userId()).orElseThrow();
        return db.inTransaction(() -> in(user, client));
    }

    /**
     * Begins a session, or the second step towards one, unless the password was replaced or the
     * user shut out in the meantime.
     */
    private Optional<Outcome> begin(User known, String hash, String renewed, Client client) {
        Scope scope = known.scope();
        return db.inTransaction(() ->
                users.lock(scope, known.id())
                        .filter(SignIns::mayUseAPassword)
                        .filter(user -> users.replaceHash(scope, user.id(), hash, renewed))
                        .map(user -> user.secondFactor() ? beginStep(user) : begin(user, client)));
    }

    private Outcome begin(User user, Client client) {
        users.noteSignIn(user.scope(), user.id(), false, client.language(), clock.instant());
        note("signed_in", user.email(), client);
        return in(user, client);
    }

    private Outcome.In in(User user, Client client) {
        return new Outcome.In(
                sessions.begin(user, client), browsers.remember(user, client.secrets()));
    }

    private Outcome beginStep(User user) {
        String secret = Secrets.random(Sessions.SECRET_LENGTH);
        sessionTable.insertStep(
                user.scope(), user.id(), Secrets.hash(secret), clock.instant(), MAX_STEPS);
        return new Outcome.SecondStep(secret);
    }

    /**
     * Returns the user who signs in with this address and a password; empty if the text is not an
     * address.
     */
    private Optional<User> byPassword(String email) {
        return EmailAddress.problemOf(email) == null
                ? users.findByEmail(email).filter(SignIns::mayUseAPassword)
                : Optional.empty();
    }

    private static boolean mayUseAPassword(User user) {
        return user.active() && !user.ssoReady();
    }

    /**
     * Mails a reset link to the user who has this address, if they may use a password. This happens
     * in the background: the answer must not take longer if the user exists.
     *
     * @return 0, or the seconds to wait before the next request, if this one was over the limit
     */
    public long forgotten(String email, Client client) {
        long seconds = wishes.count(client.customer());
        if (seconds == 0) {
            String address = email.strip().toLowerCase(Locale.ROOT);
            mailing.execute(() -> mail(address));
        }
        return seconds;
    }

    private void mail(String email) {
        try {
            byPassword(email).ifPresent(user -> people.sendReset(user.scope(), user.id()));
        } catch (ApiProblem tooMany) {
            log.info("A reset link was not mailed: {}", tooMany.getMessage());
        } catch (RuntimeException failed) {
            log.error("A reset link could not be mailed", failed);
        }
    }

    @Override
    public void close() {
        mailing.close();
    }
}
