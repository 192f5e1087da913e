package org.mailvane.accounts;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code account}. Its statements are about accounts, and so need no scope. */
@Repository
class AccountTable {

    private static final String SELECT =
            "select account_id, name, account_token, created, expires from account ";

    private final SystemDb db;

    AccountTable(SystemDb db) {
        this.db = db;
    }

    long insert(String name, String token, Instant created) {
        return db.sql(
                        """
                        insert into account (name, account_token, created)
                        values (:name, :token, :created)
                        returning account_id
                        """)
                .param("name", name)
                .param("token", token)
                .param("created", created)
                .one(row -> row.number("account_id"));
    }

    /** Lets nobody else add an account until the transaction ends. */
    void lock() {
        db.sql("lock table account in share row exclusive mode").update();
    }

    /** Locks one account until the transaction ends. */
    void lock(long id) {
        db.sql("select account_id from account where account_id = :id for no key update")
                .param("id", id)
                .list(row -> true);
    }

    boolean exist() {
        return db.sql("select exists (select 1 from account) as exist")
                .one(row -> row.flag("exist"));
    }

    List<Account> all() {
        return db.sql(SELECT + "order by account_id").list(AccountTable::account);
    }

    Optional<Account> find(long id) {
        return db.sql(SELECT + "where account_id = :id")
                .param("id", id)
                .optional(AccountTable::account);
    }

    boolean addsDomainsByMail(long id) {
        return db.sql(
                        """
                        select settings @> '{"add_domains_by_mail": true}' as adds
                        from account where account_id = :id
                        """)
                .param("id", id)
                .optional(row -> row.flag("adds"))
                .orElse(false);
    }

    String verificationToken(long id) {
        return db.sql("select verification_token from account where account_id = :id")
                .param("id", id)
                .one(row -> row.text("verification_token"));
    }

    boolean setExpires(long id, @Nullable LocalDate expires) {
        return db.sql("update account set expires = cast(:expires as date) where account_id = :id")
                        .param("id", id)
                        .param("expires", expires)
                        .update()
                == 1;
    }

    /** Sets a member of an account's settings. Returns false if the account does not exist. */
    boolean setSwitch(long id, String name, boolean on) {
        return db.sql(
                                """
                                update account
                                set settings = settings || jsonb_build_object(
                                    cast(:name as text), cast(:on as boolean))
                                where account_id = :id
                                """)
                        .param("id", id)
                        .param("name", name)
                        .param("on", on)
                        .update()
                == 1;
    }

    private static Account account(Row row) throws SQLException {
        return new Account(
                row.number("account_id"),
                row.text("name"),
                row.text("account_token"),
                row.instant("created"),
                row.optionalDay("expires"));
    }
}
