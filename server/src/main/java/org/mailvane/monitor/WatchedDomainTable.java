package org.mailvane.monitor;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.jobs.QueueTurns.Turn;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.traffic.sums.SeenSelectors.Seen;
import org.springframework.stereotype.Repository;

/** SQL of {@code watched_domain}: the queue of domains whose records are to be looked up. */
@Repository
class WatchedDomainTable {

    private static final String READ =
            """
            select w.account_id, w.domain_id, w.dmarc_due, w.full_due, w.generation, w.request_seq,
                d.name, d.selectors, w.seen_selectors, w.more_selectors, d.is_verified,
                w.reports_here_since is not null as reports_here
            from taken w join published.domain d on d.id = w.domain_id
            """;

    private static final String DUE = "least(dmarc_due, full_due) <= :now and " + LeaseQueue.FREE;

    private final Db db;
    private final SystemDb system;
    private final LeaseQueue leases;

    WatchedDomainTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
        this.leases = new LeaseQueue(db, system, "watched_domain", "domain_id");
    }

    /** Begins to watch domains; those that are watched already stay as they are. */
    void add(Scope scope, Collection<DomainId> domains, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into watched_domain (account_id, domain_id, dmarc_due, full_due)
                        select :account, id, cast(:now as timestamptz), cast(:now as timestamptz)
                        from unnest(:domains) d(id)
                        on conflict (domain_id) do nothing
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .param("now", now)
                .update();
    }

    /** Takes domains that are due, those that are due longest first. */
    List<WatchedDomain> claim(int limit, Instant now, Instant leaseEnd) {
        return claim("", limit, now, leaseEnd);
    }

    /** As {@link #claim(int, Instant, Instant)}, only those that people have asked for. */
    List<WatchedDomain> claimRequested(int limit, Instant now, Instant leaseEnd) {
        return claim("requested and ", limit, now, leaseEnd);
    }

    private List<WatchedDomain> claim(String condition, int limit, Instant now, Instant leaseEnd) {
        return leases.claim(
                        """
                        select domain_id from watched_domain where %s%s
                        order by least(dmarc_due, full_due) limit :limit for update skip locked
                        """
                                .formatted(condition, DUE),
                        "",
                        READ,
                        leaseEnd)
                .param("now", now)
                .param("limit", limit)
                .list(this::domain);
    }

    /**
     * Takes domains of some accounts that are due, of each so many, those that are due longest
     * first.
     */
    List<WatchedDomain> claim(List<Turn> turns, int each, Instant now, Instant leaseEnd) {
        return leases.claim(
                        """
                        select q.domain_id from unnest(:accounts) t(id)
                        cross join lateral (
                            select domain_id from watched_domain
                            where account_id = t.id and %s
                            order by least(dmarc_due, full_due)
                            limit :each for update skip locked) q
                        """
                                .formatted(DUE),
                        "",
                        READ,
                        leaseEnd)
                .param("now", now)
                .param("accounts", turns.stream().mapToLong(Turn::accountId).toArray())
                .param("each", each)
                .list(this::domain);
    }

    /**
     * An account with watched domains.
     *
     * @param due whether one of them is due; somebody may look it up already
     */
    record Watcher(long accountId, boolean due) {}

    /**
     * Accounts that have domains, in ascending order.
     *
     * @param after the last that is known already; 0: none
     */
    List<Watcher> accounts(long after, int limit, Instant now) {
        // One look into the index for each account, however many domains it has.
        return system.sql(
                        """
                        with recursive account(id, due, n) as (
                            (select account_id, least(dmarc_due, full_due), 1 from watched_domain
                                where account_id > :after
                                order by account_id, least(dmarc_due, full_due) limit 1)
                            union all
                            select next.account_id, next.due, a.n + 1
                            from account a cross join lateral (
                                select w.account_id, least(w.dmarc_due, w.full_due) as due
                                from watched_domain w where w.account_id > a.id
                                order by w.account_id, least(w.dmarc_due, w.full_due) limit 1) next
                            where a.n < :limit)
                        select id, due <= :now as is_due from account order by id
                        """)
                .param("after", after)
                .param("limit", limit)
                .param("now", now)
                .list(row -> new Watcher(row.number("id"), row.flag("is_due")));
    }

    /**
     * What is due.
     *
     * @param domains how many domains
     * @param oldest when the first of them was due; now, where none is
     */
    record Backlog(long domains, Instant oldest) {}

    /** Returns what is due, without counting more domains than that. */
    Backlog backlog(Instant now, int most) {
        return system.sql(
                        """
                        select count(*) as domains, coalesce(min(due), :now) as oldest
                        from (select least(dmarc_due, full_due) as due from watched_domain
                            where least(dmarc_due, full_due) <= :now
                            order by least(dmarc_due, full_due) limit :most) w
                        """)
                .param("now", now)
                .param("most", most)
                .one(row -> new Backlog(row.number("domains"), row.instant("oldest")));
    }

    /** Takes this domain, even if another worker has it. */
    Optional<WatchedDomain> take(Scope scope, DomainId id, Instant leaseEnd) {
        return leases.claim(
                        scope,
                        """
                        select domain_id from watched_domain
                        where account_id = :account and domain_id = :id\
                        """,
                        "",
                        READ,
                        leaseEnd)
                .param("id", id.value())
                .optional(this::domain);
    }

    /** When a domain is looked up next. */
    record Next(Instant dmarcDue, Instant fullDue, Seen seen, boolean reportsHere) {}

    /** Gives a domain back; false where another has taken it meanwhile. */
    boolean giveBack(WatchedDomain domain, Next next, Instant now) {
        return leases.giveBack(
                                domain.lease(),
                                """
                                dmarc_due = case when request_seq = :request_seq
                                    then cast(:dmarcDue as timestamptz) else :now end,
                                full_due = case when request_seq = :request_seq
                                    then cast(:fullDue as timestamptz) else :now end,
                                requested = requested and request_seq <> :request_seq,
                                seen_selectors = :selectors, more_selectors = :more,
                                reports_here_since = case when :reportsHere
                                    then coalesce(reports_here_since, cast(:now as timestamptz))
                                    else reports_here_since end\
                                """)
                        .param("dmarcDue", next.dmarcDue())
                        .param("fullDue", next.fullDue())
                        .param("request_seq", domain.wishes())
                        .param("selectors", next.seen().selectors().toArray(String[]::new))
                        .param("more", next.seen().more())
                        .param("reportsHere", next.reportsHere())
                        .param("now", now)
                        .update()
                == 1;
    }

    /** Gives a domain back as if it had not been taken. */
    void release(WatchedDomain domain) {
        leases.giveBack(domain.lease(), "").update();
    }

    /**
     * Has a domain's DMARC record looked up for a person, as soon as a worker can. A worker that is
     * looking it up now has begun too early to know of this: everything is looked up once more
     * after that.
     */
    void hasten(Scope scope, DomainId id, Instant now) {
        db.as(scope)
                .sql(
                        """
                        update watched_domain
                        set dmarc_due = least(dmarc_due, :now), request_seq = request_seq + 1,
                            requested = true
                        where account_id = :account and domain_id = :id
                        """)
                .param("id", id.value())
                .param("now", now)
                .update();
    }

    /**
     * As {@link #hasten}, for the domains below one whose own record has changed: those without
     * their own record have had that one, or may have it now.
     */
    void hastenBelow(Scope scope, DomainId parent, Instant now) {
        db.as(scope)
                .sql(
                        """
                        with below as materialized (
                            select w.domain_id from watched_domain w
                            join published.domain d on d.id = w.domain_id
                            join watched_record r on r.domain_id = w.domain_id
                                and r.kind = 'dmarc' and r.selector = ''
                            where w.account_id = :account and d.account_id = :account
                                and d.parent_id = :parent and r.state not in ('present', 'error')
                            order by w.domain_id for update of w)
                        update watched_domain w
                        set dmarc_due = least(w.dmarc_due, :now), request_seq = w.request_seq + 1
                        from below b where b.domain_id = w.domain_id
                        """)
                .param("parent", parent.value())
                .param("now", now)
                .update();
    }

    /** As {@link #hasten}, of everything. */
    void hastenAll(Scope scope, DomainId id, Instant now) {
        db.as(scope)
                .sql(
                        """
                        update watched_domain
                        set full_due = least(full_due, :now), request_seq = request_seq + 1,
                            requested = true
                        where account_id = :account and domain_id = :id
                        """)
                .param("id", id.value())
                .param("now", now)
                .update();
    }

    /** Ends all leases: for the start of a server that is known to be the only one. */
    void endLeases() {
        leases.endLeases(LeaseQueue.LEASED, "").update();
    }

    private WatchedDomain domain(Row row) throws SQLException {
        return new WatchedDomain(
                leases.lease(row),
                new DomainName(row.text("name")),
                row.texts("selectors"),
                new Seen(row.texts("seen_selectors"), row.flag("more_selectors")),
                row.flag("is_verified"),
                row.instant("dmarc_due"),
                row.instant("full_due"),
                row.number("request_seq"),
                row.flag("reports_here"));
    }
}
