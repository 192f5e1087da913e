package org.mailvane.traffic;

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
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.aggregate.PublishedPolicy;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code report}. */
@Repository
class ReportTable {

    private final Db db;

    ReportTable(Db db) {
        this.db = db;
    }

    /** A report on its way in. */
    record NewReport(
            DomainId domain,
            List<DomainId> above,
            Incoming incoming,
            long notStored,
            List<String> remarks) {

        private AggregateReport report() {
            return incoming.report();
        }

        private PublishedPolicy policy() {
            return incoming.report().policy();
        }
    }

    /**
     * Adds those reports whose key is not there yet; of several with one key the first.
     *
     * @return numbers of those added, by their place in the list
     */
    Map<Integer, Long> insert(Scope scope, List<NewReport> reports, Instant received) {
        Map<Integer, Long> added = new HashMap<>();
        if (reports.isEmpty()) {
            return added;
        }
        // Numbers are given out first: what is added does not say which of the rows given it was.
        Query query =
                db.as(scope)
                        .sql(
                                """
                                with numbered as materialized (
                                    select nextval(pg_get_serial_sequence('report', 'id')) as id, r.*
                                    from unnest(:domains, :reporters, :reportIds, :begins, :ends,
                                        cast(:hashes as uuid[]), :raws, :policyDomains, :emails,
                                        :contacts, :versions, :generators, :adkims, :aspfs, :ps,
                                        :sps, :nps, :pcts, :fos, :testings, :discoveries, :records,
                                        :messages, :skipped, :notStored, :remarks, :errors)
                                    with ordinality r(domain_id, reporter, report_id, begin_at,
                                        end_at, content_hash, raw_id, policy_domain, email,
                                        extra_contact_info, version, generator, adkim, aspf, p, sp,
                                        np, pct, fo, testing, discovery_method, records, messages,
                                        skipped, not_stored, remarks, errors, place)),
                                added as (
                                    insert into report (account_id, domain_id, id, reporter,
                                        report_id, begin_at, end_at, content_hash, raw_id, received,
                                        policy_domain, email, extra_contact_info, version,
                                        generator, adkim, aspf, p, sp, np, pct, fo, testing,
                                        discovery_method, records, messages, skipped, not_stored,
                                        remarks, errors)
                                    overriding system value
                                    select :account, domain_id, id, reporter, report_id,
                                        to_timestamp(begin_at), to_timestamp(end_at), content_hash,
                                        raw_id, cast(:received as timestamptz), policy_domain,
                                        email, extra_contact_info, version, generator, adkim, aspf,
                                        p, sp, np, pct, fo, testing, discovery_method, records,
                                        messages, skipped, not_stored, cast(remarks as text[]),
                                        cast(errors as text[])
                                    from numbered order by place
                                    on conflict (domain_id, begin_at, end_at, reporter, report_id)
                                        do nothing
                                    returning id)
                                select place, id from added join numbered using (id)
                                """)
                        .param("received", received);
        keys(query, reports)
                .param("raws", reports.stream().map(r -> r.incoming().rawId()).toArray(Long[]::new))
                .param("policyDomains", texts(reports, r -> r.policy().domain()))
                .param("emails", texts(reports, r -> r.report().email()))
                .param("contacts", texts(reports, r -> r.report().extraContactInfo()))
                .param("versions", texts(reports, r -> r.report().version()))
                .param("generators", texts(reports, r -> r.report().generator()))
                .param("adkims", texts(reports, r -> r.policy().adkim()))
                .param("aspfs", texts(reports, r -> r.policy().aspf()))
                .param("ps", texts(reports, r -> r.policy().p()))
                .param("sps", texts(reports, r -> r.policy().sp()))
                .param("nps", texts(reports, r -> r.policy().np()))
                .param("pcts", reports.stream().map(r -> r.policy().pct()).toArray(Integer[]::new))
                .param("fos", texts(reports, r -> r.policy().fo()))
                .param("testings", texts(reports, r -> r.policy().testing()))
                .param("discoveries", texts(reports, r -> r.policy().discoveryMethod()))
                .param("records", numbers(reports, r -> r.report().recordCount()))
                .param("messages", numbers(reports, r -> r.report().messageCount()))
                .param("skipped", numbers(reports, r -> r.report().skippedRecords()))
                .param("notStored", numbers(reports, NewReport::notStored))
                .param("remarks", texts(reports, r -> arrayLiteral(r.remarks())))
                .param("errors", texts(reports, r -> arrayLiteral(r.report().errors())))
                .list(row -> added.put((int) row.number("place") - 1, row.number("id")));
        return added;
    }

