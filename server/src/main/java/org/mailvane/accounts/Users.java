package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.HashingThreads.Rank;
import org.mailvane.accounts.OneTimeLink.Purpose;
import org.mailvane.accounts.UserTable.Tried;
import org.mailvane.accounts.UserTable.Tries;
import org.mailvane.api.Caller;
import org.mailvane.api.SecurityLog;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.api.limits.CallLimit;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import tools.jackson.databind.JsonNode;

/**
 * The people of an account. Admins and the owner do everything here; the owner's address, flags and
 * way to sign in are changed by the owner alone.
 */
@Service
public class Users {

    /** Wrong tries of the old password within {@link #TRIES_WINDOW} before more are refused. */
    static final int MAX_PASSWORD_TRIES = 10;

    /** How long tries of the old password count, from the first of them. */
    static final Duration TRIES_WINDOW = Duration.ofMinutes(15);

    /** Mails of a kind that go to one address within {@link #MAILS_WINDOW} at most. */
    static final int MAX_MAILS = 5;

    /**
     * Changes of rights in an account within {@link #MAILS_WINDOW} that others than its owner make:
     * the owner is mailed each time.
     */
    static final int MAX_RIGHTS_CHANGES = 60;

    /** How long mails to an address count, from the first of them. */
    static final Duration MAILS_WINDOW = Duration.ofHours(1);

    private final Db db;
    private final UserTable table;
    private final OneTimeLinks links;
    private final SessionTable sessions;
    private final SecondFactorTable secondFactors;
    private final UserIdentityTable identities;
    private final Passwords passwords;
    private final SecurityNotices notices;
    private final Settings settings;
    private final Clock clock;
    private final CallLimit<Mailing> mails;
    private final CallLimit<Long> rightsChanges;

    Users(
            Db db,
            UserTable table,
            OneTimeLinks links,
            SessionTable sessions,
            SecondFactorTable secondFactors,
            UserIdentityTable identities,
            Passwords passwords,
            SecurityNotices notices,
            Settings settings,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.links = links;
        this.sessions = sessions;
        this.secondFactors = secondFactors;
        this.identities = identities;
        this.passwords = passwords;
        this.notices = notices;
        this.settings = settings;
        this.clock = clock;
        this.mails = new CallLimit<>(MAX_MAILS, MAILS_WINDOW, clock);
        this.rightsChanges = new CallLimit<>(MAX_RIGHTS_CHANGES, MAILS_WINDOW, clock);
    }

    /**
     * Which users a list shows.
     *
     * @param email part of the address, whatever its case
     * @param username the same
     */
    public record Filter(
            @Field(description = "Part of the email address.") @Nullable String email,
            @Field(description = "Part of the username.") @Nullable String username) {}

    /** A user to be made. */
    public record Creation(
            @Field(
                            maxLength = User.MAX_EMAIL_LENGTH,
                            description = "Unique in the account; case-insensitive.")
                    String email,
            @Field(description = "Whether the user is an admin of the account.")
                    Given<Boolean> isAdmin,
            @Field(description = "Whether the user can see forensic reports.")
                    Given<Boolean> hasForensicAccess,
            @Field(description = "Whether the user can see and change the subscription.")
                    Given<Boolean> hasBillingAccess) {}

    /** What is to become of a user; what is left out stays as it is. */
    public record Change(
            @Field(
                            required = true,
                            maxLength = User.MAX_EMAIL_LENGTH,
                            description =
                                    "A new address takes effect once it is confirmed through an emailed link.")
                    Given<String> email,
            @Field(nullable = true, description = "Any data that the client stores here.")
                    Given<@Nullable JsonNode> settings,
            @Field(description = "Whether the user is an admin of the account.")
                    Given<Boolean> isAdmin,
            @Field(description = "Whether the user can see forensic reports.")
                    Given<Boolean> hasForensicAccess,
            @Field(description = "Whether the user can see and change the subscription.")
                    Given<Boolean> hasBillingAccess) {}

    /** How many users there are. */
    public long count(Scope scope, Filter filter) {
        return table.count(scope.wholeAccount(), filter);
    }

    /** A page of the users, by address unless another order is asked for. */
    public List<User> list(Scope scope, Filter filter, Ordering<UserOrder> order, Window window) {
        // The user name is the address.
        String by = order.sql(key -> "lower(u.email)", "lower(u.email), u.id");
        return table.list(scope.wholeAccount(), filter, by, window);
    }

    /** The user of this number. */
    public Optional<User> find(Scope scope, long id) {
        return table.find(scope.wholeAccount(), id);
    }

