package org.mailvane.tls;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.mailvane.domains.DomainId;
import org.mailvane.reports.Remark;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code tls_report}. */
@Repository
class TlsReportTable {

    /** Whether another part {@code k} has the key of a part {@code r}. */
    private static final String WITH_SAME_KEY =
            """
            k.domain_id = r.domain_id and k.policy_domain = r.policy_domain
                and k.begin_at = r.begin_at and k.end_at = r.end_at and k.reporter = r.reporter
                and k.report_id = r.report_id\
            """;

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

    TlsReportTable(Db db) {
        this.db = db;
    }

    /**
     * Adds those parts whose key is not there yet; of several with one key the first.
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
                                        :notStored, :remarks, :failed, :verified, :fromDomains)
                                    with ordinality r(domain_id, policy_domain, reporter, report_id,
                                        begin_at, end_at, content_hash, raw_id, contact_info,
                                        not_stored, remarks, failed, verified, from_domain, place)),
                                added as (
                                    insert into tls_report (account_id, domain_id, id, policy_domain,
                                        reporter, report_id, begin_at, end_at, content_hash, raw_id,
                                        received, contact_info, not_stored, remarks, failed,
                                        verified, from_domain)
                                    overriding system value
                                    select :account, domain_id, id, policy_domain, reporter,
                                        report_id, to_timestamp(begin_at), to_timestamp(end_at),
                                        content_hash, raw_id, cast(:received as timestamptz),
                                        contact_info, not_stored, cast(remarks as text[]), failed,
                                        verified, from_domain
                                    from numbered n
                                    -- A copy for which nobody vouches says nothing new; nor does
                                    -- what nobody vouches for, beside what somebody vouches for.
                                    where n.verified or not exists (select from tls_report k
                                        where k.account_id = :account and k.domain_id = n.domain_id
                                            and k.policy_domain = n.policy_domain
                                            and k.begin_at = to_timestamp(n.begin_at)
                                            and k.end_at = to_timestamp(n.end_at)
                                            and k.reporter = n.reporter
                                            and k.report_id = n.report_id
                                            and (k.content_hash = n.content_hash
                                                or (not n.failed and k.verified)))
                                    order by place
                                    on conflict (domain_id, begin_at, end_at, reporter, report_id,
                                        policy_domain, failed, verified) do nothing
                                    returning id)
                                select place, id from added join numbered using (id)
                                """)
                        .param("received", received);
        keys(query, parts)
                .param("raws", parts.stream().map(p -> p.incoming().rawId()).toArray(Long[]::new))
                .param("contacts", texts(parts, p -> p.report().contactInfo()))
                .param("notStored", numbers(parts, NewPart::notStored))
                .param("failed", flags(parts, IncomingTls::failed))
                .param("verified", flags(parts, IncomingTls::verified))
                .param("fromDomains", texts(parts, p -> p.incoming().fromDomain()))
                .param("remarks", texts(parts, TlsReportTable::remarks))
                .list(row -> added.put((int) row.number("place") - 1, row.number("id")));
        return added;
    }

    /**
     * Lets stored parts have what their mail's authentication shows now, where DNS had not answered
     * before; and those for whose mail nobody vouches, what a better mail with the same shows. The
     * sums of policies follow.
     */
    void authenticate(Scope scope, List<NewPart> parts) {
        if (parts.isEmpty()) {
            return;
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                with changes as materialized (
                                    -- Of a part that came twice in one batch, the better one.
                                    select distinct on (r.domain_id, r.policy_domain, r.begin_at,
                                            r.end_at, r.reporter, r.report_id)
                                        r.domain_id, r.id, r.failed as was_failed, g.failed,
                                        g.verified, g.from_domain
                                    from unnest(:domains, :names, :reporters, :reportIds, :begins,
                                            :ends, cast(:hashes as uuid[]), :raws, :failed,
                                            :verified, :fromDomains)
                                        g(domain_id, policy_domain, reporter, report_id, begin_at,
                                            end_at, content_hash, raw_id, failed, verified,
                                            from_domain)
                                    join tls_report r on r.account_id = :account
                                        and r.domain_id = g.domain_id
                                        and r.policy_domain = g.policy_domain
                                        and r.begin_at = to_timestamp(g.begin_at)
                                        and r.end_at = to_timestamp(g.end_at)
                                        and r.reporter = g.reporter
                                        and r.report_id = g.report_id
                                        and r.content_hash = g.content_hash
                                        and (r.failed, r.verified) <> (g.failed, g.verified)
                                        and (r.raw_id = g.raw_id or (r.failed and not g.failed)
                                            or (g.verified and not r.verified))
                                    where not exists (select from tls_report k where %1$s
                                        and k.id <> r.id
                                        and ((k.failed, k.verified) = (g.failed, g.verified)
                                            or (k.verified and not g.failed)))
                                    order by r.domain_id, r.policy_domain, r.begin_at, r.end_at,
                                        r.reporter, r.report_id, g.verified desc, r.failed, r.id),
                                changed as (
                                    update tls_report r set failed = c.failed,
                                        verified = c.verified, from_domain = c.from_domain
                                    from changes c
                                    where r.domain_id = c.domain_id and r.id = c.id
                                    returning r.domain_id, r.id, r.failed, c.was_failed),
                                %2$s
                                """
                                        .formatted(WITH_SAME_KEY, SUMS_FOLLOW));
        keys(query, parts)
                .param("raws", parts.stream().map(p -> p.incoming().rawId()).toArray(Long[]::new))
                .param("failed", flags(parts, IncomingTls::failed))
                .param("verified", flags(parts, IncomingTls::verified))
                .param("fromDomains", texts(parts, p -> p.incoming().fromDomain()))
                .param("max", PolicySum.MAX)
                .update();
    }

    /**
     * Lets stored parts for whose mail nobody vouches count no more where somebody vouches for one
     * of these parts, which has the same key and says something else. The sums of policies follow.
     */
    void displaceBy(Scope scope, List<NewPart> parts) {
        List<NewPart> verified = parts.stream().filter(p -> p.incoming().verified()).toList();
        if (verified.isEmpty()) {
            return;
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                with changed as (
                                    update tls_report r set failed = true
                                    from (select distinct * from unnest(:domains, :names,
                                            :reporters, :reportIds, :begins, :ends,
                                            cast(:hashes as uuid[]))) g(domain_id, policy_domain,
                                            reporter, report_id, begin_at, end_at, content_hash)
                                    where r.account_id = :account and r.domain_id = g.domain_id
                                        and r.policy_domain = g.policy_domain
                                        and r.begin_at = to_timestamp(g.begin_at)
                                        and r.end_at = to_timestamp(g.end_at)
                                        and r.reporter = g.reporter
                                        and r.report_id = g.report_id
                                        and not r.failed and not r.verified
                                        and exists (select from tls_report k where %1$s
                                            and k.verified and not k.failed)
                                        and not exists (select from tls_report k where %1$s
                                            and k.failed and not k.verified)
                                    returning r.domain_id, r.id, r.failed, false as was_failed),
                                %2$s
                                """
                                        .formatted(WITH_SAME_KEY, SUMS_FOLLOW));
        keys(query, verified).param("max", PolicySum.MAX).update();
    }

