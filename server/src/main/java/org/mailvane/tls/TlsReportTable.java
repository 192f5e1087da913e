package org.mailvane.tls;

import java.sql.Date;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.mailvane.reporters.Reporters;
import org.mailvane.reporters.Vouching;
import org.mailvane.reporters.VouchingDomains;
import org.mailvane.reports.Remark;
import org.springframework.stereotype.Repository;

/** SQL of {@code tls_report}. */
@Repository
class TlsReportTable {

    /** Adds to the policies' sums what counts now of parts {@code changed}, or takes it off. */
    private static final String SUMS_FOLLOW =
            """
            sums as materialized (
                select t.domain_id, t.policy_id,
                    sum(case when c.failed then -t.successful else t.successful end) as successful,
                    sum(case when c.failed then -t.failed else t.failed end) as failed,
                    sum(case when c.failed then -1 else 1 end) as counted,
                    max(t.seen) filter (where not c.failed) as seen
                from changed c join tls_result t on t.account_id = :account
                    and t.domain_id = c.domain_id and t.report_id = c.id
                where c.failed <> c.was_failed
                group by t.domain_id, t.policy_id),
            locked as materialized (
                select p.domain_id, p.id from tls_policy p
                where p.account_id = :account and (p.domain_id, p.id) in
                    (select domain_id, policy_id from sums)
                order by p.domain_id, p.p_domain collate "C", p.p_type, p.sts_p_mode
                for update)
            update tls_policy p set
                sum_success = least(greatest(0, p.sum_success + s.successful), :max),
                sum_failed = least(greatest(0, p.sum_failed + s.failed), :max),
                counted = p.counted + s.counted,
                last_seen = greatest(p.last_seen, s.seen)
            from locked l join sums s on s.domain_id = l.domain_id and s.policy_id = l.id
            where p.domain_id = l.domain_id and p.id = l.id
            """;

    private final Db db;
    private final Reporters reporters;
    private final VouchingDomains vouchers;

    TlsReportTable(Db db, Reporters reporters, VouchingDomains vouchers) {
        this.db = db;
        this.reporters = reporters;
        this.vouchers = vouchers;
    }

    /**
     * Adds those parts whose key is not there yet with their voucher; of several such the first.
     *
     * @return numbers of those added, by their place in the list
     */
    Map<Integer, Long> insert(Scope scope, List<NewPart> parts, Instant received) {
        Map<Integer, Long> added = new HashMap<>();
        if (parts.isEmpty()) {
            return added;
        }
        // Numbers are given out first: what is added does not say which of the rows given it was.
        Query query =
                db.as(scope)
                        .sql(
                                """
                                with numbered as materialized (
                                    select nextval(pg_get_serial_sequence('tls_report', 'id')) as id,
                                        r.*
                                    from unnest(:domains, :names, :reporters, :reportIds, :begins,
                                        :ends, cast(:hashes as uuid[]), :raws, :contacts,
                                        :notStored, :remarks, :failed, :verified, :fromDomains,
                                        :vouchers, :implausible)
                                    with ordinality r(domain_id, policy_domain, reporter, report_id,
                                        begin_at, end_at, content_hash, raw_id, contact_info,
                                        not_stored, remarks, failed, verified, from_domain, voucher,
                                        implausible, place)),
                                added as (
                                    insert into tls_report (account_id, domain_id, id, policy_domain,
                                        reporter, report_id, begin_at, end_at, content_hash, raw_id,
                                        received, contact_info, not_stored, remarks, failed,
                                        verified, from_domain, voucher, implausible)
                                    overriding system value
                                    select :account, domain_id, id, policy_domain, reporter,
                                        report_id, to_timestamp(begin_at), to_timestamp(end_at),
                                        content_hash, raw_id, cast(:received as timestamptz),
                                        contact_info, not_stored, cast(remarks as text[]), failed,
                                        verified, from_domain, voucher, implausible
                                    from numbered
                                    order by place
                                    on conflict (domain_id, begin_at, end_at, reporter, report_id,
                                        policy_domain, voucher, failed, verified) do nothing
                                    returning id)
                                select place, id from added join numbered using (id)
                                """)
                        .param("received", received);
        authentications(keys(query, parts), parts)
                .param("raws", parts.stream().map(p -> p.incoming().rawId()).toArray(Long[]::new))
                .param("contacts", texts(parts, p -> p.report().contactInfo()))
                .param("notStored", numbers(parts, NewPart::notStored))
                .param("remarks", texts(parts, TlsReportTable::remarks))
                .list(row -> added.put((int) row.number("place") - 1, row.number("id")));
        return added;
    }

