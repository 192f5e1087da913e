package org.mailvane.sources.evidence;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code domain_evidence} and {@code domain_networks}. */
@Repository
public class DomainEvidenceTable {

    /** The first day that is stored for what holds for all earlier days. */
    static final LocalDate ALWAYS = LocalDate.of(1, 1, 1);

    /** The day that is stored for what holds until something else is known. */
    static final LocalDate FOR_EVER = LocalDate.of(9999, 12, 31);

    private final Db db;

    DomainEvidenceTable(Db db) {
        this.db = db;
    }

    /**
     * Versions of what is known of a domain and of the row above it.
     *
     * @param above null where there is none
     */
    record Versions(DomainId id, long version, @Nullable DomainId above, long versionAbove) {}

    /** Returns the versions of these domains, by one short statement. */
    List<Versions> versions(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        select d.id, coalesce(e.version, 0) as version, d.parent_id,
                            coalesce(a.version, 0) as version_above
                        from published.domain d
                        left join domain_evidence e on e.domain_id = d.id
                        left join domain_evidence a on a.domain_id = d.parent_id
                        where d.account_id = :account and d.id = any(:ids)
                        """)
                .param("ids", numbers(ids))
                .list(row ->
                        new Versions(
                                new DomainId(row.number("id")),
                                row.number("version"),
                                above(row),
                                row.number("version_above")));
    }

    private static @Nullable DomainId above(Row row) throws SQLException {
        Long above = row.optionalNumber("parent_id");
        return above == null ? null : new DomainId(above);
    }

    /** Returns the networks of these domains, the earliest days first. */
    Map<DomainId, List<DomainFacts.Span>> networks(Scope scope, Collection<DomainId> ids) {
        Map<DomainId, List<DomainFacts.Span>> found = new HashMap<>();
        record Read(DomainId id, DomainFacts.Span span) {}
        db.as(scope)
                .sql(
                        """
                        select domain_id, valid_from, valid_to, networks from domain_networks
                        where account_id = :account and domain_id = any(:ids)
                        order by domain_id, valid_from
                        """)
                .param("ids", numbers(ids))
                .list(row -> new Read(new DomainId(row.number("domain_id")), span(row)))
                .forEach(read ->
                        found.computeIfAbsent(read.id(), id -> new ArrayList<>()).add(read.span()));
        return found;
    }

    private static DomainFacts.Span span(Row row) throws SQLException {
        List<IpNetwork> networks =
                row.texts("networks").stream()
                        .map(text -> IpNetwork.parse(text).orElseThrow())
                        .toList();
        return new DomainFacts.Span(
                row.day("valid_from"), row.day("valid_to"), new NetworkSet(networks));
    }

    /**
     * A domain whose SPF record may be looked up.
     *
     * @param failures lookups that have failed since the last success
     * @param due when it is to be looked up; the beginning of time where it never was
     */
    record LookUp(DomainId id, String name, int failures, Instant due) {

        /** Returns when it was looked up last; the time of {@link #due} tells it. */
        Instant last() {
            return due.minus(
                    failures == 0 ? SpfKeeper.KNOWN : LookupPauses.afterFailures(failures));
        }
    }

    /** These domains and the rows above them, as far as they are there. */
    List<LookUp> lookUps(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        select d.id, d.name, coalesce(e.spf_failures, 0) as failures, e.spf_due
                        from published.domain d left join domain_evidence e on e.domain_id = d.id
                        where d.account_id = :account and d.id in (
                            select unnest(array[c.id, c.parent_id]) from published.domain c
                            where c.account_id = :account and c.id = any(:ids))
                        order by d.id
                        """)
                .param("ids", numbers(ids))
                .list(row ->
                        new LookUp(
                                new DomainId(row.number("id")),
                                row.text("name"),
                                Math.toIntExact(row.number("failures")),
                                Optional.ofNullable(row.optionalInstant("spf_due"))
                                        .orElse(Instant.EPOCH)));
    }

    /**
     * Returns when the next of these domains and of the rows above them is due that failed last.
     */
    Optional<Instant> nextTry(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        select min(spf_due) as next from domain_evidence
                        where account_id = :account and spf_failures > 0 and domain_id in (
                            select unnest(array[c.id, c.parent_id]) from published.domain c
                            where c.account_id = :account and c.id = any(:ids))
                        """)
                .param("ids", numbers(ids))
                .one(row -> Optional.ofNullable(row.optionalInstant("next")));
    }

    /** Returns a domain and those right below it, in ascending order. */
    List<DomainId> withBelow(Scope scope, DomainId id) {
        return db.as(scope)
                .sql(
                        """
                        select id from published.domain
                        where account_id = :account and (id = :id or parent_id = :id) order by id
                        """)
                .param("id", id.value())
                .list(row -> new DomainId(row.number("id")));
    }

    /** Notes that a lookup succeeded. */
    void succeeded(Scope scope, DomainId id, Instant now, Instant due) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_evidence
                            (account_id, domain_id, spf_checked, spf_due, spf_failures)
                        values (:account, :id, :now, :due, 0)
                        on conflict (domain_id) do update set
                            spf_checked = excluded.spf_checked, spf_due = excluded.spf_due,
                            spf_failures = 0
                        """)
                .param("id", id.value())
                .param("now", now)
                .param("due", due)
                .update();
    }

    /** Notes that a lookup failed. */
    void failed(Scope scope, DomainId id, int failures, Instant due) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_evidence (account_id, domain_id, spf_due, spf_failures)
                        values (:account, :id, :due, :failures)
                        on conflict (domain_id) do update set
                            spf_due = excluded.spf_due, spf_failures = excluded.spf_failures
                        """)
                .param("id", id.value())
                .param("due", due)
                .param("failures", failures)
                .update();
    }

    /**
     * Notes that something of what is known of these domains changes, within the transaction that
     * runs on this thread, in which they are locked.
     */
    public void raiseVersions(Scope scope, Collection<DomainId> ids) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_evidence (account_id, domain_id, spf_due)
                        select :account, unnest(:ids), timestamptz 'epoch'
                        on conflict (domain_id) do update
                        set version = nextval('evidence_version')
                        """)
                .param("ids", numbers(ids))
                .update();
    }

    /** Ends what holds for a domain before a day; what began on that day or later goes. */
    void endNetworks(Scope scope, DomainId id, LocalDate day) {
        db.as(scope)
                .sql(
                        """
                        delete from domain_networks where account_id = :account
                            and domain_id = :id and valid_from >= :day
                        """)
                .param("id", id.value())
                .param("day", day)
                .update();
        db.as(scope)
                .sql(
                        """
                        update domain_networks set valid_to = :day where account_id = :account
                            and domain_id = :id and valid_to > :day
                        """)
                .param("id", id.value())
                .param("day", day)
                .update();
    }

    /** Adds networks that hold from a day on. */
    void addNetworks(Scope scope, DomainId id, LocalDate from, Collection<IpNetwork> networks) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_networks
                            (account_id, domain_id, valid_from, valid_to, networks)
                        values (:account, :id, :from, :to, :networks)
                        """)
                .param("id", id.value())
                .param("from", from)
                .param("to", FOR_EVER)
                .param(
                        "networks",
                        networks.stream().map(IpNetwork::toString).toArray(String[]::new))
                .update();
    }

    /** Deletes networks that were valid before a day only. */
    void forgetNetworks(Scope scope, DomainId id, LocalDate before) {
        db.as(scope)
                .sql(
                        """
                        delete from domain_networks where account_id = :account
                            and domain_id = :id and valid_to <= :before
                        """)
                .param("id", id.value())
                .param("before", before)
                .update();
    }

    void delete(Scope scope, Collection<DomainId> ids) {
        for (String table : List.of("domain_evidence", "domain_networks")) {
            db.as(scope)
                    .sql(
                            "delete from "
                                    + table
                                    + " where account_id = :account and domain_id = any(:ids)")
                    .param("ids", numbers(ids))
                    .update();
        }
    }

    static long[] numbers(Collection<DomainId> ids) {
        return ids.stream().mapToLong(DomainId::value).toArray();
    }
}
