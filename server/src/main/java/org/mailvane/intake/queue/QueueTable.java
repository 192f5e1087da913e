package org.mailvane.intake.queue;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.LedgerTable;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.jobs.QueueTurns;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.reporters.ReportAuthentication;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code ledger_entry} as a queue, which is one for all accounts. What became of an entry is
 * written by {@link LedgerTable}.
 */
@Repository
public class QueueTable {

    private static final String TAKEN =
            """
            select e.id, e.account_id, e.generation, e.import_id, i.origin, e.name, e.raw_id,
                e.attempts, e.received, e.envelope_from,
                host(e.client_address) as client_address, e.helo, e.author_domain,
                e.authentication, e.vouching_domain, e.mechanism, e.authentication_detail, e.turn,
                e.uploaded, e.sender, e.imported,
                (select length(deflated) from raw_message r where r.id = e.raw_id) as size
            from taken e join import i on i.id = e.import_id
            """;

    private static final String QUEUED = "state = 'queued' and deferred_until is null";

    /** Another worker has ended at an entry. After the last pause it does not rest. */
    private static final String TRIED =
            "attempts = q.attempts + 1, rests_until = " + LeaseQueue.restsUntil("q.attempts + 1");

    /** Entries that have ended a worker before and do not rest. */
    private static final String TRIED_BEFORE =
            """
            select id from ledger_entry
            where %s and attempts > 0 and leased_until is null
                and (rests_until is null or rests_until <= :now) and account_id <> all(:others)\
            """
                    .formatted(QUEUED);

    /** The place of an entry that comes back: rows of earlier versions have none. */
    private static final String PLACE =
            "greatest(e.turn, cast(extract(epoch from e.received) * 1000 as bigint))";

    private final Db db;
    private final SystemDb system;
    private final LeaseQueue leases;

    QueueTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
        this.leases = new LeaseQueue(db, system, "ledger_entry", "id");
    }

    /**
     * Puts a file into the queue that a person has uploaded.
     *
     * @param size its bytes as they are stored
     */
    public void insertUploaded(
            Scope scope, long importId, String name, long rawId, long size, Instant received) {
        db.as(scope)
                .sql(
                        """
                        insert into ledger_entry
                            (account_id, import_id, name, raw_id, state, received, turn, uploaded)
                        values (:account, :import, :name, :raw, 'queued', :received, :turn, true)
                        """)
                .param("import", importId)
                .param("name", LedgerTable.storable(name))
                .param("raw", rawId)
                .param("received", received)
                .param("turn", QueueOrder.place(received, size))
                .update();
    }

    /**
     * A message that is put into the queue.
     *
     * @param size its bytes as they are stored
     */
    record New(
            String name,
            long rawId,
            long size,
            @Nullable String envelopeFrom,
            @Nullable SmtpClient client) {

        private @Nullable String clientAddress() {
            return client == null ? null : client.address().toString();
        }

        private @Nullable String helo() {
            return client == null ? null : LedgerTable.storable(client.helo());
        }
    }

    /** Puts messages into the queue; answers their entries. */
    List<Entry> insertQueued(Scope scope, long importId, List<New> entries, Instant received) {
        return db.as(scope)
                .sql(
                        """
                        insert into ledger_entry (account_id, import_id, name, raw_id, state,
                            received, turn, envelope_from, client_address, helo)
                        select :account, cast(:import as bigint), e.name, e.raw_id, 'queued',
                            cast(:received as timestamptz), e.turn, e.envelope_from,
                            cast(e.client_address as inet), e.helo
                        from unnest(:names, :raws, :turns, cast(:senders as text[]),
                                cast(:clients as text[]), cast(:helos as text[]))
                            e(name, raw_id, turn, envelope_from, client_address, helo)
                        returning id, name
                        """)
                .param("import", importId)
                .param("received", received)
                .param(
                        "names",
                        entries.stream()
                                .map(e -> LedgerTable.storable(e.name()))
                                .toArray(String[]::new))
                .param("raws", entries.stream().mapToLong(New::rawId).toArray())
                .param(
                        "turns",
                        entries.stream()
                                .mapToLong(e -> QueueOrder.place(received, e.size()))
                                .toArray())
                .param(
                        "senders",
                        entries.stream()
                                .map(e ->
                                        e.envelopeFrom() == null
                                                ? null
                                                : LedgerTable.storable(e.envelopeFrom()))
                                .toArray(String[]::new))
                .param("clients", entries.stream().map(New::clientAddress).toArray(String[]::new))
                .param("helos", entries.stream().map(New::helo).toArray(String[]::new))
                .list(row -> new Entry(row.number("id"), row.text("name")));
    }

    /** An entry. */
    record Entry(long id, String name) {}

    /**
     * Puts entries back into the queue that wait for one of these domains or for a name below one.
     * Their counters stay until they are worked.
     */
    public void queueAwaiting(Scope scope, Collection<DomainName> names) {
        // OFFSET keeps the planner from comparing each name with every remark: see DomainTable.
        db.as(scope)
                .sql(
                        """
                        with awaiting as (
                            select distinct r.entry_id
                            from unnest(:names) n(name)
                            cross join lateral (values
                                (reverse(n.name), reverse(n.name) || ' '),
                                (reverse('.' || n.name), reverse('/' || n.name))
                            ) span(first, beyond)
                            cross join lateral (
                                select entry_id from ledger_remark
                                where account_id = :account and domain is not null
                                    and reverse(domain) collate "C" >= span.first
                                    and reverse(domain) collate "C" < span.beyond
                                offset 0) r),
                        queued as (
                            update ledger_entry e set state = 'queued', finished = null,
                                attempts = 0, rests_until = null, turn = %1$s
                            from awaiting a
                            where e.account_id = :account and e.id = a.entry_id
                                and e.state = 'done' and e.raw_id is not null
                            returning e.id)
                        delete from ledger_remark r using queued q
                        where r.account_id = :account and r.entry_id = q.id
                            and r.outcome <> 'imported'
                        """
                                .formatted(PLACE))
                .param("names", names.stream().map(DomainName::value).toArray(String[]::new))
                .update();
    }

    /**
     * Puts mails back into the queue whose authentication has one of these details, of whatever
     * account. Those of the first detail are first, then those that were read longest ago. Answers
     * how many.
     */
    public int queueUnauthenticated(List<String> details, Instant since, int limit) {
        return system.sql(
                        """
                        with queued as (
                            update ledger_entry e set state = 'queued', finished = null, attempts = 0,
                                rests_until = null, turn = %1$s
                            where id in (
                                select id from (
                                    select id, finished, row_number() over (
                                        partition by account_id
                                        order by array_position(:details, authentication_detail),
                                            finished, id) as place
                                    from ledger_entry
                                    where authentication_detail = any(:details) and state = 'done'
                                        and received >= :since and raw_id is not null) u
                                order by place, finished, id limit :limit)
                            returning id),
                        forgotten as (
                            delete from ledger_remark r using queued q
                            where r.entry_id = q.id and r.outcome <> 'imported')
                        select count(*) from queued
                        """
                                .formatted(PLACE))
                .param("details", details.toArray(String[]::new))
                .param("since", since)
                .param("limit", limit)
                .one(row -> Math.toIntExact(row.number("count")));
    }

    /**
     * Puts entries of an import back into the queue whose messages are kept: one of them, or all
     * that hold what failed or waits, also for a sender's share. Their counters stay until they are
     * worked. A person waits for them: they are read before mails, whatever share is used up.
     * Answers how many.
     *
     * @param id the entry; null for all
     */
    public int retry(Scope scope, long importId, @Nullable Long id) {
        return db.as(scope)
                .sql(
                        """
                        with queued as (
                            update ledger_entry e set state = 'queued', finished = null,
                                attempts = 0, rests_until = null, leased_until = null,
                                turn = %1$s, deferred_until = null, sender = null, uploaded = true
                            where e.account_id = :account and e.import_id = :import
                                and e.raw_id is not null
                                and (e.state = 'done' or e.deferred_until is not null)
                                and (e.id = cast(:id as bigint)
                                    or (cast(:id as bigint) is null
                                        and (e.failed > 0 or e.waiting > 0)))
                            returning e.id),
                        forgotten as (
                            -- Of what is stored already nothing is said again.
                            delete from ledger_remark r using queued q
                            where r.account_id = :account and r.entry_id = q.id
                                and r.outcome <> 'imported')
                        select count(*) from queued
                        """
                                .formatted(PLACE))
                .param("import", importId)
                .param("id", id)
                .one(row -> Math.toIntExact(row.number("count")));
    }

    /**
     * Accounts that have something in the queue, in ascending order.
     *
     * @param after the last that is known already; 0: none
     */
    List<Long> accountsInQueue(long after, int limit) {
        // One look into the index for each account, however long its queue is.
        return system.sql(
                        """
                        with recursive account(id, n) as (
                            (select account_id, 1 from ledger_entry
                                where state = 'queued' and deferred_until is null
                                    and account_id > :after
                                order by account_id limit 1)
                            union all
                            select (select e.account_id from ledger_entry e
                                where e.state = 'queued' and e.deferred_until is null
                                    and e.account_id > a.id
                                order by e.account_id limit 1), a.n + 1
                            from account a where a.id is not null and a.n < :limit)
                        select id from account where id is not null order by id
                        """)
                .param("after", after)
                .param("limit", limit)
                .list(row -> row.number("id"));
    }

    /**
     * Takes entries from the queues of accounts, from each so many, until a point in time. Another
     * worker passes over them until then.
     *
     * @param turns whose, and from which place on to look for further ones
     */
    public List<Claim> claim(List<QueueTurns.Turn> turns, int each, Instant until) {
        return claim(
                        """
                        select q.id
                        from unnest(:accounts, :after) t(account_id, after)
                        cross join lateral (
                            select id from ledger_entry
                            where account_id = t.account_id and turn >= t.after and %s
                                and attempts = 0 and leased_until is null
                            order by turn, id limit :each for update skip locked) q
                        """,
                        until)
                .param("accounts", turns.stream().mapToLong(QueueTurns.Turn::accountId).toArray())
                .param("after", turns.stream().mapToLong(QueueTurns.Turn::after).toArray())
                .param("each", each)
                .list(this::claim);
    }

    private Query claim(String chosen, Instant until) {
        return leases.claim(chosen.formatted(QUEUED), "", TAKEN, until);
    }

    /**
     * Takes uploads from the queues of all accounts but some, the first that came.
     *
     * @param butNotOf accounts that rest
     */
    List<Claim> claimUploads(Collection<Long> butNotOf, int limit, Instant until) {
        return claim(
                        """
                        select id from ledger_entry
                        where %s and uploaded and attempts = 0 and leased_until is null
                            and account_id <> all(:others)
                        order by id limit :limit for update skip locked
                        """,
                        until)
                .param("others", numbers(butNotOf))
                .param("limit", limit)
                .list(this::claim);
    }

    /**
     * Whether there is an entry that has ended a worker before and does not rest, of whatever
     * account but these.
     */
    boolean isAnyTried(Collection<Long> butNotOf, Instant now) {
        return system.sql("select exists (%s) as found".formatted(TRIED_BEFORE))
                .param("now", now)
                .param("others", numbers(butNotOf))
                .one(row -> row.flag("found"));
    }

    /**
     * Takes an entry that has ended a worker before and does not rest, of whatever account but
     * these.
     */
    public Optional<Claim> claimTried(Collection<Long> butNotOf, Instant now, Instant until) {
        return claim(TRIED_BEFORE + " order by attempts, id limit 1 for update skip locked", until)
                .param("now", now)
                .param("others", numbers(butNotOf))
                .optional(this::claim);
    }

    private static long[] numbers(Collection<Long> accounts) {
        return accounts.stream().mapToLong(Long::longValue).toArray();
    }

    private Claim claim(Row row) throws SQLException {
        return new Claim(
                leases.lease(row),
                row.number("import_id"),
                Origin.of(row.text("origin")),
                row.text("name"),
                row.optionalNumber("raw_id"),
                row.sum("size"),
                row.number("attempts"),
                row.instant("received"),
                row.number("turn"),
                row.flag("uploaded"),
                row.number("imported"),
                sender(row),
                row.optionalText("envelope_from"),
                client(row),
                LedgerTable.authentication(row));
    }

    private static @Nullable MailSender sender(Row row) throws SQLException {
        String key = row.optionalText("sender");
        return key == null ? null : MailSender.ofKey(key);
    }

    private static @Nullable SmtpClient client(Row row) throws SQLException {
        String address = row.optionalText("client_address");
        String helo = row.optionalText("helo");
        return address == null || helo == null
                ? null
                : new SmtpClient(
                        IpAddress.parse(address).orElseThrow(),
                        helo,
                        Objects.requireNonNullElse(row.optionalText("envelope_from"), ""));
    }

    /**
     * An entry that a worker has taken from the queue.
     *
     * @param lease the worker's lease of it
     * @param attempts how many workers it has ended before
     * @param turn its place in the queue of its account
     * @param forPerson whether a person waits for it, who has uploaded it or wants it to be read
     * @param imported reports that were imported when it was read before
     * @param sender who its mail counts with; null where that is not known yet
     * @param envelopeFrom the envelope's sender; null where it had no envelope
     * @param client the SMTP client; null where there was none
     * @param authentication what the authentication of its mail showed when it was read before;
     *     null where it was not
     */
    public record Claim(
            Lease lease,
            long importId,
            Origin origin,
            String name,
            @Nullable Long rawId,
            long size,
            long attempts,
            Instant received,
            long turn,
            boolean forPerson,
            long imported,
            @Nullable MailSender sender,
            @Nullable String envelopeFrom,
            @Nullable SmtpClient client,
            @Nullable ReportAuthentication authentication) {

        public long entryId() {
            return lease.id();
        }

        /** Returns its account. */
        public Scope scope() {
            return lease.scope();
        }

        /** Whether it is bounded how much of it is stored: anyone may have sent it. */
        boolean isBounded() {
            return origin.isMail() && !forPerson;
        }
    }

    /**
     * An entry that waits until its sender's share is free again.
     *
     * @param sender who its mail counts with; null where that is not known for good
     * @param authentication what the authentication of its mail showed; null where it was not read
     */
    public record Deferred(
            Lease lease,
            @Nullable MailSender sender,
            @Nullable ReportAuthentication authentication) {}

    /**
     * Gives entries back that a worker has, to be read later: before all that come after that time.
     * What was found out of the senders of their mails is kept: keys in DNS change.
     */
    void defer(Scope scope, List<Deferred> entries, Instant until) {
        db.as(scope)
                .sql(
                        """
                        update ledger_entry e set leased_until = null,
                            generation = e.generation + 1, deferred_until = cast(:until as timestamptz),
                            turn = greatest(e.turn, :turn),
                            found = e.found + 1 - least(e.waiting, 1),
                            waiting = greatest(e.waiting, 1), sender = d.sender,
                            authentication = coalesce(d.authentication, e.authentication),
                            author_domain = coalesce(d.author, e.author_domain),
                            vouching_domain = case when d.authentication is null
                                then e.vouching_domain else d.vouching_domain end,
                            mechanism = coalesce(d.mechanism, e.mechanism),
                            authentication_detail = coalesce(d.detail, e.authentication_detail)
                        from unnest(:ids, :generations, cast(:senders as text[]),
                                cast(:authentications as text[]), cast(:authors as text[]),
                                cast(:vouching as text[]), cast(:mechanisms as text[]),
                                cast(:details as text[]))
                            d(id, generation, sender, authentication, author, vouching_domain,
                                mechanism, detail)
                        where e.account_id = :account and e.id = d.id
                            and e.generation = d.generation and e.state = 'queued'
                        """)
                .param("until", until)
                .param("turn", until.toEpochMilli())
                .param("ids", entries.stream().mapToLong(d -> d.lease().id()).toArray())
                .param(
                        "generations",
                        entries.stream().mapToLong(d -> d.lease().generation()).toArray())
                .param("senders", texts(entries, d -> d.sender() == null ? null : d.sender().key()))
                .param("authentications", texts(entries, d -> of(d, a -> a.result().code())))
                .param("authors", texts(entries, d -> of(d, ReportAuthentication::fromDomain)))
                .param("vouching", texts(entries, d -> of(d, ReportAuthentication::domain)))
                .param("mechanisms", texts(entries, d -> of(d, a -> a.mechanism().code())))
                .param("details", texts(entries, d -> of(d, ReportAuthentication::detail)))
                .update();
    }

    private static @Nullable String of(
            Deferred entry, Function<ReportAuthentication, @Nullable String> part) {
        ReportAuthentication known = entry.authentication();
        return known == null || known.equals(ReportAuthentication.NONE) ? null : part.apply(known);
    }

    private static String[] texts(
            List<Deferred> entries, Function<Deferred, @Nullable String> text) {
        return entries.stream().map(text).toArray(String[]::new);
    }

    /**
     * Puts entries back into their queues whose senders' shares are free again, of whatever
     * account; answers how many.
     *
     * @param limit how many at most
     */
    int endDeferrals(Instant now, int limit) {
        return system.sql(
                        """
                        with due as (
                            update ledger_entry set deferred_until = null, leased_until = null
                            where id in (
                                select id from ledger_entry where deferred_until <= :now
                                order by deferred_until limit :limit for update skip locked)
                            returning id),
                        forgotten as (
                            delete from ledger_remark r using due d
                            where r.entry_id = d.id and r.outcome = 'waiting'
                                and r.code = any(:codes))
                        select count(*) from due
                        """)
                .param("now", now)
                .param("limit", limit)
                .param("codes", MailQuota.codes().toArray(String[]::new))
                .one(row -> Math.toIntExact(row.number("count")));
    }

    /** Gives these entries more time, of whatever account, as far as this worker has them. */
    void extend(Collection<Claim> claims, Instant until) {
        leases.extend(leases(claims), until);
    }

    /**
     * Gives back those of these entries that were not finished, of whatever account. They may be
     * taken again at once.
     */
    public void release(Collection<Claim> claims) {
        leases.giveBack(leases(claims), "").update();
    }

    /**
     * As {@link #release}, of entries that may be what ended the work: they count as tried, and
     * rest as in {@link #endLeases}.
     */
    public void releaseTried(Collection<Claim> claims, Instant now, List<Duration> rests) {
        tried(leases.giveBack(leases(claims), TRIED), now, rests);
    }

    private static List<Lease> leases(Collection<Claim> claims) {
        return claims.stream().map(Claim::lease).toList();
    }

    /**
     * Takes entries from workers whose time is over: they may be what ended them, and rest.
     *
     * @param rests how long an entry rests at which one worker ended, two workers, and so on
     */
    public void endLeases(Instant now, List<Duration> rests) {
        tried(leases.endLeases(QUEUED + " and leased_until < :now", TRIED), now, rests);
    }

    /**
     * As {@link #endLeases}, and ends all other leases too: for a service that has the database to
     * itself, whose earlier run may have died with some.
     */
    public void endAllLeases(Instant now, List<Duration> rests) {
        tried(leases.endLeases(QUEUED + " and " + LeaseQueue.LEASED, TRIED), now, rests);
    }

    private static void tried(Query query, Instant now, List<Duration> rests) {
        query.param("now", now).param("pauses", LeaseQueue.seconds(rests)).update();
    }
}