    /**
     * A part that is stored under the key of one that comes in.
     *
     * @param domain its row
     * @param same whether both have the same content
     * @param voucher who is noted to vouch for it
     * @param vouching who vouches for it
     * @param unanswered whether it came by the same mail, whose authentication showed less before
     */
    record Stored(
            DomainId domain,
            long id,
            boolean same,
            String voucher,
            Vouching vouching,
            boolean unanswered) {}

    /**
     * What is stored under the key of a part.
     *
     * @param vouching who vouches for the part
     */
    record Rivals(String voucher, Vouching vouching, List<Stored> stored) {

        /** Returns the stored parts that can't be there together with this one. */
        List<Stored> contested() {
            return stored.stream()
                    .filter(there ->
                            voucher.equals(there.voucher()) || !vouching.isApart(there.vouching()))
                    .toList();
        }

        /** Whether this part is believed rather than a stored one that contradicts it. */
        boolean outranks(Stored there) {
            return vouching.outranks(there.vouching());
        }

        /** Whether a stored one with the same content has what the mail of this one shows. */
        boolean showsMoreOf(Stored there) {
            return outranks(there) || there.unanswered();
        }
    }

    /**
     * Returns what is stored under the keys of these parts, by their place in the list: with their
     * row, or with one above it that their domain counted with before it got its own. Parts under
     * whose key nothing is stored are left out.
     */
    Map<Integer, Rivals> rivals(Scope scope, List<NewPart> parts) {
        Map<Integer, Rivals> rivals = new HashMap<>();
        List<Long> places = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            places.add(i + 1L);
            rows.add(parts.get(i).domain().value());
            for (DomainId above : parts.get(i).above()) {
                places.add(i + 1L);
                rows.add(above.value());
            }
        }
        if (places.isEmpty()) {
            return rivals;
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                with accepted as materialized (
                                    select distinct domain from published.reporter
                                    where account_id = :account and trust <> 'default'
                                        and trust = 'accepted' and decided_by <> 'known'
                                        and domain <> '')
                                select g.place, r.domain_id, r.id,
                                    r.content_hash = g.content_hash as same, r.failed, r.verified,
                                    r.from_domain, r.voucher,
                                    r.from_domain in (select domain from accepted) as accepted,
                                    g.from_domain in (select domain from accepted) as new_accepted,
                                    coalesce(r.raw_id = g.raw_id, false)
                                        and (r.failed, r.verified) <> (g.failed, g.verified)
                                        as unanswered
                                from unnest(:domains, :names, :reporters, :reportIds, :begins, :ends,
                                        cast(:hashes as uuid[]), :raws, :failed, :verified,
                                        :fromDomains)
                                    with ordinality g(domain_id, policy_domain, reporter, report_id,
                                        begin_at, end_at, content_hash, raw_id, failed, verified,
                                        from_domain, place)
                                join unnest(:places, :rows) a(place, domain_id)
                                    on a.place = g.place
                                join tls_report r on r.account_id = :account
                                    and r.domain_id = a.domain_id
                                    and r.policy_domain = g.policy_domain
                                    and r.begin_at = to_timestamp(g.begin_at)
                                    and r.end_at = to_timestamp(g.end_at)
                                    and r.reporter = g.reporter
                                    and r.report_id = g.report_id
                                order by g.place, r.domain_id = g.domain_id desc, r.id
                                """)
                        .param("places", places.toArray(Long[]::new))
                        .param("rows", rows.toArray(Long[]::new));
        authentications(keys(query, parts), parts)
                .param("raws", parts.stream().map(p -> p.incoming().rawId()).toArray(Long[]::new))
                .forEach(row -> {
                    int place = (int) row.number("place") - 1;
                    Rivals own = rivals.get(place);
                    if (own == null) {
                        IncomingTls incoming = parts.get(place).incoming();
                        String voucher = incoming.voucher();
                        own =
                                new Rivals(
                                        voucher,
                                        vouching(
                                                incoming.failed(),
                                                incoming.verified(),
                                                voucher,
                                                row.flag("new_accepted")),
                                        new ArrayList<>());
                        rivals.put(place, own);
                    }
                    own.stored().add(stored(row));
                });
        return rivals;
    }

    private Stored stored(Row row) throws SQLException {
        String voucher = row.text("voucher");
        String domain =
                voucher.isEmpty() ? vouchers.organizationOf(row.text("from_domain")) : voucher;
        return new Stored(
                new DomainId(row.number("domain_id")),
                row.number("id"),
                row.flag("same"),
                voucher,
                vouching(row.flag("failed"), row.flag("verified"), domain, row.flag("accepted")),
                row.flag("unanswered"));
    }

    /**
     * Weighs a part. What is verified and not by mail was handed over by a person, or is from
     * before its From domain was noted.
     */
    private Vouching vouching(boolean failed, boolean verified, String domain, boolean isAccepted) {
        Result result = failed ? Result.FAILED : verified ? Result.VERIFIED : Result.UNVERIFIED;
        boolean isReliedOn =
                isAccepted || (verified && (domain.isEmpty() || reporters.isKnown(domain)));
        return Vouching.of(result, isReliedOn && !failed, domain);
    }

    /** A stored part, and a copy of it whose mail shows more. */
    record Copied(Stored stored, NewPart copy) {}

    /** Gives stored parts what the mails of copies show. The sums of policies follow. */
    void authenticate(Scope scope, List<Copied> copied) {
        if (copied.isEmpty()) {
            return;
        }
        List<NewPart> copies = copied.stream().map(Copied::copy).toList();
        Query query =
                db.as(scope)
                        .sql(
                                """
                                with changes as materialized (
                                    select r.domain_id, r.id, r.failed as was_failed, g.failed,
                                        g.verified, g.from_domain, g.voucher, g.implausible
                                    from unnest(:rows, :ids, :failed, :verified, :fromDomains,
                                            :vouchers, :implausible)
                                        g(domain_id, id, failed, verified, from_domain, voucher,
                                            implausible)
                                    join tls_report r on r.account_id = :account
                                        and r.domain_id = g.domain_id and r.id = g.id),
                                changed as (
                                    update tls_report r set failed = c.failed,
                                        verified = c.verified, from_domain = c.from_domain,
                                        voucher = c.voucher, implausible = c.implausible
                                    from changes c
                                    where r.domain_id = c.domain_id and r.id = c.id
                                    returning r.domain_id, r.id, r.failed, c.was_failed),
                                %s
                                """
                                        .formatted(SUMS_FOLLOW));
        authentications(query, copies)
                .param(
                        "rows",
                        copied.stream().mapToLong(c -> c.stored().domain().value()).toArray())
                .param("ids", copied.stream().mapToLong(c -> c.stored().id()).toArray())
                .param("max", PolicySum.MAX)
                .update();
    }

    /** Removes stored parts with all that they say. */
    void remove(Scope scope, Collection<Stored> parts) {
        if (parts.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        with old as materialized (
                            select r.domain_id, r.id, r.failed
                            from unnest(:domains, :ids) g(domain_id, id)
                            join tls_report r on r.account_id = :account
                                and r.domain_id = g.domain_id and r.id = g.id
                            order by r.domain_id, r.id for update of r),
                        %s
                        select count(*) from gone
                        """
                                .formatted(TlsRetentionTable.TAKEN_AWAY))
                .param("domains", parts.stream().mapToLong(p -> p.domain().value()).toArray())
                .param("ids", parts.stream().mapToLong(Stored::id).toArray())
                .one(row -> row.number("count"));
    }

    private static Query authentications(Query query, List<NewPart> parts) {
        return query.param("failed", flags(parts, IncomingTls::failed))
                .param("verified", flags(parts, IncomingTls::verified))
                .param("fromDomains", texts(parts, p -> p.incoming().fromDomain()))
                .param("vouchers", texts(parts, p -> p.incoming().voucher()))
                .param(
                        "implausible",
                        parts.stream().map(NewPart::isImplausible).toArray(Boolean[]::new));
    }

    private static Boolean[] flags(List<NewPart> parts, Predicate<IncomingTls> flag) {
        return parts.stream().map(p -> flag.test(p.incoming())).toArray(Boolean[]::new);
    }

    /**
     * Returns some of the messages in which the reports about these domains came, in ascending
     * order.
     */
    List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from tls_report
                        where account_id = :account and domain_id = any(:domains)
                            and raw_id > :after
                        order by raw_id limit :limit
                        """)
                .param("domains", ids(domains))
                .param("after", after)
                .param("limit", limit)
                .list(row -> row.number("raw_id"));
    }

    /** Returns those of these messages that contain reports about other domains too. */
    List<Long> messagesOfOthers(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from tls_report
                        where account_id = :account and raw_id = any(:messages)
                            and domain_id <> all(:domains)
                        """)
                .param("messages", messages.stream().mapToLong(Long::longValue).toArray())
                .param("domains", ids(domains))
                .list(row -> row.number("raw_id"));
    }

    void delete(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        delete from tls_report
                        where account_id = :account and domain_id = any(:domains)
                        """)
                .param("domains", ids(domains))
                .update();
    }

    static long[] ids(Collection<DomainId> domains) {
        return domains.stream().mapToLong(DomainId::value).toArray();
    }

    private static Query keys(Query query, List<NewPart> parts) {
        return query.param("domains", numbers(parts, p -> p.domain().value()))
                .param("names", texts(parts, p -> p.name().value()))
                .param("reporters", texts(parts, p -> p.report().organizationName()))
                .param("reportIds", texts(parts, p -> p.report().reportId()))
                .param("begins", numbers(parts, p -> p.report().begin().getEpochSecond()))
                .param("ends", numbers(parts, p -> p.report().end().getEpochSecond()))
                .param("hashes", texts(parts, p -> p.report().contentHash()));
    }

    private static String[] texts(List<NewPart> parts, Function<NewPart, String> text) {
        return parts.stream().map(text).toArray(String[]::new);
    }

    private static long[] numbers(List<NewPart> parts, ToLongFunction<NewPart> number) {
        return parts.stream().mapToLong(number).toArray();
    }

    /** In PostgreSQL's own form of an array: arrays of arrays must not differ in length. */
    private static String remarks(NewPart part) {
        StringJoiner literal = new StringJoiner(",", "{", "}");
        part.report().remarks().stream().map(Remark::code).forEach(literal::add);
        return literal.toString();
    }

    /** Failed sessions on which advice rests, of reports that began since then. */
    long failedSince(Scope scope, DomainId domain, Instant since) {
        return db.as(scope)
                .sql(
                        """
                        with decided as materialized (
                            select domain,
                                bool_or(trust = 'accepted' and decided_by <> 'known') as accepted,
                                bool_or(trust = 'ignored') as ignored
                            from published.reporter
                            where account_id = :account and trust <> 'default' and domain <> ''
                            group by domain)
                        select coalesce(sum(r.failed), 0) as failed
                        from tls_result r
                        join tls_policy p on p.domain_id = r.domain_id and p.id = r.policy_id
                        join tls_report t on t.domain_id = r.domain_id and t.id = r.report_id
                            and not t.failed
                        left join decided d on d.domain = t.from_domain
                        where (coalesce(d.accepted, false)
                                or (t.verified and not t.implausible
                                    and not coalesce(d.ignored, false)))
                            and r.account_id = :account and r.domain_id = :domain
                            and r.begin_at >= :since and p.p_type <> 't'
                        """)
                .param("domain", domain.value())
                .param("since", since)
                .one(row -> row.sum("failed"));
    }

    /**
     * Returns what days (UTC) of domains count by verified and plausible reports that came in
     * before a time.
     */
    Map<DomainId, Map<LocalDate, Long>> sessions(
            Scope scope,
            Collection<DomainId> domains,
            NavigableSet<LocalDate> days,
            Instant received) {
        Map<DomainId, Map<LocalDate, Long>> sessions = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select r.domain_id, cast(r.begin_at at time zone 'UTC' as date) as day,
                            saturated(sum(r.successful + r.failed)) as sessions
                        from tls_result r
                        join tls_report t on t.domain_id = r.domain_id and t.id = r.report_id
                        where r.account_id = :account and r.domain_id = any(:domains)
                            and r.begin_at >= :begin and r.begin_at < :end
                            and cast(r.begin_at at time zone 'UTC' as date) = any(:days)
                            and t.verified and not t.failed and not t.implausible
                            and t.received < :received
                        group by 1, 2
                        """)
                .param("domains", ids(domains))
                .param("begin", days.first().atStartOfDay().toInstant(ZoneOffset.UTC))
                .param("end", days.last().plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .param("days", days.stream().map(Date::valueOf).toArray(Date[]::new))
                .param("received", received)
                .list(row ->
                        sessions.computeIfAbsent(
                                        new DomainId(row.number("domain_id")),
                                        domain -> new HashMap<>())
                                .put(row.day("day"), row.number("sessions")));
        return sessions;
    }
}