    /**
     * Makes a user, who gets an activation mail and can't do anything before that is followed. They
     * are written to in the language of who invites them, until they are here themselves.
     */
    public User create(Scope scope, Creation creation) {
        checkEmail(creation.email());
        Rights rights =
                new Rights(
                        creation.isAdmin().or(false),
                        creation.hasForensicAccess().or(false),
                        creation.hasBillingAccess().or(false));
        try {
            return db.inTransaction(() -> {
                checkGranted(scope, Rights.NONE, rights);
                long id =
                        table.insert(
                                scope,
                                creation.email(),
                                rights.admin(),
                                rights.forensic(),
                                rights.billing(),
                                languageOf(scope),
                                clock.instant());
                User user = table.find(scope, id).orElseThrow();
                countMail(user, Purpose.ACTIVATION, user.email());
                links.sendActivation(user);
                noteRights(scope, user, Rights.NONE, rights);
                return user;
            });
        } catch (DuplicateKeyException taken) {
            throw taken(creation.email());
        }
    }

    /**
     * Makes a user who is active at once, without a mail and without a password: for what sets an
     * account up.
     *
     * @throws AccountException when the email is taken
     */
    public User createActive(Scope scope, String email) {
        try {
            return db.inTransaction(() -> {
                long id =
                        table.insert(
                                scope,
                                email,
                                false,
                                false,
                                false,
                                languageOf(scope),
                                clock.instant());
                table.activate(scope, id, null);
                return table.find(scope, id).orElseThrow();
            });
        } catch (DuplicateKeyException taken) {
            throw new AccountException("The email " + email + " is already taken.");
        }
    }

    /** The language of whoever does something; English where the program does it by itself. */
    private Language languageOf(Scope scope) {
        return table.find(scope.wholeAccount(), scope.userId())
                .map(User::language)
                .orElse(Language.ENGLISH);
    }

    /** From now on whoever is in this scope is written to in this language. */
    public void chooseLanguage(Scope scope, Language language) {
        table.setLanguage(scope.wholeAccount(), scope.userId(), language);
    }

    /**
     * Changes a user. Another address is mailed to first, and counts when it is confirmed; the
     * present one calls that off.
     */
    public User update(Caller caller, long id, Change change) {
        Scope scope = caller.scope();
        return db.inTransaction(() -> {
            User user = table.lock(scope, id).orElseThrow(ApiProblem::notFound);
            String email = change.email().or(user.email());
            Rights before = Rights.of(user);
            Rights rights =
                    new Rights(
                            change.isAdmin().or(before.admin()),
                            change.hasForensicAccess().or(before.forensic()),
                            change.hasBillingAccess().or(before.billing()));
            boolean newEmail = !email.equalsIgnoreCase(user.email());
            if (newEmail || !rights.equals(before)) {
                checkOwner(caller, user);
            }
            checkGranted(scope, before, rights);
            if (newEmail && id != caller.userId()) {
                // Whoever has the new mailbox has the user's rights with it.
                checkGranted(scope, Rights.NONE, rights);
            }
            if (user.owner() && !rights.admin()) {
                throw ApiProblem.invalid(
                        "is_admin", "The account's owner is always an admin: it must be true.");
            }
            table.update(
                    scope,
                    id,
                    rights.admin(),
                    rights.forensic(),
                    rights.billing(),
                    change.settings().isGiven()
                            ? String.valueOf(change.settings().value())
                            : user.settings());
            noteRights(scope, user, before, rights);
            if (newEmail) {
                checkEmail(email);
                // Whether another account has it is told to whoever has the mailbox, by the link.
                if (table.hasEmail(scope, email)) {
                    throw taken(email);
                }
                countMail(user, Purpose.EMAIL, email);
                countMail(user, Purpose.EMAIL, user.email());
                links.sendConfirmation(user, email);
            } else if (change.email().isGiven()) {
                // Whoever wants the present address does not wait for another to be confirmed.
                links.revoke(user, Purpose.EMAIL);
            }
            return table.find(scope, id).orElseThrow();
        });
    }

    /** What a user may do besides seeing what their groups hold. */
    private record Rights(boolean admin, boolean forensic, boolean billing) {

        static final Rights NONE = new Rights(false, false, false);

        static Rights of(User user) {
            return new Rights(user.admin(), user.forensicAccess(), user.billingAccess());
        }
    }

    /** Refuses to give a right that the caller does not have; the owner gives any. */
    private void checkGranted(Scope scope, Rights before, Rights after) {
        User giver = table.find(scope.wholeAccount(), scope.userId()).orElse(null);
        if (giver == null || giver.owner()) {
            return;
        }
        Rights own = Rights.of(giver);
        boolean lacking =
                (after.admin() && !before.admin() && !own.admin())
                        || (after.forensic() && !before.forensic() && !own.forensic())
                        || (after.billing() && !before.billing() && !own.billing());
        if (lacking) {
            throw ApiProblem.forbidden(
                    "Only the owner, or an admin who has this right, can grant it."
                            + " has_forensic_access and has_billing_access are also rights.");
        }
    }

