package org.mailvane.accounts;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.text.Language;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code account_user} and {@code api_token}. Only statements that identify a user run
 * without a scope.
 */
@Repository
class UserTable {

    private static final String COLUMNS =
            """
            select u.id, u.account_id, u.email, u.date_joined, u.is_active, u.is_owner, u.is_admin,
                u.sso, u.has_forensic_access, u.has_billing_access, u.last_login, u.last_login_sso,
                u.totp_secret is not null as has_second_factor, u.settings, u.language,
                t.last_four
            """;

    private static final String SELECT =
            COLUMNS + "from account_user u left join api_token t on t.user_id = u.id ";

    private static final String WHERE =
            """
            where u.account_id = :account
                and (cast(:email as text) is null or strpos(lower(u.email), lower(:email)) > 0)
                and (cast(:username as text) is null
                    or strpos(lower(u.email), lower(:username)) > 0)
            """;

    private final Db db;
    private final SystemDb system;

    UserTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Whoever has this address: the one who is active, else who was invited first. */
    Optional<User> findByEmail(String email) {
        return system.sql(
                        SELECT
                                + "where lower(u.email) = lower(:email)"
                                + " order by u.is_active desc, u.id limit 1")
                .param("email", email)
                .optional(UserTable::user);
    }

    /**
     * The active user of a token, and the last day of their account. That it was used is noted by
     * the same statement, since every call makes it.
     *
     * @param noted uses since then are noted already
     */
    Optional<Bearer> findByToken(byte[] hash, Instant now, Instant noted) {
        return system.sql(
                        """
                        with used as (
                            update api_token set last_used = :now
                            where token_hash = :hash and (last_used is null or last_used <= :noted))
                        """
                                + COLUMNS
                                + """
                                , a.expires
                                from api_token t
                                join account_user u on u.id = t.user_id
                                join account a on a.account_id = u.account_id
                                where t.token_hash = :hash and u.is_active
                                """)
                .param("hash", hash)
                .param("now", now)
                .param("noted", noted)
                .optional(UserTable::bearer);
    }

