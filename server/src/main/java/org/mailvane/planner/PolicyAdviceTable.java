package org.mailvane.planner;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.PlannedDomain.Remembered;
import org.mailvane.planner.PolicyAdvice.Share;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code policy_advice}, whose rows go with their domains: what is shown, and the queue of
 * what is to be worked out. Code that marks several writes them in ascending order, and skips
 * domains that are being deleted: only that locks a domain against a share of its key.
 */
@Repository
class PolicyAdviceTable {

    /**
     * A domain {@code d} that the list shows. Most are top level, and nothing is looked up for
     * these.
     */
    static final String SHOWN =
            """
            (d.top_level or exists (select from published.watched_record own where own.domain_id = d.id
                and own.account_id = d.account_id and own.kind = 'dmarc' and own.selector = ''
                and own.state in ('present', 'error')))\
            """;

    /** A domain's advice, which is wide: lists choose their domains first. */
    private static final String ADVICE =
            " left join policy_advice a on a.account_id = :account and a.domain_id = d.id ";

    /** SQL of the rows {@code d} that :ids are of, and of the rows above them. */
    private static final String WITH_ABOVE =
            """
            and d.id in (select id from published.domain where account_id = :account
                    and id = any(:ids)
                union select parent_id from published.domain where account_id = :account
                    and id = any(:ids)
                union select above.id from published.domain below
                    cross join lateral (
                        select string_to_array(below.name, '.') as list) labels
                    cross join lateral generate_series(2, cardinality(labels.list)) i
                    join published.domain above on above.account_id = :account
                        and above.name = array_to_string(labels.list[i\\:], '.')
                    where below.account_id = :account and below.id = any(:ids))\
            """;

    /**
     * A row that is taken is not due before its lease ends: the index of what is due stays small.
     */
    private static final String TAKING = "due = :leaseEnd";

    private static final String TAKEN =
            "select account_id, domain_id, generation, changes from taken";

    private final Db db;
    private final SystemDb system;
    private final LeaseQueue leases;

    PolicyAdviceTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
        this.leases = new LeaseQueue(db, system, "policy_advice", "domain_id");
    }

    static long[] numbers(Collection<DomainId> ids) {
        return ids.stream().mapToLong(DomainId::value).sorted().toArray();
    }

    /** Adds what is asked of the advice, and which domains alone the list is of. */
    private static Conditions conditions(
            Conditions where, PolicyDomainFilter filter, Optional<List<DomainId>> only) {
        where.add("d.id = any(:only)", "only", only.map(PolicyAdviceTable::numbers).orElse(null));
        where.add("coalesce(a.ready and a.settled, false) = :ready", "ready", filter.policyReady());
        where.add(
                "coalesce(a.ready and a.settled and a.recommendation <> 'maintain', false) = :raise",
                "raise",
                filter.raise());
        Recommendation recommendation = filter.recommendation();
        where.add(
                "case when a.settled then a.recommendation else 'monitor' end = :recommendation",
                "recommendation",
                recommendation == null ? null : recommendation.code());
        return where;
    }

    /** Returns the rows; the advice is looked at only where something is asked of it. */
    private static String from(PolicyDomainFilter filter, Ordering<PolicyDomainOrder> ordering) {
        boolean isAsked =
                filter.policyReady() != null
                        || filter.raise() != null
                        || filter.recommendation() != null
                        || ordering.keys().stream().anyMatch(key -> key.field().isOfAdvice());
        return " from published.domain d"
                + (isAsked ? ADVICE : " ")
                + "where d.account_id = :account and "
                + SHOWN;
    }

    /**
     * Returns how many domains there are.
     *
     * @param where which of those that the caller may see, as conditions of {@code d}
     */
    long count(
            Scope scope,
            Conditions where,
            PolicyDomainFilter filter,
            Optional<List<DomainId>> only) {
        Conditions all = conditions(where, filter, only);
        return all.bind(
                        db.as(scope)
                                .sql(
                                        "select count(*)"
                                                + from(filter, Ordering.none())
                                                + all.text()))
                .one(row -> row.number("count"));
    }

    /** Returns some of them, by name where no order is asked for. */
    List<PolicyDomain> list(
            Scope scope,
            Conditions where,
            PolicyDomainFilter filter,
            Optional<List<DomainId>> only,
            Ordering<PolicyDomainOrder> ordering,
            Window window) {
        Conditions all = conditions(where, filter, only);
        String text =
                """
                select d.id, d.name, d.records_dmarc, a.* from published.domain d
                join unnest(array(select d.id%s%s order by %s limit :limit offset :offset))
                    with ordinality page(id, place) on page.id = d.id%s
                where d.account_id = :account order by page.place
                """
                        .formatted(
                                from(filter, ordering),
                                all.text(),
                                ordering.sql(PolicyDomainOrder::column, "d.name"),
                                ADVICE);
        return all.bind(db.as(scope).sql(text))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(row ->
                        new PolicyDomain(
                                new DomainId(row.number("id")),
                                new DomainName(row.text("name")),
                                row.text("records_dmarc"),
                                advice(row)));
    }

    /**
     * Returns the advice of a domain that the caller may read, whether or not the list shows it.
     */
    Optional<PolicyAdvice> find(Scope scope, DomainId id) {
        return db.as(scope)
                .sql(
                        """
                        select a.*
                        from published.domain d left join policy_advice a on a.domain_id = d.id
                        where d.account_id = :account and d.id = :id and %s
                        """
                                .formatted(DomainAccess.readable(scope, "d")))
                .param("id", id.value())
                .optional(PolicyAdviceTable::advice);
    }

    private static PolicyAdvice advice(Row row) throws SQLException {
        Instant judged = row.optionalInstant("judged");
        if (judged == null) {
            return PolicyAdvice.NOT_JUDGED;
        }
        PolicyAdvice advice = advice(row, judged);
        return advice.settled() ? advice : advice.unsettled();
    }

    private static PolicyAdvice advice(Row row, Instant judged) throws SQLException {
        return new PolicyAdvice(
                judged,
                Recommendation.ofCode(row.text("recommendation")),
                row.flag("ready"),
                passages(row, "blocking"),
                passages(row, "met"),
                passages(row, "notes"),
                SenderEvidenceJson.read(row.text("sources")),
                row.text("policy"),
                row.text("subdomain_policy"),
                row.flag("via_organization"),
                row.text("recommended_record"),
                Math.toIntExact(row.number("days_observed")),
                new DomainCounts(
                        row.number("capable"),
                        row.number("non_compliant"),
                        row.number("forwarded"),
                        row.number("threat")),
                row.number("forwarded_failed"),
                row.number("lost"),
                new Share(
                        new MessageSums(
                                row.number("counted"),
                                row.number("passed"),
                                row.number("passed_spf"),
                                row.number("passed_dkim")),
                        row.number("counted_spf"),
                        row.number("counted_dkim")),
                row.number("unverified"),
                row.flag("settled"));
    }

    private static List<Passage> passages(Row row, String column) throws SQLException {
        return row.texts(column).stream().map(MessageJson::read).toList();
    }

    private static String[] stored(List<Passage> passages) {
        return passages.stream().map(MessageJson::write).toArray(String[]::new);
    }

    /**
     * Has domains worked out at once, those of them that the list shows, and the rows above them,
     * for which their messages may count, or have counted: the organisation's, and those at names
     * above.
     *
     * @param again when they are to be worked out once more; null: when they were to be anyway
     */
    void mark(Scope scope, Collection<DomainId> ids, Instant now, @Nullable Instant again) {
        marking(scope, WITH_ABOVE, now, again).param("ids", numbers(ids)).update();
    }

    /** The same for all domains of an account. */
    void markAll(Scope scope, Instant now, Instant again) {
        marking(scope, "", now, again).update();
    }

    /**
     * Notes that rows by which a domain and those above it are judged are being classified: what
     * was worked out does not hold until they are judged again.
     *
     * @param due when they are at the latest
     */
    void unsettle(Scope scope, DomainId domain, Instant due) {
        db.as(scope)
                .sql(
                        """
                        with chosen as materialized (
                            select a.domain_id from policy_advice a
                            join published.domain d on d.account_id = :account and d.id = a.domain_id
                            where a.account_id = :account %s
                            order by a.domain_id for update of a)
                        update policy_advice a set settled = false, due = least(a.due, :due),
                            changes = a.changes + 1
                        from chosen c where c.domain_id = a.domain_id
                        """
                                .formatted(WITH_ABOVE))
                .param("ids", numbers(List.of(domain)))
                .param("due", due)
                .update();
    }

    /**
     * Has a domain, and those above it, worked out at once where that waits for rows to be
     * classified; answers whether any does.
     */
    boolean judgeUnsettled(Scope scope, DomainId domain, Instant now) {
        return db.as(scope)
                        .sql(
                                """
                                with chosen as materialized (
                                    select a.domain_id from policy_advice a
                                    join published.domain d on d.account_id = :account and d.id = a.domain_id
                                    where a.account_id = :account and not a.settled
                                        and a.due > :now and a.leased_until is null %s
                                    order by a.domain_id for update of a skip locked)
                                update policy_advice a set due = :now
                                from chosen c where c.domain_id = a.domain_id
                                """
                                        .formatted(WITH_ABOVE))
                        .param("ids", numbers(List.of(domain)))
                        .param("now", now)
                        .update()
                > 0;
    }

    private Query marking(Scope scope, String which, Instant now, @Nullable Instant again) {
        return db.as(scope)
                .sql(
                        """
                        insert into policy_advice as a (account_id, domain_id, due, again)
                        select :account, d.id, :now, cast(:again as timestamptz)
                        from published.domain d
                        where d.account_id = :account and %s %s
                        order by d.id for key share of d skip locked
                        on conflict (domain_id) do update set due = least(a.due, excluded.due),
                            again = coalesce(excluded.again, a.again), changes = a.changes + 1
                        """
                                .formatted(SHOWN, which))
                .param("now", now)
                .param("again", again);
    }

    /** Gives new domains of an account a row. */
    void add(Scope scope, Collection<DomainId> domains, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into policy_advice (account_id, domain_id, due)
                        select :account, id, :now from published.domain
                        where account_id = :account and id = any(:ids) and top_level
                        order by id for key share skip locked
                        on conflict (domain_id) do nothing
                        """)
                .param("ids", numbers(domains))
                .param("now", now)
                .update();
    }

    /**
     * Gives a row to all domains that the list shows, of any account: those that are top level, and
     * those that have their own record.
     */
    void addMissing(Instant now) {
        system.sql(
                        """
                        insert into policy_advice (account_id, domain_id, due)
                        select d.account_id, d.id, :now from published.domain d
                        where not exists (select from policy_advice a where a.domain_id = d.id)
                            and (d.top_level or d.id in (select domain_id from published.watched_record
                                where kind = 'dmarc' and selector = ''
                                    and state in ('present', 'error')))
                        order by d.id for key share of d skip locked
                        on conflict (domain_id) do nothing
                        """)
                .param("now", now)
                .update();
    }

    /**
     * Has domains worked out of which reports came since they were judged: those of which nothing
     * was known at once, others when that is some time ago.
     *
     * @param before judged before then
     */
    void markReported(Instant now, Instant before, Instant again) {
        system.sql(
                        """
                        with chosen as materialized (
                            select a.domain_id from policy_advice a
                            join published.domain d on d.id = a.domain_id
                            where a.judged < d.last_upload_time and d.last_upload_time <= :now
                                and a.due > :now
                                and a.leased_until is null
                                and (a.judged < :before or a.days_observed = 0
                                    or cast(a.capable as numeric) + a.non_compliant + a.forwarded + a.threat = 0)
                            order by a.domain_id for update of a skip locked)
                        update policy_advice a set due = :now, again = :again
                        from chosen c where c.domain_id = a.domain_id
                        """)
                .param("now", now)
                .param("before", before)
                .param("again", again)
                .update();
    }

    /**
     * A row that a worker has.
     *
     * @param changes how often it had been marked when it was taken
     */
    record Taken(Lease lease, long changes) {

        Scope scope() {
            return lease.scope();
        }

        DomainId domain() {
            return new DomainId(lease.id());
        }
    }

    /** Takes rows that are due, those first that have been so for longest. */
    List<Taken> claim(Instant now, Instant leaseEnd, int limit) {
        return leases.claim(
                        """
                        select domain_id from policy_advice where due <= :now and %s
                        order by due, domain_id limit :limit for update skip locked
                        """
                                .formatted(LeaseQueue.FREE),
                        TAKING,
                        TAKEN,
                        leaseEnd)
                .param("now", now)
                .param("limit", limit)
                .list(this::taken);
    }

    /** Takes a domain's row also from a worker that has it; nothing where it has none. */
    Optional<Taken> take(Scope scope, DomainId domain, Instant leaseEnd) {
        return leases.claim(
                        scope,
                        """
                        select domain_id from policy_advice
                        where account_id = :account and domain_id = :domain\
                        """,
                        TAKING,
                        TAKEN,
                        leaseEnd)
                .param("domain", domain.value())
                .optional(this::taken);
    }

    private Taken taken(Row row) throws SQLException {
        return new Taken(leases.lease(row), row.number("changes"));
    }

    /**
     * Stores what was worked out; answers false when the row is another worker's by now, or gone,
     * or was marked meanwhile, so that the domain is worked out once more.
     *
     * @param next when the domain is to be worked out again, unless it was marked meanwhile
     */
    boolean finish(
            Taken taken, PolicyAdvice advice, Remembered remembered, Instant now, Instant next) {
        DomainCounts counts = advice.counts();
        Share share = advice.share();
        return leases.own(
                        taken.lease(),
                        """
                        update policy_advice set leased_until = null, judged = :now,
                            due = case when changes <> :changes then :now
                                when again > :now then least(again, :next) else :next end,
                            again = case when again > :now then again end,
                            observed_since = cast(:since as date), levels = :levels,
                            levels_since = cast(:levelsSince as date),
                            subdomains_since = cast(:subdomainsSince as date),
                            recommendation = :recommendation, ready = :ready,
                            blocking = :blocking, met = :met, notes = :notes,
                            sources = cast(:sources as jsonb), policy = :policy,
                            subdomain_policy = :subdomains, via_organization = :via,
                            recommended_record = :record, days_observed = :days,
                            capable = :capable, non_compliant = :nonCompliant,
                            forwarded = :forwarded,
                            forwarded_failed = :forwardedFailed, lost = :lost, threat = :threat, counted = :counted,
                            counted_spf = :countedSpf, counted_dkim = :countedDkim,
                            passed = :passed, passed_spf = :passedSpf,
                            passed_dkim = :passedDkim, unverified = :unverified,
                            settled = :settled and changes = :changes
                        where %s returning changes = :changes as latest
                        """)
                .param("now", now)
                .param("changes", taken.changes())
                .param("next", next)
                .param("since", remembered.observedSince())
                .param("levels", remembered.levels())
                .param("levelsSince", remembered.levelsSince())
                .param("subdomainsSince", remembered.subdomainsSince())
                .param("recommendation", advice.recommendation().code())
                .param("ready", advice.ready())
                .param("blocking", stored(advice.blocking()))
                .param("met", stored(advice.met()))
                .param("notes", stored(advice.notes()))
                .param("sources", SenderEvidenceJson.write(advice.sources()))
                .param("policy", advice.policy())
                .param("subdomains", advice.subdomainPolicy())
                .param("via", advice.viaOrganization())
                .param("record", advice.recommendedRecord())
                .param("days", advice.daysObserved())
                .param("capable", counts.capable())
                .param("nonCompliant", counts.nonCompliant())
                .param("forwarded", counts.forwarded())
                .param("forwardedFailed", advice.forwardedFailed())
                .param("lost", advice.lost())
                .param("threat", counts.threatOrUnknown())
                .param("counted", share.counted().messages())
                .param("countedSpf", share.ofSpf())
                .param("countedDkim", share.ofDkim())
                .param("passed", share.counted().dmarc())
                .param("passedSpf", share.counted().spf())
                .param("passedDkim", share.counted().dkim())
                .param("unverified", advice.unverified())
                .param("settled", advice.settled())
                .optional(row -> row.flag("latest"))
                .orElse(false);
    }

    /**
     * Removes the row of a domain that is not shown; answers false where it is another's by now.
     */
    boolean delete(Taken taken) {
        return leases.own(taken.lease(), "delete from policy_advice where %s").update() == 1;
    }

    /** Gives a row back that was not worked out. */
    void release(Taken taken, Instant nextTry) {
        leases.giveBack(taken.lease(), "due = :nextTry").param("nextTry", nextTry).update();
    }

    /** Ends all leases: for the start of a server that is known to be the only one. */
    void endLeases(Instant now) {
        leases.endLeases(LeaseQueue.LEASED, "due = :now").param("now", now).update();
    }
}
