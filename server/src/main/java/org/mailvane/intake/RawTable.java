package org.mailvane.intake;

import java.time.Instant;
import java.util.Optional;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code raw_message}. */
@Repository
class RawTable {

    private final Db db;

    RawTable(Db db) {
        this.db = db;
    }

    /** Keeps a message, once however often it comes; answers its number. */
    long insert(Scope scope, RawMessage raw, Instant received) {
        Optional<Long> inserted =
                db.as(scope)
                        .sql(
                                """
                                insert into raw_message
                                    (account_id, content_hash, size, deflated, received)
                                values (:account, :hash, :size, :deflated, :received)
                                on conflict (account_id, content_hash) do nothing
                                returning id
                                """)
                        .param("hash", raw.contentHash())
                        .param("size", raw.size())
                        .param("deflated", raw.deflated())
                        .param("received", received)
                        .optional(row -> row.number("id"));
        return inserted.orElseGet(() ->
                db.as(scope)
                        .sql(
                                """
                                select id from raw_message
                                where account_id = :account and content_hash = :hash
                                """)
                        .param("hash", raw.contentHash())
                        .one(row -> row.number("id")));
    }

    Optional<RawMessage> find(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        """
                        select content_hash, size, deflated from raw_message
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .optional(row ->
                        RawMessage.stored(
                                row.bytes("content_hash"),
                                row.number("size"),
                                row.bytes("deflated")));
    }
}
