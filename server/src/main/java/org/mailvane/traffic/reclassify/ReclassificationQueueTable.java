package org.mailvane.traffic.reclassify;

import java.sql.Date;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.sources.classify.ClassificationContext.Version;
import org.mailvane.traffic.Days;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code reclassification_queue}: marks of domains whose rows are to be classified again.
 * Code that adds to marks writes them in ascending order of their domains.
 *
 * <p>It is longer than others because a mark has two sides, that of the code that adds to it and
 * that of the worker, which must fit.
 */
@Repository
public class ReclassificationQueueTable {

    /** When what was added is due, beside a mark {@code u} that is there. */
    private static final String DUE =
            """
            due = case when u.due <= :now then u.due
                else least(:soon, greatest(:now, %s + make_interval(secs => :longest))) end\
            """;

    /** Since when there is something that no worker has taken. */
    private static final String SINCE =
            "case when isempty(u.fresh) and isempty(u.stale) then :now else u.since end";

    private static final String TAKEN =
            """
            u.account_id, u.domain_id, lower(u.taken_fresh) as fresh_from,
                upper(u.taken_fresh) - 1 as fresh_to, u.taken_has_unresolved_addresses,
                lower(u.taken_waiting) as waiting_from, upper(u.taken_waiting) - 1 as waiting_to,
                u.waiting_addresses, u.waiting_for_advice, u.taken_refresh_requested_at, u.generation, u.attempts\
            """;

    private final Db db;
    private final SystemDb system;
    private final LeaseQueue leases;

    ReclassificationQueueTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
        this.leases = new LeaseQueue(db, system, "reclassification_queue", "domain_id");
    }

    /**
     * When something is due that is marked now.
     *
     * @param soon where nothing else is added
     * @param longest seconds after which it is due though more and more is added
     */
    record Patience(Instant now, Instant soon, double longest) {}

    /**
     * Marks domains that have new rows.
     *
     * @param forAdvice those of them with such on which advice rests
     */
    void mark(
            Scope scope,
            SortedMap<DomainId, NewRows> domains,
            Set<DomainId> forAdvice,
            Version version,
            Patience patience) {
        if (domains.isEmpty()) {
            return;
        }
        int size = domains.size();
        long[] ids = new long[size];
        Date[] first = new Date[size];
        Date[] last = new Date[size];
        boolean[] lacking = new boolean[size];
        int i = 0;
        for (Map.Entry<DomainId, NewRows> entry : domains.entrySet()) {
            ids[i] = entry.getKey().value();
            first[i] = Date.valueOf(entry.getValue().days().first());
            last[i] = Date.valueOf(entry.getValue().days().last());
            lacking[i] = entry.getValue().lacking();
            i++;
        }
        patient(
                        db.as(scope)
                                .sql(
                                        """
                                        insert into reclassification_queue as u (account_id, domain_id,
                                            fresh, has_unresolved_addresses, for_advice, rules_version,
                                            addresses_version, since, due)
                                        select :account, m.domain_id, daterange(m.first, m.last, '[]'),
                                            m.has_unresolved_addresses, m.domain_id = any(:forAdvice), :rules, :addresses, :now, :soon
                                        from unnest(:ids, :first, :last, :has_unresolved_addresses)
                                            m(domain_id, first, last, has_unresolved_addresses)
                                        on conflict (domain_id) do update set
                                            fresh = range_merge(u.fresh, excluded.fresh),
                                            has_unresolved_addresses = u.has_unresolved_addresses or excluded.has_unresolved_addresses,
                                            for_advice = u.for_advice or excluded.for_advice,
                                            rules_version =
                                                least(u.rules_version, excluded.rules_version),
                                            addresses_version = least(
                                                u.addresses_version, excluded.addresses_version),
                                            since = %1$s, %2$s
                                        """
                                                .formatted(SINCE, DUE.formatted(SINCE))),
                        patience)
                .param("ids", ids)
                .param("first", first)
                .param("last", last)
                .param("has_unresolved_addresses", lacking)
                .param("forAdvice", ids(forAdvice))
                .param("rules", version.rules())
                .param("addresses", version.addresses())
                .update();
    }

    /** Marks days of some of an account's domains, or of all, to be classified again. */
    void markStale(
            Scope scope, Optional<Collection<DomainId>> domains, Days days, Patience patience) {
        Query query =
                days(
                        patient(
                                db.as(scope)
                                        .sql(
                                                stale(
                                                        "true",
                                                        """
                                                        where account_id = :account
                                                            and (:all or id = any(:ids))\
                                                        """)),
                                patience),
                        days);
        query.param("all", domains.isEmpty())
                .param("ids", domains.map(ReclassificationQueueTable::ids).orElse(new long[0]))
                .update();
    }

    /**
     * The same for domains of which other reports count now.
     *
     * @param forAdvice those of them about which advice rests on these reports
     */
    void markStale(
            Scope scope,
            Collection<DomainId> domains,
            Collection<DomainId> forAdvice,
            Days days,
            Patience patience) {
        String which = "where account_id = :account and id = any(:ids)";
        days(patient(db.as(scope).sql(stale("id = any(:forAdvice)", which)), patience), days)
                .param("ids", ids(domains))
                .param("forAdvice", ids(forAdvice))
                .update();
    }

    /** Marks all days of all domains of all accounts to be classified again. */
    void markAllStale(Patience patience) {
        days(patient(system.sql(stale("true", "")), patience), Days.ALL).update();
    }

    /**
     * Marks all days from one on of the domains in whose names one of these addresses sent. What
     * strangers report is not worth waiting for: they may own the addresses, and change their
     * names.
     */
    void markSenders(Collection<IpAddress> addresses, LocalDate from, Patience patience) {
        String sent =
                """
                join (select f.domain_id, bool_or(f.trust = 1) as for_advice
                    from published.domain_day d join fact f on f.domain_id = d.domain_id and f.day = d.day
                    where d.day >= :first and f.day >= :first
                        and f.address = any(cast(:addresses as inet[]))
                    group by f.domain_id) sent on sent.domain_id = id\
                """;
        days(patient(system.sql(stale("sent.for_advice", sent)), patience), Days.from(from))
                .param(
                        "addresses",
                        addresses.stream().map(IpAddress::toString).toArray(String[]::new))
                .update();
    }

    /**
     * Has an account's domains looked at as if they had new rows on these days; answers whether it
     * has any.
     *
     * @param before what was looked up before is looked up again
     */
    boolean markFresh(Scope scope, Days days, Instant before, Instant now) {
        Query query =
                db.as(scope)
                        .sql(
                                """
                                insert into reclassification_queue as u (account_id, domain_id, fresh, refresh_requested_at,
                                    since, due)
                                select :account, id, daterange(:first, :last, '[]'), :before, :now, :now
                                from published.domain where account_id = :account
                                order by id
                                on conflict (domain_id) do update set
                                    fresh = range_merge(u.fresh, excluded.fresh),
                                    for_advice = true,
                                    refresh_requested_at = excluded.refresh_requested_at,
                                    due = least(u.due, excluded.due)
                                """);
        return days(query, days).param("before", before).param("now", now).update() > 0;
    }

    /**
     * Has addresses looked up again, as far as they are due, that sent on these days in the name of
     * whatever account's domains.
     */
    void markWaiting(Days days, Instant now) {
        days(
                        system.sql(
                                """
                                insert into reclassification_queue as u (account_id, domain_id, waiting,
                                    for_advice, since, due)
                                select account_id, domain_id, daterange(:first, :last, '[]'), false,
                                    :now, :now
                                from published.domain_day where day between :first and :last
                                group by account_id, domain_id
                                order by domain_id
                                on conflict (domain_id) do update set
                                    waiting = range_merge(u.waiting, excluded.waiting),
                                    due = least(u.due, excluded.due)
                                """),
                        days)
                .param("now", now)
                .update();
    }

    /**
     * Takes marks that are due, of the accounts in turn.
     *
     * @param version of what the worker classifies by: new rows that were classified by something
     *     older are stale
     * @param lastAccount whose turn was before
     */
    List<ReclassificationClaim> claim(
            Version version, long lastAccount, Instant now, Instant leaseEnd, int limit) {
        return leases.claim(
                        """
                        select domain_id from reclassification_queue where due <= :now and %s
                        order by account_id <= :lastAccount, account_id, due, domain_id
                        limit :limit for update skip locked
                        """
                                .formatted(LeaseQueue.FREE),
                        """
                        taken_fresh = range_merge(taken_fresh, fresh),
                            taken_has_unresolved_addresses = taken_has_unresolved_addresses or has_unresolved_addresses,
                            taken_for_advice = taken_for_advice or for_advice,
                            taken_stale = range_merge(range_merge(taken_stale, stale),
                                case when rules_version < :rules or addresses_version < :addresses
                                    then fresh else 'empty' end),
                            taken_waiting = range_merge(taken_waiting, waiting),
                            taken_refresh_requested_at = greatest(taken_refresh_requested_at, refresh_requested_at),
                            refresh_requested_at = null,
                            fresh = 'empty', has_unresolved_addresses = false, for_advice = false, stale = 'empty',
                            waiting = 'empty',
                            rules_version = 2147483647, addresses_version = 9223372036854775807,
                            due = :leaseEnd\
                        """,
                        """
                        select %s from taken u
                        order by account_id <= :lastAccount, account_id, domain_id\
                        """
                                .formatted(TAKEN),
                        leaseEnd)
                .param("rules", version.rules())
                .param("addresses", version.addresses())
                .param("lastAccount", lastAccount)
                .param("now", now)
                .param("limit", limit)
                .list(this::mark);
    }

    /** Keeps a mark for longer; answers false when it is another's by now, or gone. */
    boolean extend(ReclassificationClaim mark, Instant leaseEnd) {
        return leases.extend(mark.lease(), leaseEnd);
    }

    /**
     * What is to be classified again of a mark.
     *
     * @param days its days
     * @param forAdvice whether advice rests on some of what the mark holds
     */
    record Stale(Optional<Days> days, boolean forAdvice) {}

    /**
     * Returns the days that are to be classified again, also those that were marked since the mark
     * was taken; none when it is another's by now, or gone.
     */
    Stale takeStale(ReclassificationClaim mark) {
        return leases.own(
                        mark.lease(),
                        """
                        update reclassification_queue set
                            taken_stale = range_merge(taken_stale, stale), stale = 'empty',
                            taken_for_advice = taken_for_advice or for_advice,
                            for_advice = for_advice and not isempty(fresh)
                        where %s
                        returning lower(taken_stale) as stale_from, upper(taken_stale) - 1 as stale_to,
                            taken_for_advice
                        """)
                .optional(
                        row -> new Stale(optionalDays(row, "stale"), row.flag("taken_for_advice")))
                .orElse(new Stale(Optional.empty(), false));
    }

    /**
     * Ends a turn in which everything was done that could be.
     *
     * @param waiting days with rows of addresses that could not be looked up; null: there are none
     * @param unknown of how many addresses nothing was known when the rows were last classified
     * @param askedBefore what was looked up before is still to be looked up again; null: nothing is
     * @param nextTry when something that could not be looked up is due again; null: nothing is
     */
    void finish(
            ReclassificationClaim mark,
            @Nullable Days waiting,
            UnknownAddresses unknown,
            @Nullable Instant askedBefore,
            @Nullable Instant nextTry,
            Instant now) {
        leases.own(
                        mark.lease(),
                        """
                        update reclassification_queue set taken_fresh = 'empty', taken_has_unresolved_addresses = false,
                            taken_for_advice = false, taken_stale = 'empty', taken_waiting = 'empty',
                            leased_until = null,
                            attempts = 0, taken_refresh_requested_at = null,
                            refresh_requested_at = greatest(refresh_requested_at,
                                cast(:askedBefore as timestamptz)),
                            waiting = case when :none then waiting else range_merge(waiting,
                                daterange(cast(:from as date), cast(:to as date), '[]')) end,
                            waiting_addresses = :unknown, waiting_for_advice = :forAdvice,
                            waiting_since = case when :forAdvice = 0 then null
                                when taken_for_advice then :now
                                else coalesce(waiting_since, :now) end,
                            due = case when isempty(fresh) and isempty(stale) and isempty(waiting)
                                then coalesce(cast(:nextTry as timestamptz), due) else due end
                        where %s
                        """)
                .param("none", waiting == null)
                .param("from", waiting == null ? null : waiting.first())
                .param("to", waiting == null ? null : waiting.last())
                .param("unknown", unknown.all())
                .param("forAdvice", unknown.forAdvice())
                .param("now", now)
                .param("askedBefore", askedBefore)
                .param("nextTry", nextTry)
                .update();
        if (nextTry == null) {
            leases.own(
                            mark.lease(),
                            """
                            delete from reclassification_queue
                            where %s and isempty(fresh) and isempty(stale) and isempty(waiting)
                            """)
                    .update();
        }
    }

    /** Ends a turn that has failed. */
    void failed(ReclassificationClaim mark, Instant nextTry) {
        leases.giveBack(mark.lease(), "due = :nextTry, attempts = q.attempts + 1")
                .param("nextTry", nextTry)
                .update();
    }

    /** Gives a mark back as it was taken. */
    void release(ReclassificationClaim mark, Instant now) {
        leases.giveBack(mark.lease(), "due = :now").param("now", now).update();
    }

    /** Ends all leases: for the start of a server that is known to be the only one. */
    void endLeases(Instant now) {
        leases.endLeases(LeaseQueue.LEASED, "due = :now").param("now", now).update();
    }

    /**
     * Domains with rows on some days on which advice rests and that are still to be classified, and
     * since when. What waits for DNS counts for a while only: a few addresses may never have an
     * answer.
     *
     * @param patience since when what has not been looked up yet may have waited
     */
    public Map<DomainId, Instant> unsettled(Scope scope, Days days, Instant now, Instant patience) {
        Map<DomainId, Instant> unsettled = new HashMap<>();
        days(
                        db.as(scope)
                                .sql(
                                        """
                                        select domain_id, since
                                        from reclassification_queue u,
                                            daterange(:first, :last, '[]') judged
                                        where account_id = :account
                                            and (for_advice and (fresh && judged or stale && judged)
                                                or taken_for_advice
                                                    and (taken_fresh && judged or taken_stale && judged)
                                                or ((waiting && judged or taken_waiting && judged)
                                                    and waiting_for_advice > 0
                                                    and coalesce(waiting_since, since) > :patience
                                                    and (due <= :now or leased_until is not null)))
                                        """),
                        days)
                .param("now", now)
                .param("patience", patience)
                .list(row ->
                        unsettled.put(new DomainId(row.number("domain_id")), row.instant("since")));
        return unsettled;
    }

    /** Whether something that was asked for is on its way. */
    boolean isAnyAsked(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select exists (select from reclassification_queue
                            where account_id = :account
                                and (refresh_requested_at is not null or taken_refresh_requested_at is not null)) as asked
                        """)
                .one(row -> row.flag("asked"));
    }

    public void delete(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        with doomed as materialized (
                            select domain_id from reclassification_queue
                            where account_id = :account and domain_id = any(:domains)
                            order by domain_id for update)
                        delete from reclassification_queue u using doomed
                        where u.account_id = :account and u.domain_id = doomed.domain_id
                        """)
                .param("domains", ids(domains))
                .update();
    }

    /**
     * Returns when the account had no domain left that was due; when it was made, if it never had.
     */
    Optional<Instant> settled(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select coalesce(s.reclassified_at, a.created) as reclassified_at
                        from published.account a left join reclassified_account s using (account_id)
                        where a.account_id = :account
                        """)
                .optional(row -> row.instant("reclassified_at"));
    }

    /** Records that nothing of an account is due, if no domain of it is queued. */
    void settled(Scope scope, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into reclassified_account (account_id, reclassified_at)
                        select :account, :now where not exists (select from reclassification_queue
                            where account_id = :account
                                and (due <= :now or leased_until is not null))
                        on conflict (account_id) do update set reclassified_at = excluded.reclassified_at
                        """)
                .param("now", now)
                .update();
    }

    private ReclassificationClaim mark(Row row) throws SQLException {
        return new ReclassificationClaim(
                leases.lease(row),
                optionalDays(row, "fresh"),
                row.flag("taken_has_unresolved_addresses"),
                optionalDays(row, "waiting"),
                new UnknownAddresses(
                        row.number("waiting_addresses"), row.number("waiting_for_advice")),
                row.optionalInstant("taken_refresh_requested_at"),
                Math.toIntExact(row.number("attempts")));
    }

    private static Optional<Days> optionalDays(Row row, String name) throws SQLException {
        LocalDate first = row.optionalDay(name + "_from");
        LocalDate last = row.optionalDay(name + "_to");
        return first == null || last == null
                ? Optional.empty()
                : Optional.of(new Days(first, last));
    }

    /**
     * @param forAdvice whether advice rests on what is to be classified again
     * @param which of the rows of {@code domain}
     */
    private static String stale(String forAdvice, String which) {
        return """
        insert into reclassification_queue as u (account_id, domain_id, stale, for_advice, since, due)
        select account_id, id, daterange(:first, :last, '[]'), %s, :now, :soon from published.domain %s
        order by id
        on conflict (domain_id) do update set
            stale = range_merge(u.stale, excluded.stale),
            for_advice = u.for_advice or excluded.for_advice, since = %s, %s
        """
                .formatted(forAdvice, which, SINCE, DUE.formatted(SINCE));
    }

    private static Query patient(Query query, Patience patience) {
        return query.param("now", patience.now())
                .param("soon", patience.soon())
                .param("longest", patience.longest());
    }

    private static Query days(Query query, Days days) {
        return query.param("first", days.first()).param("last", days.last());
    }

    public static long[] ids(Collection<DomainId> domains) {
        return domains.stream().mapToLong(DomainId::value).sorted().toArray();
    }
}
