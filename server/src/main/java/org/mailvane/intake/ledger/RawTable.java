package org.mailvane.intake.ledger;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code raw_message}. */
@Repository
public class RawTable {

    /** Bytes of messages after which a statement takes no more. */
    private static final long STATEMENT_BYTES = 4L << 20;

    private final Db db;
    private final SystemDb system;

    RawTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Keeps a message, once however often it comes; answers its number. */
    long insert(Scope scope, RawMessage raw, Instant received) {
        return insert(scope, List.of(raw), received).getFirst();
    }

    /** As {@link #insert(Scope, RawMessage, Instant)}; answers their numbers in their order. */
    public List<Long> insert(Scope scope, List<RawMessage> raws, Instant received) {
        Map<ByteBuffer, Long> ids = new HashMap<>();
        List<RawMessage> some = new ArrayList<>();
        long bytes = 0;
        // In the order of their keys, so that writers of the same messages can't deadlock.
        List<RawMessage> sorted = new ArrayList<>(raws);
        sorted.sort((a, b) -> Arrays.compareUnsigned(a.contentHash(), b.contentHash()));
        for (RawMessage raw : sorted) {
            if (bytes > STATEMENT_BYTES) {
                insert(scope, some, received, ids);
                some.clear();
                bytes = 0;
            }
            some.add(raw);
            bytes += raw.deflated().length;
        }
        insert(scope, some, received, ids);
        return raws.stream().map(raw -> requireNonNull(ids.get(key(raw)))).toList();
    }

    private void insert(
            Scope scope, List<RawMessage> raws, Instant received, Map<ByteBuffer, Long> ids) {
        List<RawMessage> missing = raws;
        // Once nearly always. One that is there may be deleted with its domain before it is locked.
        while (!missing.isEmpty()) {
            insertMissing(scope, missing, received, ids);
            missing = without(missing, ids);
            if (!missing.isEmpty()) {
                lockPresent(scope, missing, ids);
                missing = without(missing, ids);
            }
        }
    }

    private static List<RawMessage> without(List<RawMessage> raws, Map<ByteBuffer, Long> ids) {
        return raws.stream().filter(raw -> !ids.containsKey(key(raw))).toList();
    }

    private void insertMissing(
            Scope scope, List<RawMessage> raws, Instant received, Map<ByteBuffer, Long> ids) {
        db.as(scope)
                .sql(
                        """
                        insert into raw_message (account_id, content_hash, size, deflated, received)
                        select :account, r.hash, r.size, r.deflated, cast(:received as timestamptz)
                        from unnest(:hashes, :sizes, :deflated) r(hash, size, deflated)
                        on conflict (account_id, content_hash) do nothing
                        returning id, content_hash
                        """)
                .param("hashes", hashes(raws))
                .param("sizes", raws.stream().mapToLong(RawMessage::size).toArray())
                .param("deflated", raws.stream().map(RawMessage::deflated).toArray(byte[][]::new))
                .param("received", received)
                .list(RawTable::numbered)
                .forEach(ids::putAll);
    }

    /** Finds messages that are there, and keeps them from being deleted meanwhile. */
    private void lockPresent(Scope scope, List<RawMessage> raws, Map<ByteBuffer, Long> ids) {
        db.as(scope)
                .sql(
                        """
                        select id, content_hash from raw_message
                        where account_id = :account and content_hash = any(:hashes)
                        order by content_hash for key share
                        """)
                .param("hashes", hashes(raws))
                .list(RawTable::numbered)
                .forEach(ids::putAll);
    }

    /** Replaces the bytes of messages; their hashes stay. */
    public void replace(Scope scope, List<Long> ids, List<RawMessage> copies) {
        db.as(scope)
                .sql(
                        """
                        update raw_message m set size = c.size, deflated = c.deflated
                        from unnest(:ids, :sizes, :deflated) c(id, size, deflated)
                        where m.account_id = :account and m.id = c.id and m.deflated <> c.deflated
                        """)
                .param("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .param("sizes", copies.stream().mapToLong(RawMessage::size).toArray())
                .param("deflated", copies.stream().map(RawMessage::deflated).toArray(byte[][]::new))
                .update();
    }

    /** Keeps others from referring to these messages until the transaction ends. */
    public void lockToDelete(Scope scope, Collection<Long> ids) {
        db.as(scope)
                .sql(
                        """
                        select id from raw_message where account_id = :account and id = any(:ids)
                        order by content_hash for update
                        """)
                .param("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .list(row -> true);
    }

    public void delete(Scope scope, Collection<Long> ids) {
        db.as(scope)
                .sql("delete from raw_message where account_id = :account and id = any(:ids)")
                .param("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .update();
    }

    /**
     * Goes through some messages of whatever account and deletes those that came before a time and
     * that no entry has, within the transaction that runs on this thread.
     *
     * @param after the number after which to look
     * @param limit how many to go through
     * @return the last that was gone through, if any of them came before that time
     */
    Optional<Long> deleteOld(long after, int limit, Instant before, Instant now) {
        Optional<Long> last =
                system.sql(
                                """
                                with part as (
                                    select id, received from raw_message
                                    where id > :after order by id limit :limit)
                                select max(id) as last from part
                                    having bool_or(received < :before or received > :now)
                                """)
                        .param("after", after)
                        .param("limit", limit)
                        .param("before", before)
                        .param("now", now)
                        .optional(row -> row.number("last"));
        if (last.isEmpty()) {
            return last;
        }
        // Locked before it is asked who has them, so that nobody begins to meanwhile. One that
        // somebody is just referring to is passed over.
        List<Long> old =
                system.sql(
                                """
                                select id from raw_message
                                where id > :after and id <= :last and received < :before
                                for update skip locked
                                """)
                        .param("after", after)
                        .param("last", last.get())
                        .param("before", before)
                        .list(row -> row.number("id"));
        system.sql(
                        """
                        delete from raw_message r where r.id = any(:old)
                            and not exists (select from ledger_entry e where e.raw_id = r.id)
                        """)
                .param("old", old.stream().mapToLong(Long::longValue).toArray())
                .update();
        return last;
    }

    private static Map<ByteBuffer, Long> numbered(Row row) throws SQLException {
        return Map.of(ByteBuffer.wrap(row.bytes("content_hash")), row.number("id"));
    }

    private static byte[][] hashes(List<RawMessage> raws) {
        return raws.stream().map(RawMessage::contentHash).toArray(byte[][]::new);
    }

    private static ByteBuffer key(RawMessage raw) {
        return ByteBuffer.wrap(raw.contentHash());
    }

    public Optional<RawMessage> find(Scope scope, long id) {
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
