package org.mailvane.accounts;

import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.OneTimeLink.Purpose;
import org.mailvane.accounts.OneTimeLinkTable.Stored;
import org.mailvane.api.Links;
import org.mailvane.platform.outbox.Mailer;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;

/**
 * Mailed links that sign users in; each works once. Only a hash of a link's secret is stored, and a
 * new link for a purpose ends the user's earlier one.
 */
@Service
public class OneTimeLinks {

    /** Some 165 bits, and short enough for the link to stay on one line of a mail. */
    static final int SECRET_LENGTH = 32;

    private static final Pattern SECRET = Pattern.compile("[0-9a-z]{" + SECRET_LENGTH + "}");

    private final Db db;
    private final OneTimeLinkTable table;
    private final UserTable users;
    private final AccountTable accounts;
    private final SessionTable sessions;
    private final Passwords passwords;
    private final Mailer mailer;
    private final SecurityNotices notices;
    private final Links links;
    private final Clock clock;

    OneTimeLinks(
            Db db,
            OneTimeLinkTable table,
            UserTable users,
            AccountTable accounts,
            SessionTable sessions,
            Passwords passwords,
            Mailer mailer,
            SecurityNotices notices,
            Links links,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.users = users;
        this.accounts = accounts;
        this.sessions = sessions;
        this.passwords = passwords;
        this.mailer = mailer;
        this.notices = notices;
        this.links = links;
        this.clock = clock;
    }

    /** The link of this secret, also when its time is over; empty when it is used or never was. */
    public Optional<OneTimeLink> find(Purpose purpose, String secret) {
        if (!SECRET.matcher(secret).matches()) {
            return Optional.empty();
        }
        return table.find(purpose, Secrets.hash(secret))
                .flatMap(stored ->
                        users.find(scope(stored), stored.userId())
                                .map(user ->
                                        new OneTimeLink(
                                                purpose,
                                                user,
                                                stored.newEmail(),
                                                !stored.expires().isAfter(clock.instant()))));
    }

    /**
     * Lets a user in.
     *
     * @param password their password; not asked for where they sign in through the identity
     *     provider
     * @throws AccountException when the password can't be used
     * @return false when the link no longer works
     */
    public boolean activate(String secret, String password) {
        Optional<OneTimeLink> link = find(Purpose.ACTIVATION, secret);
        if (link.isEmpty()) {
            return false;
        }
        User user = link.get().user();
        String hash = user.ssoReady() ? null : hashed(password, user);
        try {
            return db.inTransaction(() -> {
                if (take(link.get(), secret).isEmpty()) {
                    return false;
                }
                users.activate(user.scope(), user.id(), hash);
                return true;
            });
        } catch (DuplicateKeyException elsewhere) {
            throw new AccountException(
                    "email_has_access",
                    "The email "
                            + user.email()
                            + " already belongs to another account. Ask for an invitation with another"
                            + " address.",
                    user.email());
        }
    }

    /**
     * Sets a user's password. A change of address that waits to be confirmed is called off: who had
     * the old password may have asked for it. The user's sessions end for the same reason.
     *
     * @throws AccountException when the password can't be used
     * @return false when the link no longer works
     */
    public boolean reset(String secret, String password) {
        Optional<OneTimeLink> link = find(Purpose.RESET, secret);
        if (link.isEmpty()) {
            return false;
        }
        User user = link.get().user();
        String hash = hashed(password, user);
        return db.inTransaction(() -> {
            if (take(link.get(), secret).isEmpty()) {
                return false;
            }
            table.delete(user.scope(), user.id(), Purpose.EMAIL);
            sessions.deleteOthers(user.scope(), user.id(), null);
            if (!users.setPassword(user.scope(), user.id(), hash, null)) {
                return false;
            }
            notices.tell(user, SecurityNotice.PASSWORD);
            return true;
        });
    }

    /**
     * Gives a user the address that the link was mailed to. The old one is told; links that were
     * mailed to it end, and a user who was not let in yet gets an activation link at the new one.
     *
     * @throws AccountException when somebody else has the address by now
     * @return false when the link no longer works
     */
    public boolean confirmEmail(String secret) {
        Optional<OneTimeLink> found = find(Purpose.EMAIL, secret);
        if (found.isEmpty()) {
            return false;
        }
        OneTimeLink link = found.get();
        String email = Objects.requireNonNull(link.newEmail());
        try {
            return db.inTransaction(() -> {
                Optional<User> taken = take(link, secret);
                if (taken.isEmpty()) {
                    return false;
                }
                User user = taken.get();
                Scope scope = user.scope();
                users.setEmail(scope, user.id(), email);
                table.delete(scope, user.id(), Purpose.RESET, Purpose.ACTIVATION);
                mailer.send(scope, mails(user).changed(user.email(), email));
                if (!user.active()) {
                    sendActivation(users.find(scope, user.id()).orElseThrow());
                }
                return true;
            });
        } catch (DuplicateKeyException taken) {
            throw new AccountException(
                    "email_taken_meanwhile",
                    "The email " + email + " was taken by another user in the meantime.",
                    email);
        }
    }

    /** Mails an activation link, within the caller's transaction. */
    void sendActivation(User user) {
        Instant now = clock.instant();
        String account = accounts.find(user.accountId()).orElseThrow().name();
        mailer.send(
                user.scope(),
                mails(user)
                        .activation(
                                user.email(),
                                account,
                                make(user, Purpose.ACTIVATION, null, now),
                                now.plus(Purpose.ACTIVATION.lifetime())));
    }

    /** Mails a link for a new password, within the caller's transaction. */
    void sendReset(User user) {
        Instant now = clock.instant();
        mailer.send(
                user.scope(),
                mails(user)
                        .reset(
                                user.email(),
                                make(user, Purpose.RESET, null, now),
                                now.plus(Purpose.RESET.lifetime())));
    }

    /** Mails a link to a new address, and tells the old one, within the caller's transaction. */
    void sendConfirmation(User user, String newEmail) {
        Instant now = clock.instant();
        mailer.send(
                user.scope(),
                mails(user)
                        .confirmation(
                                user.email(),
                                newEmail,
                                make(user, Purpose.EMAIL, newEmail, now),
                                now.plus(Purpose.EMAIL.lifetime())));
        mailer.send(user.scope(), mails(user).changeAsked(user.email(), newEmail));
    }

    /** Ends a user's links of these purposes, within the caller's transaction. */
    void revoke(User user, Purpose... purposes) {
        table.delete(user.scope(), user.id(), purposes);
    }

    private String make(User user, Purpose purpose, @Nullable String newEmail, Instant now) {
        String secret = Secrets.random(SECRET_LENGTH);
        table.replace(user.scope(), user.id(), purpose, Secrets.hash(secret), newEmail, now);
        return links.inMail(purpose.path() + "/" + secret);
    }

    /**
     * Ends a link that still works; answers its user as they are now, or nothing when another
     * request was faster. The user is locked before the link, as everywhere.
     */
    private Optional<User> take(OneTimeLink link, String secret) {
        Scope scope = link.user().scope();
        return users.lock(scope, link.user().id())
                .filter(user ->
                        table.take(scope, link.purpose(), Secrets.hash(secret), clock.instant()));
    }

    private String hashed(String password, User user) {
        AccountException problem = passwords.problemOf(password, user.email());
        if (problem != null) {
            throw problem;
        }
        return passwords.hash(password);
    }

    private static UserMails mails(User user) {
        return new UserMails(user.language());
    }

    private static Scope scope(Stored stored) {
        return Scope.ofAccount(stored.accountId());
    }
}
