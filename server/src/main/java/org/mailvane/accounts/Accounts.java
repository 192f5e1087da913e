package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.OneTimeLink.Purpose;
import org.mailvane.api.Caller;
import org.mailvane.api.TokenVerifier;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;

/** Makes accounts, lets their people in, and knows whose token it is. */
@Service
public class Accounts implements TokenVerifier {

    /** What every token begins with, so that secret scanners know it. */
    static final String TOKEN_PREFIX = "mvt_";

    /** In an account's settings: whether mailed reports may add domains. */
    static final String ADD_DOMAINS_BY_MAIL = "add_domains_by_mail";

    /** Its use is noted so often at most. */
    static final Duration TOKEN_USE_NOTED_EVERY = Duration.ofMinutes(5);

    private static final int TOKEN_LENGTH = 40;
    private static final int ACCOUNT_TOKEN_LENGTH = 8;
    private static final int GENERATED_PASSWORD_LENGTH = 20;

    private final Db db;
    private final AccountTable accounts;
    private final UserTable users;
    private final List<AccountSetup> setups;
    private final GroupReach reach;
    private final OneTimeLinkTable links;
    private final SessionTable sessions;
    private final SecondFactorTable secondFactors;
    private final UserIdentityTable identities;
    private final Passwords passwords;
    private final SecurityNotices notices;
    private final Clock clock;

    Accounts(
            Db db,
            AccountTable accounts,
            UserTable users,
            List<AccountSetup> setups,
            GroupReach reach,
            OneTimeLinkTable links,
            SessionTable sessions,
            SecondFactorTable secondFactors,
            UserIdentityTable identities,
            Passwords passwords,
            SecurityNotices notices,
            Clock clock) {
        this.db = db;
        this.accounts = accounts;
        this.users = users;
        this.setups = setups;
        this.reach = reach;
        this.links = links;
        this.sessions = sessions;
        this.secondFactors = secondFactors;
        this.identities = identities;
        this.passwords = passwords;
        this.notices = notices;
        this.clock = clock;
    }

    /**
     * A new account with its owner.
     *
     * @param account the account
     * @param owner its owner
     * @param apiToken the owner's token; it is not stored and can't be shown again
     */
    public record Created(Account account, User owner, String apiToken) {}

    /**
     * Makes an account, its active owner and the owner's token.
     *
     * @param password the owner's password, or null for none yet
     * @throws AccountException when a value can't be used or the email is taken
     */
    public Created create(String name, String ownerEmail, @Nullable String password) {
        String trimmed = name.strip();
        if (trimmed.isEmpty()
                || trimmed.length() > Account.MAX_NAME_LENGTH
                || trimmed.codePoints().anyMatch(Character::isISOControl)) {
            throw new AccountException(
                    "account_name",
                    "Invalid name \"%s\": it must have 1 to %d characters and no control characters."
                            .formatted(EmailAddress.shortened(trimmed), Account.MAX_NAME_LENGTH),
                    EmailAddress.shortened(trimmed),
                    Account.MAX_NAME_LENGTH);
        }
        String email = checkedEmail(ownerEmail);
        String hash = password == null ? null : hashed(password, email);
        try {
            return db.inTransaction(() -> {
                long accountId =
                        accounts.insert(
                                trimmed, Secrets.random(ACCOUNT_TOKEN_LENGTH), clock.instant());
                Account account = accounts.find(accountId).orElseThrow();
                users.insertOwner(account.scope(), email, hash, clock.instant());
                User owner = users.findByEmail(email).orElseThrow();
                setups.forEach(setup -> setup.setUp(account.scope()));
                return new Created(account, owner, newToken(owner));
            });
        } catch (DuplicateKeyException taken) {
            throw new AccountException(
                    "email_taken",
                    "The email "
                            + email
                            + " is already taken. It must be unique in the installation.",
                    email);
        }
    }

    /**
     * Makes the first account of an installation, as {@link #create} does.
     *
     * @throws AccountException when there is an account already
     */
    public Created createFirst(String name, String ownerEmail, String password) {
        return db.inTransaction(() -> {
            accounts.lock();
            if (!accounts.all().isEmpty()) {
                throw new AccountException("account_exists", "There is already an account.");
            }
            return create(name, ownerEmail, password);
        });
    }