    /**
     * Which of these reports are stored with a row above theirs: one that their domain counted with
     * before it got a row of its own.
     *
     * @return by their place in the list whether the stored one has the same content
     */
    Map<Integer, Boolean> storedAbove(Scope scope, List<NewReport> reports) {
        Map<Integer, Boolean> stored = new HashMap<>();
        List<Long> places = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            for (DomainId above : reports.get(i).above()) {
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
                                from unnest(:domains, :reporters, :reportIds, :begins, :ends,
                                        cast(:hashes as uuid[]), :policyDomains)
                                    with ordinality g(domain_id, reporter, report_id, begin_at,
                                        end_at, content_hash, policy_domain, place)
                                join unnest(:places, :above) a(place, domain_id)
                                    on a.place = g.place
                                join report r on r.account_id = :account
                                    and r.domain_id = a.domain_id
                                    and r.policy_domain = g.policy_domain
                                    and r.begin_at = to_timestamp(g.begin_at)
                                    and r.end_at = to_timestamp(g.end_at)
                                    and r.reporter = g.reporter
                                    and r.report_id = g.report_id
                                """)
                        .param("policyDomains", texts(reports, r -> r.policy().domain()))
                        .param("places", places.toArray(Long[]::new))
                        .param("above", rows.toArray(Long[]::new));
        keys(query, reports)
                .list(row -> stored.put((int) row.number("place") - 1, row.flag("same")));
        return stored;
    }

    /** Which of these reports, by their place in the list, are stored with the same content. */
    Set<Integer> sameContent(Scope scope, List<NewReport> reports) {
        Set<Integer> same = new HashSet<>();
        if (reports.isEmpty()) {
            return same;
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                select g.place
                                from unnest(:domains, :reporters, :reportIds, :begins, :ends,
                                        cast(:hashes as uuid[]))
                                    with ordinality g(domain_id, reporter, report_id, begin_at,
                                        end_at, content_hash, place)
                                join report r on r.account_id = :account
                                    and r.domain_id = g.domain_id
                                    and r.begin_at = to_timestamp(g.begin_at)
                                    and r.end_at = to_timestamp(g.end_at)
                                    and r.reporter = g.reporter
                                    and r.report_id = g.report_id
                                    and r.content_hash = g.content_hash
                                """);
        keys(query, reports).list(row -> same.add((int) row.number("place") - 1));
        return same;
    }

    /** Some of the messages in which the reports about these domains came, in ascending order. */
    List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from report
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
    List<Long> messagesOfOthers(Scope scope, List<Long> messages, Collection<DomainId> domains) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from report
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
                        delete from report
                        where account_id = :account and domain_id = any(:domains)
                        """)
                .param("domains", ids(domains))
                .update();
    }

    private static long[] ids(Collection<DomainId> domains) {
        return domains.stream().mapToLong(DomainId::value).toArray();
    }

    private static Query keys(Query query, List<NewReport> reports) {
        return query.param("domains", numbers(reports, r -> r.domain().value()))
                .param("reporters", texts(reports, r -> r.report().orgName()))
                .param("reportIds", texts(reports, r -> r.report().reportId()))
                .param("begins", numbers(reports, r -> r.report().begin().getEpochSecond()))
                .param("ends", numbers(reports, r -> r.report().end().getEpochSecond()))
                .param("hashes", texts(reports, r -> r.report().contentHash()));
    }

    private static String[] texts(
            List<NewReport> reports, Function<NewReport, @Nullable String> text) {
        return reports.stream().map(text).toArray(String[]::new);
    }

    private static long[] numbers(List<NewReport> reports, ToLongFunction<NewReport> number) {
        return reports.stream().mapToLong(number).toArray();
    }

    /** Texts in PostgreSQL's own form of an array: arrays of arrays must not differ in length. */
    private static String arrayLiteral(List<String> texts) {
        StringJoiner literal = new StringJoiner(",", "{", "}");
        for (String text : texts) {
            literal.add('"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
        }
        return literal.toString();
    }
}