    /**
     * Which rights somebody may give to others.
     *
     * @param forensic to see failure reports
     * @param billing to see and change the subscription
     */
    public record Grants(boolean forensic, boolean billing) {}

    /** Which rights the caller may give. */
    public Grants grants(Caller caller) {
        User user = table.find(caller.scope().wholeAccount(), caller.userId()).orElse(null);
        boolean owner = user != null && user.owner();
        return new Grants(
                owner || (user != null && user.forensicAccess()),
                owner || (user != null && user.billingAccess()));
    }

    /** Tells the owner what others have changed, within the caller's transaction. */
    private void noteRights(Scope scope, User user, Rights before, Rights after) {
        if (before.equals(after)) {
            return;
        }
        User by = table.find(scope.wholeAccount(), scope.userId()).orElse(null);
        SecurityLog.note(
                "rights_changed",
                "account",
                user.accountId(),
                "user",
                user.id(),
                "by",
                by == null ? "program" : by.id(),
                "admin",
                after.admin(),
                "forensic",
                after.forensic(),
                "billing",
                after.billing());
        if (by == null || by.owner()) {
            return;
        }
        long seconds = rightsChanges.count(user.accountId());
        if (seconds > 0) {
            throw ApiProblem.throttled(
                    "Admins have changed rights %d times within an hour, which is the limit. The owner receives an email about each change."
                            .formatted(MAX_RIGHTS_CHANGES),
                    seconds);
        }
        table.owner(scope.wholeAccount())
                .ifPresent(owner ->
                        notices.tell(
                                owner,
                                SecurityNotice.RIGHTS,
                                by.email(),
                                user.email(),
                                change(before.admin(), after.admin()),
                                change(before.forensic(), after.forensic()),
                                change(before.billing(), after.billing())));
    }

    /** As the mail's text tells them apart. */
    private static String change(boolean before, boolean after) {
        return before == after ? "same" : after ? "on" : "off";
    }

    /** Deletes a user, with their token and links. */
    public void delete(Scope scope, long id) {
        db.inTransaction(() -> {
            User user = table.lock(scope, id).orElseThrow(ApiProblem::notFound);
            checkDeletable(user);
            table.delete(scope, id);
        });
    }

    /** Refuses what {@link #delete} would refuse, for who is asked first if they are sure. */
    public static void checkDeletable(User user) {
        if (user.owner()) {
            throw ApiProblem.forbidden("The account's owner can't be deleted.");
        }
    }

    /** Mails a new activation link; the earlier one ends. */
    public User remind(Scope scope, long id) {
        return db.inTransaction(() -> {
            User user = table.lock(scope, id).orElseThrow(ApiProblem::notFound);
            if (user.active()) {
                throw refused("already_active", user.email() + " is already active.");
            }
            countMail(user, Purpose.ACTIVATION, user.email());
            links.sendActivation(user);
            return user;
        });
    }

    /** Mails a link for a new password; the earlier one ends. */
    public User sendReset(Scope scope, long id) {
        return db.inTransaction(() -> {
            User user = table.lock(scope, id).orElseThrow(ApiProblem::notFound);
            if (!user.active()) {
                throw refused(
                        "not_active",
                        user.email() + " is not active yet. Send an activation reminder instead.");
            }
            if (user.ssoReady()) {
                throw refused(
                        "single_sign_on",
                        user.email()
                                + " signs in through the identity provider and has no password.");
            }
            countMail(user, Purpose.RESET, user.email());
            links.sendReset(user);
            return user;
        });
    }

    /**
     * Changes the caller's password. This invalidates outstanding links for another password and
     * another address, and the caller's sessions.
     */
    void changePassword(Caller caller, String old, String password, String confirm) {
        Scope scope = caller.scope().wholeAccount();
        User user = table.find(scope, caller.userId()).orElseThrow(ApiProblem::notFound);
        if (user.ssoReady()) {
            throw refused(
                    "single_sign_on",
                    "You sign in through the identity provider and have no password.");
        }
        FieldErrors errors = new FieldErrors();
        String verified = verified(user, old);
        if (verified == null) {
            errors.add("password_old", "The password is incorrect.");
        }
        AccountException problem = passwords.problemOf(password, user.email());
        if (problem != null) {
            errors.add("password", String.valueOf(problem.getMessage()));
        } else if (verified != null && password.equals(old)) {
            errors.add("password", "The new password is the current password. Choose another one.");
        }
        if (!password.equals(confirm)) {
            errors.add("password_confirm", "The two passwords do not match.");
        }
        errors.throwIfAny();
        String hash = passwords.hash(password);
        db.inTransaction(() -> {
            if (!table.setPassword(scope, user.id(), hash, Objects.requireNonNull(verified))) {
                throw refused(
                        "password_replaced",
                        "Your password was not changed, because it was replaced in the meantime:"
                                + " by another change, a reset or a conversion to single sign-on.");
            }
            links.revoke(user, Purpose.RESET, Purpose.EMAIL);
            sessions.deleteOthers(scope, user.id(), null);
            notices.tell(user, SecurityNotice.PASSWORD);
        });
    }

