package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mailvane.accounts.UserTable.Tried;
import org.mailvane.accounts.UserTable.Tries;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * The second factor of who signs in with a password: codes of an app, each good once, and recovery
 * codes for when the app is lost. Whatever changes it asks for the password, so that nobody can who
 * found a browser open.
 */
@Service
public class SecondFactors {

    /** Recovery codes of a user. */
    public static final int RECOVERY_CODES = 10;

    /** Characters of a recovery code, some 79 bits: enough that one fast hash keeps it. */
    static final int RECOVERY_LENGTH = 16;

    /**
     * Wrong codes of a user within {@link #TRIES_WINDOW}, from wherever, before more are refused.
     */
    static final int MAX_TRIES = 10;

    /** How long wrong codes count, from the first of them. */
    static final Duration TRIES_WINDOW = Duration.ofHours(1);

    /** Characters of what may be a code, with what people write between them. */
    public static final int MAX_GIVEN = 40;

    /** In how many characters a recovery code is shown together. */
    private static final int GROUP = 4;

    /** What people write into codes so that they can read them. */
    private static final Pattern BETWEEN = Pattern.compile("[\\s-]+");

    private final Db db;
    private final SecondFactorTable table;
    private final UserTable users;
    private final Users people;
    private final SessionTable sessions;
    private final SecurityNotices notices;
    private final Clock clock;

    SecondFactors(
            Db db,
            SecondFactorTable table,
            UserTable users,
            Users people,
            SessionTable sessions,
            SecurityNotices notices,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.users = users;
        this.people = people;
        this.sessions = sessions;
        this.notices = notices;
        this.clock = clock;
    }

    /**
     * How a user signs in.
     *
     * @param password whether with a password, which a second factor requires here
     * @param on whether with a second factor
     * @param codes recovery codes that are left
     */
    public record Status(boolean password, boolean on, long codes) {}

    /**
     * A secret that is given to an app.
     *
     * @param secret in Base32, for who types it
     * @param address the same with whose it is, as apps read it from a picture
     */
    public record Proposal(String secret, String address) {}

    /** How the caller signs in. */
    public Status status(Caller caller) {
        User user = self(caller);
        return new Status(
                !user.ssoReady(),
                user.secondFactor(),
                user.secondFactor() ? table.countCodes(user.scope(), user.id()) : 0);
    }

    /** A new secret for the caller's app. Nothing is stored before a code of it was shown. */
    public Proposal propose(Caller caller) {
        return proposal(caller, Totp.newSecret());
    }

    /** The same secret once more, after something was wrong with what came with it. */
    public Proposal proposal(Caller caller, String secret) {
        String kept = Totp.isSecret(secret) ? secret : Totp.newSecret();
        return new Proposal(kept, Totp.address(caller.email(), kept));
    }

    /**
     * From now on the caller signs in with a second factor. Their other sessions end: they were
     * begun without.
     *
     * @param session the number of the session that goes on
     * @param secret as {@link #propose} gave it
     * @param code of the app that was given the secret
     * @return the recovery codes, which are shown this once
     * @throws ApiProblem where something is wrong, by field
     */
    public List<String> switchOn(
            Caller caller, long session, String secret, String code, String password) {
        User user = self(caller);
        if (user.ssoReady() || user.secondFactor()) {
            throw refused("The second factor can't be set up: it is already set up or not needed.");
        }
        FieldErrors errors = new FieldErrors();
        OptionalLong step =
                Totp.isSecret(secret)
                        ? Totp.stepOf(secret, plain(code), clock.instant(), 0)
                        : OptionalLong.empty();
        if (step.isEmpty()) {
            errors.add("code", "This code is not valid. Enter the code that your app shows now.");
        }
        if (!people.isPassword(user, password)) {
            errors.add("password", "The password is incorrect.");
        }
        errors.throwIfAny();
        List<String> codes = newCodes();
        db.inTransaction(() -> {
            User now = users.lock(user.scope(), user.id()).orElseThrow(ApiProblem::notFound);
            if (now.ssoReady() || now.secondFactor()) {
                throw refused("The second factor has been set up, or is no longer needed.");
            }
            table.setSecret(now.scope(), now.id(), secret, step.getAsLong());
            table.replaceCodes(now.scope(), now.id(), hashes(codes));
            sessions.deleteOthers(now.scope(), now.id(), session);
            notices.tell(now, SecurityNotice.SECOND_FACTOR_ON);
        });
        return codes;
    }