    /** An active user, and the last day of their account. */
    Optional<Bearer> findActive(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        COLUMNS
                                + """
                                , a.expires
                                from account_user u
                                join account a on a.account_id = u.account_id
                                left join api_token t on t.user_id = u.id
                                where u.account_id = :account and u.id = :id and u.is_active
                                """)
                .param("id", id)
                .optional(UserTable::bearer);
    }

    record Bearer(User user, @Nullable LocalDate expires) {}

    private static Bearer bearer(Row row) throws SQLException {
        return new Bearer(user(row), row.optionalDay("expires"));
    }

    long count(Scope scope, Users.Filter filter) {
        return filtered(scope, "select count(*) from account_user u " + WHERE, filter)
                .one(row -> row.number("count"));
    }

    List<User> list(Scope scope, Users.Filter filter, String orderBy, Window window) {
        return filtered(
                        scope,
                        SELECT + WHERE + "order by " + orderBy + " limit :limit offset :offset",
                        filter)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(UserTable::user);
    }

    private Query filtered(Scope scope, String text, Users.Filter filter) {
        return db.as(scope)
                .sql(text)
                .param("email", filter.email())
                .param("username", filter.username());
    }

    Optional<User> find(Scope scope, long id) {
        return db.as(scope)
                .sql(SELECT + "where u.account_id = :account and u.id = :id")
                .param("id", id)
                .optional(UserTable::user);
    }

    /** Whether a user of the account has this address. */
    boolean hasEmail(Scope scope, String email) {
        return db.as(scope)
                .sql(
                        """
                        select 1 from account_user
                        where account_id = :account and lower(email) = lower(:email)
                        """)
                .param("email", email)
                .optional(row -> true)
                .isPresent();
    }

    /** The account's owner. */
    Optional<User> owner(Scope scope) {
        return db.as(scope)
                .sql(SELECT + "where u.account_id = :account and u.is_owner")
                .optional(UserTable::user);
    }

    /** As {@link #find}; nobody else changes the user until the transaction ends. */
    Optional<User> lock(Scope scope, long id) {
        return db.as(scope)
                .sql(SELECT + "where u.account_id = :account and u.id = :id for update of u")
                .param("id", id)
                .optional(UserTable::user);
    }

    long insertOwner(Scope scope, String email, @Nullable String passwordHash, Instant joined) {
        return db.as(scope)
                .sql(
                        """
                        insert into account_user (account_id, email, password_hash, is_active,
                            is_owner, is_admin, has_forensic_access, has_billing_access, date_joined)
                        values (:account, :email, :password, true, true, true, true, true, :joined)
                        returning id
                        """)
                .param("email", email)
                .param("password", passwordHash)
                .param("joined", joined)
                .one(row -> row.number("id"));
    }

    /** A user who can't sign in before they are activated. */
    long insert(
            Scope scope,
            String email,
            boolean admin,
            boolean forensicAccess,
            boolean billingAccess,
            Language language,
            Instant joined) {
        return db.as(scope)
                .sql(
                        """
                        insert into account_user (account_id, email, is_active, is_owner, is_admin,
                            has_forensic_access, has_billing_access, language, date_joined)
                        values (:account, :email, false, false, :admin, :forensic, :billing,
                            :language, :joined)
                        returning id
                        """)
                .param("email", email)
                .param("admin", admin)
                .param("forensic", forensicAccess)
                .param("billing", billingAccess)
                .param("language", language.tag())
                .param("joined", joined)
                .one(row -> row.number("id"));
    }

    void update(
            Scope scope,
            long id,
            boolean admin,
            boolean forensicAccess,
            boolean billingAccess,
            String settings) {
        db.as(scope)
                .sql(
                        """
                        update account_user set is_admin = :admin, has_forensic_access = :forensic,
                            has_billing_access = :billing, settings = :settings
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("admin", admin)
                .param("forensic", forensicAccess)
                .param("billing", billingAccess)
                .param("settings", settings)
                .update();
    }

    void setEmail(Scope scope, long id, String email) {
        db.as(scope)
                .sql(
                        """
                        update account_user set email = :email
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("email", email)
                .update();
    }

    /**
     * Lets a user in.
     *
     * @param passwordHash counts unless they sign in through the identity provider
     */
    void activate(Scope scope, long id, @Nullable String passwordHash) {
        db.as(scope)
                .sql(
                        """
                        update account_user set is_active = true,
                            password_hash = case when sso then null else cast(:password as text) end
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("password", passwordHash)
                .update();
    }

    Optional<String> passwordHash(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        """
                        select password_hash from account_user
                        where account_id = :account and id = :id and password_hash is not null
                        """)
                .param("id", id)
                .optional(row -> row.text("password_hash"));
    }

    /**
     * Sets the password of who signs in with one, and ends the counting of tries.
     *
     * @param inPlaceOf the hash of the password that it replaces; null for whatever is there
     * @return false when they sign in through the identity provider, or have another password by
     *     now
     */
    boolean setPassword(Scope scope, long id, String passwordHash, @Nullable String inPlaceOf) {
        return db.as(scope)
                        .sql(
                                """
                                update account_user set password_hash = :password, password_tries = 0
                                where account_id = :account and id = :id and not sso
                                    and (cast(:inPlaceOf as text) is null
                                        or password_hash = :inPlaceOf)
                                """)
                        .param("id", id)
                        .param("password", passwordHash)
                        .param("inPlaceOf", inPlaceOf)
                        .update()
                == 1;
    }

    /**
     * Puts another hash of the same password in place of one, and leaves all else.
     *
     * @return false when they have another password by now
     */
    boolean replaceHash(Scope scope, long id, String hash, String renewed) {
        return db.as(scope)
                        .sql(
                                """
                                update account_user set password_hash = :renewed
                                where account_id = :account and id = :id and password_hash = :hash
                                """)
                        .param("id", id)
                        .param("hash", hash)
                        .param("renewed", renewed)
                        .update()
                == 1;
    }

    /** What is tried by who wants to show that they are the user. */
    enum Tried {
        /** The old password, for a change. */
        PASSWORD("password_tries"),
        /** A code of the second factor. */
        CODE("code_tries");

        private final String column;

        Tried(String column) {
            this.column = column;
        }
    }

    /** Tries, with this one, and since when. */
    record Tries(long count, Instant since) {}

    /**
     * Counts a try. It is counted before its outcome is known, so that tries at the same time can't
     * be more than one after the other.
     *
     * @param forgotten tries that began before this time no longer count
     */
    Tries countTry(Scope scope, long id, Tried tried, Instant now, Instant forgotten) {
        return db.as(scope)
                .sql(
                        """
                        update account_user u set
                            TRIES = case when old.over then 1 else u.TRIES + 1 end,
                            TRIES_since = case when old.over then :now else u.TRIES_since end
                        from (
                            select id, TRIES = 0 or TRIES_since is null
                                or TRIES_since <= :forgotten as over
                            from account_user where account_id = :account and id = :id
                            for update) old
                        where u.account_id = :account and u.id = old.id
                        returning u.TRIES as tries, u.TRIES_since as since
                        """
                                .replace("TRIES", tried.column))
                .param("id", id)
                .param("now", now)
                .param("forgotten", forgotten)
                .one(row -> new Tries(row.number("tries"), row.instant("since")));
    }

    /** One was right: those before it do not count. */
    void forgetTries(Scope scope, long id, Tried tried) {
        db.as(scope)
                .sql(
                        """
                        update account_user set TRIES = 0
                        where account_id = :account and id = :id
                        """
                                .replace("TRIES", tried.column))
                .param("id", id)
                .update();
    }

    /** From now on they sign in through the identity provider, and no longer with a password. */
    void convertToSso(Scope scope, long id) {
        db.as(scope)
                .sql(
                        """
                        update account_user set sso = true, password_hash = null
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .update();
    }

    /** From now on they sign in with a password, which they still have to get. */
    void endSso(Scope scope, long id) {
        db.as(scope)
                .sql(
                        """
                        update account_user set sso = false
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .update();
    }

    void delete(Scope scope, long id) {
        db.as(scope)
                .sql("delete from account_user where account_id = :account and id = :id")
                .param("id", id)
                .update();
    }

    /** Stores a token's hash in place of the user's earlier one, which is revoked by that. */
    void replaceToken(Scope scope, long userId, byte[] hash, String lastFour, Instant created) {
        db.as(scope)
                .sql(
                        """
                        insert into api_token (account_id, user_id, token_hash, last_four, created)
                        values (:account, :user, :hash, :lastFour, :created)
                        on conflict (user_id) do update set token_hash = excluded.token_hash,
                            last_four = excluded.last_four, created = excluded.created,
                            last_used = null
                        """)
                .param("user", userId)
                .param("hash", hash)
                .param("lastFour", lastFour)
                .param("created", created)
                .update();
    }

    Optional<Accounts.Token> token(Scope scope, long userId) {
        return db.as(scope)
                .sql(
                        """
                        select last_four, created, last_used from api_token
                        where account_id = :account and user_id = :user
                        """)
                .param("user", userId)
                .optional(row ->
                        new Accounts.Token(
                                User.masked(row.text("last_four")),
                                row.instant("created"),
                                row.optionalInstant("last_used")));
    }

    /**
     * Notes that a user has signed in.
     *
     * @param sso whether by the identity provider
     * @param language in which they were shown the sign-in, and are written to from now on
     */
    void noteSignIn(Scope scope, long id, boolean sso, Language language, Instant now) {
        db.as(scope)
                .sql(
                        """
                        update account_user set last_login = :now, last_login_sso = :sso,
                            language = :language
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("sso", sso)
                .param("language", language.tag())
                .param("now", now)
                .update();
    }

    /** Sets the language in which a user is written to. */
    void setLanguage(Scope scope, long id, Language language) {
        db.as(scope)
                .sql(
                        """
                        update account_user set language = :language
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("language", language.tag())
                .update();
    }

    private static User user(Row row) throws SQLException {
        return new User(
                row.number("id"),
                row.number("account_id"),
                row.text("email"),
                row.instant("date_joined"),
                row.flag("is_active"),
                row.flag("is_owner"),
                row.flag("is_admin"),
                row.optionalText("last_four"),
                row.flag("sso"),
                row.flag("has_forensic_access"),
                row.flag("has_billing_access"),
                row.optionalInstant("last_login"),
                row.flag("last_login_sso"),
                row.flag("has_second_factor"),
                row.text("settings"),
                Language.ofTag(row.text("language")).orElse(Language.ENGLISH));
    }
}