    /** Whether there is an account. */
    public boolean exist() {
        return accounts.exist();
    }

    /** All accounts, the oldest first. */
    public List<Account> all() {
        return accounts.all();
    }

    /** The account of this number. */
    public Optional<Account> find(long id) {
        return accounts.find(id);
    }

    /** Whether reports that are mailed may add domains of organisations that it does not have. */
    public boolean addsDomainsByMail(long accountId) {
        return accounts.addsDomainsByMail(accountId);
    }

    /** What a TXT record must hold to show that a domain is the account's. */
    public String verificationToken(Scope scope) {
        return accounts.verificationToken(scope.accountId());
    }

    /**
     * Sets the last day of an account's subscription.
     *
     * @param expires the day, or null for no end
     * @throws AccountException if the account does not exist
     */
    public void setExpiry(long accountId, @Nullable LocalDate expires) {
        if (!accounts.setExpires(accountId, expires)) {
            throw new AccountException("There is no account " + accountId + ".");
        }
    }

    /**
     * Sets whether mailed reports may add domains of organisations that the account does not have.
     *
     * @throws AccountException if the account does not exist
     */
    public void setAddDomainsByMail(long accountId, boolean on) {
        if (!accounts.setSwitch(accountId, ADD_DOMAINS_BY_MAIL, on)) {
            throw new AccountException("There is no account " + accountId + ".");
        }
    }

    /** Lets nobody else do the same with an account until the transaction ends. */
    void lock(long accountId) {
        accounts.lock(accountId);
    }

    /**
     * Creates a new token for a user. It is shown only once. The earlier token is revoked, and a
     * pending change of address is cancelled, because the holder of the earlier token may have
     * requested it.
     *
     * @throws AccountException if the user does not exist
     */
    public String createToken(String email) {
        User user = existing(email);
        return db.inTransaction(() -> {
            users.lock(user.scope(), user.id());
            return replacedToken(user);
        });
    }

    /**
     * As {@link #createToken(String)}, unless the caller has another token by now than the one that
     * they want to be replaced. Of requests at the same time one makes a token.
     *
     * @param replaced that one, masked; where they have none, it does not matter
     * @return the new one; empty where none was made
     */
    public Optional<String> createToken(Caller caller, String replaced) {
        return db.inTransaction(() -> {
            Optional<User> user = users.lock(caller.scope().wholeAccount(), caller.userId());
            boolean asked = token(caller).map(Token::masked).orElse(replaced).equals(replaced);
            return user.filter(there -> asked).map(this::replacedToken);
        });
    }

    /** Within the transaction that has locked the user. */
    private String replacedToken(User user) {
        links.delete(user.scope(), user.id(), Purpose.EMAIL);
        notices.tell(user, SecurityNotice.API_TOKEN);
        return newToken(user);
    }

    /**
     * Sets a user's password. This invalidates an outstanding reset link, a link that confirms
     * another address, and the user's sessions. A user who was converted to single sign-on signs in
     * with the password from now on, so that an owner can still sign in if the identity provider is
     * gone.
     *
     * @param password the new one, or null to have one made up
     * @return the password
     * @throws AccountException if the user does not exist, or if the password can't be used
     */
    public String resetPassword(String email, @Nullable String password) {
        User user = existing(email);
        String chosen = password == null ? Secrets.random(GENERATED_PASSWORD_LENGTH) : password;
        String hash = hashed(chosen, user.email());
        db.inTransaction(() -> {
            Scope scope = user.scope();
            // As they are now that nobody else changes them.
            User now =
                    users.lock(scope, user.id())
                            .orElseThrow(() -> new AccountException(noSuchUser(email)));
            if (now.ssoReady()) {
                users.endSso(scope, now.id());
                identities.unlink(scope, now.id());
            }
            users.setPassword(scope, now.id(), hash, null);
            links.delete(user.scope(), user.id(), Purpose.RESET, Purpose.EMAIL);
            sessions.deleteOthers(user.scope(), user.id(), null);
            notices.tell(
                    now,
                    now.ssoReady() ? SecurityNotice.SINGLE_SIGN_ON_OVER : SecurityNotice.PASSWORD);
        });
        return chosen;
    }

