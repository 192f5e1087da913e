package org.mailvane.accounts;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code web_session}, and of {@code sign_in_step} for sign-ins that are not complete yet. A
 * secret identifies the owner, so finding a session needs no scope; neither does deleting expired
 * ones.
 */
@Repository
class SessionTable {

    private static final String COLUMNS =
            "s.id, s.user_id, u.email, s.created, s.last_seen, s.address, s.browser";

    /** What makes a session one that goes on. */
    private static final String GOES_ON = "s.last_seen > :idleSince and s.created > :oldest";

    private final Db db;
    private final SystemDb system;

    SessionTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Those that were last used, or begun, before these times are over. */
    record Bounds(Instant idleSince, Instant oldest) {

        static Bounds at(Instant now) {
            return new Bounds(now.minus(Session.IDLE), now.minus(Session.LIFETIME));
        }
    }

    /** A session that goes on, and its user's account. */
    record Found(long accountId, Session session) {}

    long insert(
            Scope scope, long userId, byte[] hash, Instant now, String address, String browser) {
        return db.as(scope)
                .sql(
                        """
                        insert into web_session (account_id, user_id, secret_hash, created,
                            last_seen, address, browser)
                        values (:account, :user, :hash, :now, :now, :address, :browser)
                        returning id
                        """)
                .param("user", userId)
                .param("hash", hash)
                .param("now", now)
                .param("address", address)
                .param("browser", browser)
                .one(row -> row.number("id"));
    }

    Optional<Found> find(byte[] hash, Bounds bounds) {
        return system.sql(
                        "select s.account_id, "
                                + COLUMNS
                                + " from web_session s join account_user u on u.id = s.user_id"
                                + " where s.secret_hash = :hash and u.is_active and "
                                + GOES_ON)
                .param("hash", hash)
                .param("idleSince", bounds.idleSince())
                .param("oldest", bounds.oldest())
                .optional(row -> new Found(row.number("account_id"), session(row)));
    }

    /** The user's sessions that go on, the one that was used last first. */
    List<Session> list(Scope scope, long userId, Bounds bounds) {
        return db.as(scope)
                .sql(
                        "select "
                                + COLUMNS
                                + " from web_session s join account_user u on u.id = s.user_id"
                                + " where s.account_id = :account and s.user_id = :user and "
                                + GOES_ON
                                + " order by s.last_seen desc, s.id desc")
                .param("user", userId)
                .param("idleSince", bounds.idleSince())
                .param("oldest", bounds.oldest())
                .list(SessionTable::session);
    }

    void touch(Scope scope, long id, Instant now) {
        db.as(scope)
                .sql(
                        """
                        update web_session set last_seen = greatest(last_seen, :now)
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("now", now)
                .update();
    }

    /** Ends a session of the user; answers whether there was one. */
    boolean delete(Scope scope, long userId, long id) {
        return db.as(scope)
                        .sql(
                                """
                                delete from web_session
                                where account_id = :account and user_id = :user and id = :id
                                """)
                        .param("user", userId)
                        .param("id", id)
                        .update()
                == 1;
    }

    /**
     * Ends the user's sessions, but for one, and what would begin another. Where all end, their
     * browsers are not known any more: somebody else may have had the password.
     */
    void deleteOthers(Scope scope, long userId, @Nullable Long but) {
        db.as(scope)
                .sql("delete from sign_in_step where account_id = :account and user_id = :user")
                .param("user", userId)
                .update();
        db.as(scope)
                .sql(
                        """
                        delete from web_session
                        where account_id = :account and user_id = :user
                            and (cast(:but as bigint) is null or id <> :but)
                        """)
                .param("user", userId)
                .param("but", but)
                .update();
        if (but == null) {
            db.as(scope)
                    .sql(
                            "delete from known_browser where account_id = :account and user_id = :user")
                    .param("user", userId)
                    .update();
        }
    }

    /** Ends the user's sessions but for so many, those first that were not used for longest. */
    void keep(Scope scope, long userId, int kept) {
        db.as(scope)
                .sql(
                        """
                        delete from web_session where account_id = :account and id in (
                            select id from web_session
                            where account_id = :account and user_id = :user
                            order by last_seen desc, id desc offset :kept)
                        """)
                .param("user", userId)
                .param("kept", kept)
                .update();
    }

    /**
     * Notes that a user has shown their password, and forgets all but some that were noted before.
     */
    void insertStep(Scope scope, long userId, byte[] hash, Instant now, int kept) {
        db.as(scope)
                .sql(
                        """
                        insert into sign_in_step (account_id, user_id, secret_hash, created)
                        values (:account, :user, :hash, :now)
                        """)
                .param("user", userId)
                .param("hash", hash)
                .param("now", now)
                .update();
        db.as(scope)
                .sql(
                        """
                        delete from sign_in_step where account_id = :account and secret_hash in (
                            select secret_hash from sign_in_step
                            where account_id = :account and user_id = :user
                            order by created desc, secret_hash offset :kept)
                        """)
                .param("user", userId)
                .param("kept", kept)
                .update();
    }

    /** The user whose password was checked. */
    record Step(long accountId, long userId) {}

    Optional<Step> findStep(byte[] hash, Instant oldest) {
        return system.sql(
                        """
                        select account_id, user_id from sign_in_step
                        where secret_hash = :hash and created > :oldest
                        """)
                .param("hash", hash)
                .param("oldest", oldest)
                .optional(row -> new Step(row.number("account_id"), row.number("user_id")));
    }

    /** Takes a step away, so that it leads to one session; answers whether it was there. */
    boolean takeStep(Scope scope, byte[] hash) {
        return db.as(scope)
                        .sql(
                                """
                                delete from sign_in_step
                                where account_id = :account and secret_hash = :hash
                                """)
                        .param("hash", hash)
                        .update()
                == 1;
    }

    /** Forgets steps that are over. */
    void deleteSteps(Instant oldest) {
        system.sql("delete from sign_in_step where created <= :oldest")
                .param("oldest", oldest)
                .update();
    }

    /** Forgets those that are over. */
    void deleteOver(Bounds bounds) {
        system.sql(
                        """
                        delete from web_session
                        where last_seen <= :idleSince or created <= :oldest
                        """)
                .param("idleSince", bounds.idleSince())
                .param("oldest", bounds.oldest())
                .update();
    }

    private static Session session(Row row) throws SQLException {
        return new Session(
                row.number("id"),
                row.number("user_id"),
                row.text("email"),
                row.instant("created"),
                row.instant("last_seen"),
                row.text("address"),
                row.text("browser"));
    }
}