    /**
     * Whether this is a user's password. Wrong tries are counted as of {@link #changePassword}.
     *
     * @throws ApiProblem when there were too many
     */
    boolean isPassword(User user, String password) {
        return verified(user, password) != null;
    }

    /**
     * The hash that a password matches, or null when it is not the user's. Wrong tries are counted,
     * and too many refused.
     */
    private @Nullable String verified(User user, String password) {
        Scope scope = user.scope();
        Instant now = clock.instant();
        Tries tries =
                table.countTry(scope, user.id(), Tried.PASSWORD, now, now.minus(TRIES_WINDOW));
        if (tries.count() > MAX_PASSWORD_TRIES) {
            Duration left = Duration.between(now, tries.since().plus(TRIES_WINDOW));
            throw ApiProblem.throttled(Math.max(1, left.toSeconds()));
        }
        String hash = table.passwordHash(scope, user.id()).orElse(null);
        if (!passwords.matches(password, hash, Rank.KNOWN)) {
            return null;
        }
        table.forgetTries(scope, user.id(), Tried.PASSWORD);
        return hash;
    }

    /**
     * From now on the user signs in through the identity provider; their password is gone, and
     * their sessions end, which it began. Who they are there is told by their address once more,
     * also where they were converted before: so an admin lets in who has become another there.
     */
    public User convertToSso(Caller caller, long id) {
        Scope scope = caller.scope();
        return db.inTransaction(() -> {
            User user = table.lock(scope, id).orElseThrow(ApiProblem::notFound);
            checkOwner(caller, user);
            if (!settings.hasIdentityProvider()) {
                throw refused(
                        "no_identity_provider",
                        "No identity provider is configured. Set MAILVANE_OIDC_ISSUER.");
            }
            table.convertToSso(scope, id);
            // The provider asks for what it wants; ours would never be asked for.
            secondFactors.remove(scope, id);
            identities.unlink(scope, id);
            links.revoke(user, Purpose.RESET);
            sessions.deleteOthers(scope, id, null);
            notices.tell(user, SecurityNotice.SINGLE_SIGN_ON);
            return table.find(scope, id).orElseThrow();
        });
    }

    /** What is counted: an account can't use up what another may send. */
    private record Mailing(long accountId, Purpose purpose, String recipient) {}

    /** Counts a mail, so that nobody's mailbox is flooded through us, and refuses too many. */
    private void countMail(User user, Purpose purpose, String recipient) {
        long seconds =
                mails.count(
                        new Mailing(user.accountId(), purpose, recipient.toLowerCase(Locale.ROOT)));
        if (seconds > 0) {
            throw ApiProblem.throttled(
                    "%d emails of this kind to %s were requested within an hour, which is the limit."
                            .formatted(MAX_MAILS, EmailAddress.shortened(recipient)),
                    seconds);
        }
    }

    /** Whether the caller may do this with this user, as it is, by the name of the action. */
    public boolean allows(Caller caller, User user, String action) {
        boolean self = user.id() == caller.userId();
        return switch (action) {
            case "destroy" -> !user.owner();
            case "activation_reminder" -> !user.active();
            case "password_reset" -> user.active() && !user.ssoReady();
            case "password_change" -> self && !user.ssoReady();
            case "convert_to_sso" -> settings.hasIdentityProvider() && (self || !user.owner());
            default -> true;
        };
    }

    private static void checkOwner(Caller caller, User user) {
        if (user.owner() && user.id() != caller.userId()) {
            throw ApiProblem.forbidden(
                    "Only the owner can change their own email address, flags and sign-in"
                            + " method.");
        }
    }

    private static void checkEmail(String email) {
        Message problem = EmailAddress.problemOf(email);
        if (problem != null) {
            throw ApiProblem.invalid("email", problem);
        }
    }

    private static ApiProblem taken(String email) {
        return ApiProblem.invalid(
                "email",
                Message.of("errors.email.taken").with("email", EmailAddress.shortened(email)));
    }

    private static ApiProblem refused(String code, String detail) {
        return ApiProblem.of(HttpStatus.BAD_REQUEST, code, detail);
    }
}