    /**
     * Makes new recovery codes; those before end.
     *
     * @throws ApiProblem where something is wrong, by field
     */
    public List<String> renewCodes(Caller caller, String code, String password) {
        User user = confirmed(caller, password);
        List<String> codes = newCodes();
        db.inTransaction(() -> {
            takeConfirmed(user, code);
            table.replaceCodes(user.scope(), user.id(), hashes(codes));
            notices.tell(user, SecurityNotice.RECOVERY_CODES);
        });
        return codes;
    }

    /**
     * From now on the caller signs in without a second factor.
     *
     * @throws ApiProblem where something is wrong, by field
     */
    public void switchOff(Caller caller, String code, String password) {
        User user = confirmed(caller, password);
        db.inTransaction(() -> {
            takeConfirmed(user, code);
            table.remove(user.scope(), user.id());
            notices.tell(user, SecurityNotice.SECOND_FACTOR_OFF);
        });
    }

    /** Returns the user who has given the right password, and may try a code. */
    private User confirmed(Caller caller, String password) {
        User user = self(caller);
        if (!user.secondFactor()) {
            throw refused("No second factor is set up.");
        }
        if (!people.isPassword(user, password)) {
            throw ApiProblem.invalid("password", "The password is incorrect.");
        }
        long seconds = countTry(user);
        if (seconds > 0) {
            throw ApiProblem.throttled(seconds);
        }
        return user;
    }

    private void takeConfirmed(User user, String code) {
        users.lock(user.scope(), user.id());
        if (!take(user, code)) {
            throw ApiProblem.invalid("code", "This code is incorrect or already used.");
        }
    }

    /**
     * Counts a try of a code, before its outcome is known and outside of any transaction that may
     * be taken back.
     *
     * @return 0, or the seconds until the next is listened to when this one was too many
     */
    long countTry(User user) {
        Instant now = clock.instant();
        Tries tries =
                users.countTry(user.scope(), user.id(), Tried.CODE, now, now.minus(TRIES_WINDOW));
        return tries.count() <= MAX_TRIES
                ? 0
                : Math.max(1, Duration.between(now, tries.since().plus(TRIES_WINDOW)).toSeconds());
    }

    /**
     * Takes a code of the app, or a recovery code, which is of no use any more after that. The
     * caller has locked the user in its transaction.
     *
     * @return false where it is none, or was used already
     */
    boolean take(User user, String given) {
        Scope scope = user.scope();
        String code = plain(given);
        boolean ofApp = Totp.isCode(code);
        boolean taken =
                ofApp
                        ? table.secret(scope, user.id())
                                .map(secret ->
                                        Totp.stepOf(
                                                secret.text(),
                                                code,
                                                clock.instant(),
                                                secret.lastStep()))
                                .filter(OptionalLong::isPresent)
                                .filter(step -> table.takeStep(scope, user.id(), step.getAsLong()))
                                .isPresent()
                        : code.length() == RECOVERY_LENGTH
                                && table.takeCode(scope, user.id(), Secrets.hash(code));
        if (taken) {
            users.forgetTries(scope, user.id(), Tried.CODE);
            if (!ofApp) {
                notices.tell(
                        user,
                        SecurityNotice.RECOVERY_CODE_USED,
                        table.countCodes(scope, user.id()));
            }
        }
        return taken;
    }

    /** The caller as they are now. */
    private User self(Caller caller) {
        return users.find(caller.scope().wholeAccount(), caller.userId())
                .orElseThrow(ApiProblem::notFound);
    }

    private static List<String> newCodes() {
        return Stream.generate(() -> grouped(Secrets.readable(RECOVERY_LENGTH)))
                .limit(RECOVERY_CODES)
                .toList();
    }

    private static List<byte[]> hashes(List<String> codes) {
        return codes.stream().map(code -> Secrets.hash(plain(code))).toList();
    }

    private static String grouped(String code) {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < code.length(); i += GROUP) {
            groups.add(code.substring(i, i + GROUP));
        }
        return String.join("-", groups);
    }

    /** As it is compared, whatever was written between its characters; nothing where it is long. */
    private static String plain(String given) {
        return given.length() > MAX_GIVEN
                ? ""
                : BETWEEN.matcher(given).replaceAll("").toLowerCase(Locale.ROOT);
    }

    private static ApiProblem refused(String detail) {
        return ApiProblem.of(HttpStatus.BAD_REQUEST, "second_factor", detail);
    }
}
