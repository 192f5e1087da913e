package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.CallLimit;
import org.mailvane.api.Caller;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Lets people in who know their password, and helps those who forgot it. Nobody learns here whether
 * somebody else has an access: neither by what is answered nor by how long that takes.
 */
@Service
public class SignIns implements AutoCloseable {

    /** Wishes for a reset link that one address may send within {@link #WISHES_WINDOW}. */
    static final int MAX_WISHES = 20;

    /** How long these wishes count, from the first of them. */
    static final Duration WISHES_WINDOW = Duration.ofHours(1);

    /** Wishes that wait to be worked; more are dropped, since what they do is harmless to lose. */
    static final int MAX_WAITING = 1_000;

    private static final Logger log = LoggerFactory.getLogger(SignIns.class);

    private final Db db;
    private final UserTable users;
    private final Users people;
    private final Sessions sessions;
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
            Passwords passwords,
            Clock clock) {
        this.db = db;
        this.users = users;
        this.people = people;
        this.sessions = sessions;
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

        /** They are in; their browser gets this secret. */
        record In(String secret) implements Outcome {}

        /** There is no such user, or that is not their password, or they have none. */
        record Wrong() implements Outcome {}

        /** Too many wrong tries; after so many seconds another is listened to. */
        record Throttled(long seconds) implements Outcome {}
    }

    /** Tries to sign in. */
    public Outcome signIn(String email, String password, Client client) {
        String address = email.strip();
        long seconds = limits.count(address, client.customer());
        if (seconds > 0) {
            return new Outcome.Throttled(seconds);
        }
        Optional<User> user = byPassword(address);
        String hash =
                user.flatMap(each -> users.passwordHash(each.scope(), each.id())).orElse(null);
        // Of everybody a password is hashed, so that it always takes the same time.
        if (!passwords.matches(password, hash) || user.isEmpty()) {
            return new Outcome.Wrong();
        }
        limits.giveBack(address, client.customer());
        return begin(user.get(), hash, client)
                .<Outcome>map(Outcome.In::new)
                .orElseGet(Outcome.Wrong::new);
    }

    /**
     * Changes the caller's own password, which ends all their sessions, and begins a new one.
     *
     * @return its secret
     * @throws ApiProblem when the password can't be changed, by field
     */
    public String changePassword(
            Caller caller, String old, String password, String confirm, Client client) {
        people.changePassword(caller, old, password, confirm);
        User user = users.find(caller.scope().wholeAccount(), caller.userId()).orElseThrow();
        return db.inTransaction(() -> sessions.begin(user, client));
    }

    /** Begins a session, unless the password was replaced or the user shut out in the meantime. */
    private Optional<String> begin(User known, @Nullable String hash, Client client) {
        Scope scope = known.scope();
        return db.inTransaction(() ->
                users.lock(scope, known.id())
                        .filter(SignIns::mayUseAPassword)
                        .filter(user ->
                                users.passwordHash(scope, user.id())
                                        .filter(h -> h.equals(hash))
                                        .isPresent())
                        .map(user -> {
                            users.noteSignIn(scope, user.id(), clock.instant());
                            return sessions.begin(user, client);
                        }));
    }

    /** Who signs in with this address and a password; nobody has what is no address. */
    private Optional<User> byPassword(String email) {
        return EmailAddress.problemOf(email) == null
                ? users.findByEmail(email).filter(SignIns::mayUseAPassword)
                : Optional.empty();
    }

    /** Who has a second factor would have to show it, which no page asks for yet. */
    private static boolean mayUseAPassword(User user) {
        return user.active() && !user.ssoReady() && !user.secondFactor();
    }

    /**
     * Mails a reset link to whoever has this address and may use a password. It is done in the
     * background: the answer must not take longer where there is such a user.
     *
     * @return 0, or the seconds until the next wish is listened to when this one was too many
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