    /**
     * Removes a user's second factor, with its recovery codes.
     *
     * @return whether there was one
     * @throws AccountException if the user does not exist
     */
    public boolean resetSecondFactor(String email) {
        User user = existing(email);
        return db.inTransaction(() -> {
            boolean removed = secondFactors.remove(user.scope(), user.id());
            if (removed) {
                notices.tell(user, SecurityNotice.SECOND_FACTOR_OFF);
            }
            return removed;
        });
    }

    @Override
    public Optional<Verdict> verify(String token) {
        // A token of another form is not looked for: it need not even be hashed.
        if (!token.startsWith(TOKEN_PREFIX)
                || token.length() != TOKEN_PREFIX.length() + TOKEN_LENGTH) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        return users.findByToken(Secrets.hash(token), now, now.minus(TOKEN_USE_NOTED_EVERY))
                .map(this::verdict);
    }

    /** What an active user may do now; empty when there is none of this number any more. */
    Optional<Verdict> verdict(Scope scope, long userId) {
        return users.findActive(scope, userId).map(this::verdict);
    }

    /**
     * A user's API token as it may be shown.
     *
     * @param masked its first and last characters
     * @param created when it was made
     * @param lastUsed when it was last used, to some minutes; null where that is not known
     */
    public record Token(String masked, Instant created, @Nullable Instant lastUsed) {}

    /** The caller's token; empty when they have none. */
    public Optional<Token> token(Caller caller) {
        return users.token(caller.scope().wholeAccount(), caller.userId());
    }

    private Verdict verdict(UserTable.Bearer bearer) {
        User user = bearer.user();
        boolean admin = user.owner() || user.admin();
        Caller caller =
                new Caller(
                        scope(user, admin),
                        user.id(),
                        user.email(),
                        admin,
                        user.owner(),
                        user.forensicAccess());
        LocalDate expires = bearer.expires();
        boolean expired =
                expires != null && LocalDate.now(clock.withZone(ZoneOffset.UTC)).isAfter(expires);
        return expired ? new Verdict.Expired(caller) : new Verdict.Valid(caller);
    }

    /**
     * Returns what an active user may see now, for background work that they requested; empty if
     * the user no longer exists.
     */
    public Optional<Scope> scopeOf(long accountId, long userId) {
        return users.find(Scope.ofAccount(accountId), userId)
                .filter(User::active)
                .map(user -> scope(user, user.owner() || user.admin()));
    }

    /**
     * Returns what the user's statements may see. For a user who is not an admin, the groups
     * decide.
     */
    private Scope scope(User user, boolean admin) {
        if (admin) {
            return new Scope(user.accountId(), user.id(), Reach.ACCOUNT, Reach.ACCOUNT);
        }
        return reach.scopeOf(user.accountId(), user.id());
    }

    /**
     * Returns whether a user may sign in already. Invited users can't until they follow the mailed
     * link.
     *
     * @throws AccountException if the user does not exist
     */
    public boolean isActive(String email) {
        return existing(email).active();
    }

    /**
     * Returns whether a user signs in through the identity provider.
     *
     * @throws AccountException if the user does not exist
     */
    public boolean usesSingleSignOn(String email) {
        return existing(email).ssoReady();
    }

    private User existing(String email) {
        return users.findByEmail(email.strip())
                .orElseThrow(() -> new AccountException(noSuchUser(email)));
    }

    private static String noSuchUser(String email) {
        return "There is no user with the email " + EmailAddress.shortened(email) + ".";
    }

    private String newToken(User user) {
        String token = TOKEN_PREFIX + Secrets.random(TOKEN_LENGTH);
        users.replaceToken(
                user.scope(),
                user.id(),
                Secrets.hash(token),
                token.substring(token.length() - 4),
                clock.instant());
        return token;
    }

    private String hashed(String password, String email) {
        AccountException problem = passwords.problemOf(password, email);
        if (problem != null) {
            throw problem;
        }
        return passwords.hash(password);
    }

    /** Whether somebody can have such an address. */
    public static boolean isEmail(String text) {
        return EmailAddress.problemOf(text.strip()) == null;
    }

    private static String checkedEmail(String text) {
        String email = text.strip();
        Message problem = EmailAddress.problemOf(email);
        if (problem != null) {
            throw new AccountException(
                    "email_form",
                    MessageFormatter.forPrograms().format(problem),
                    EmailAddress.shortened(email));
        }
        return email;
    }
}