    private static Boolean[] flags(List<NewPart> parts, Predicate<IncomingTls> flag) {
        return parts.stream().map(p -> flag.test(p.incoming())).toArray(Boolean[]::new);
    }

    /**
     * Which of these parts are stored with a row above theirs: one that their domain counted with
     * before it got a row of its own.
     *
     * @return by their place in the list whether the stored one has the same content
     */
    Map<Integer, Boolean> storedAbove(Scope scope, List<NewPart> parts) {
        Map<Integer, Boolean> stored = new HashMap<>();
        List<Long> places = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            for (DomainId above : parts.get(i).above()) {
                places.add(i + 1L);
                rows.add(above.value());
            }
        }
        if (places.isEmpty()) {
            return stored;
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                select g.place, r.content_hash = g.content_hash as same
                                from unnest(:domains, :names, :reporters, :reportIds, :begins, :ends,
                                        cast(:hashes as uuid[]), :failed, :verified)
                                    with ordinality g(domain_id, policy_domain, reporter, report_id,
                                        begin_at, end_at, content_hash, failed, verified, place)
                                join unnest(:places, :above) a(place, domain_id)
                                    on a.place = g.place
                                join tls_report r on r.account_id = :account
                                    and r.domain_id = a.domain_id
                                    and r.policy_domain = g.policy_domain
                                    and r.begin_at = to_timestamp(g.begin_at)
                                    and r.end_at = to_timestamp(g.end_at)
                                    and r.reporter = g.reporter
                                    and r.report_id = g.report_id
                                    -- A forged one keeps no real one out.
                                    and (not r.failed or g.failed)
                                    and (r.verified or not g.verified)
                                """)
                        .param("failed", flags(parts, IncomingTls::failed))
                        .param("verified", flags(parts, IncomingTls::verified))
                        .param("places", places.toArray(Long[]::new))
                        .param("above", rows.toArray(Long[]::new));
        keys(query, parts).list(row -> stored.put((int) row.number("place") - 1, row.flag("same")));
        return stored;
    }

    /** Which of these parts, by their place in the list, are stored with the same content. */
    Set<Integer> sameContent(Scope scope, List<NewPart> parts) {
        Set<Integer> same = new HashSet<>();
        Query query =
                db.as(scope)
                        .sql(
                                """
                                select g.place
                                from unnest(:domains, :names, :reporters, :reportIds, :begins, :ends,
                                        cast(:hashes as uuid[]))
                                    with ordinality g(domain_id, policy_domain, reporter, report_id,
                                        begin_at, end_at, content_hash, place)
                                join tls_report r on r.account_id = :account
                                    and r.domain_id = g.domain_id
                                    and r.policy_domain = g.policy_domain
                                    and r.begin_at = to_timestamp(g.begin_at)
                                    and r.end_at = to_timestamp(g.end_at)
                                    and r.reporter = g.reporter
                                    and r.report_id = g.report_id
                                    and r.content_hash = g.content_hash
                                """);
        keys(query, parts).list(row -> same.add((int) row.number("place") - 1));
        return same;
    }

    /** Some of the messages in which the reports about these domains came, in ascending order. */
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

    /** Those of these messages that hold reports about other domains too. */
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

    long failedSince(Scope scope, DomainId domain, Instant since) {
        return db.as(scope)
                .sql(
                        """
                        with decided as materialized (
                            select domain,
                                bool_or(trust = 'accepted' and decided_by <> 'known') as accepted,
                                bool_or(trust = 'ignored') as ignored
                            from reporter
                            where account_id = :account and trust <> 'default' and domain <> ''
                            group by domain)
                        select coalesce(sum(r.failed), 0) as failed
                        from tls_result r
                        join tls_policy p on p.domain_id = r.domain_id and p.id = r.policy_id
                        join tls_report t on t.domain_id = r.domain_id and t.id = r.report_id
                            and not t.failed
                        left join decided d on d.domain = t.from_domain
                        where (coalesce(d.accepted, false)
                                or (t.verified and not coalesce(d.ignored, false)))
                            and r.account_id = :account and r.domain_id = :domain
                            and r.begin_at >= :since and p.p_type <> 't'
                        """)
                .param("domain", domain.value())
                .param("since", since)
                .one(row -> row.sum("failed"));
    }
}
