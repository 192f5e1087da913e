package org.mailvane.traffic.store;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.Trust;
import org.mailvane.reporters.Vouching;
import org.mailvane.reporters.VouchingDomains;
import org.mailvane.reports.Remark;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.aggregate.PublishedPolicy;
import org.springframework.stereotype.Repository;

/** SQL of {@code report}. */
@Repository
class ReportTable {

    /**
     * Condition of a report's facts: {@code :id} is its number and {@code :domain} its row. They
     * are looked for in the days of its period only.
     */
    static final String FACTS =
            """
            f.account_id = :account and f.report_id = :id
                and f.day between
                    (select cast(r.begin_at at time zone 'UTC' as date) from report r
                        where r.account_id = :account and r.domain_id = :domain and r.id = :id)
                    and (select cast(r.end_at at time zone 'UTC' as date) from report r
                        where r.account_id = :account and r.domain_id = :domain and r.id = :id)
                and f.domain_id = any(array(
                    select d.id from published.domain d where d.account_id = :account and d.id in (
                        select unnest(r.fact_domains || r.domain_id) from report r
                        where r.account_id = :account and r.domain_id = :domain and r.id = :id)
                    union
                    select d.id from published.domain d where d.account_id = :account and d.parent_id in (
                        select unnest(r.fact_domains || r.domain_id) from report r
                        where r.account_id = :account and r.domain_id = :domain and r.id = :id)))\
            """;

    private final Db db;
    private final VouchingDomains vouchers;

    ReportTable(Db db, VouchingDomains vouchers) {
        this.db = db;
        this.vouchers = vouchers;
    }

    /**
     * An incoming report.
     *
     * @param domain its policy domain's row
     * @param above the rows above that
     * @param headerFroms the rows of its From domains
     * @param reporter number of its reporter
     * @param voucher who vouches for it, as in {@link VouchingDomains}
     * @param heldReasons codes of why it is held
     */
    record NewReport(
            DomainId domain,
            List<DomainId> above,
            Set<DomainId> headerFroms,
            Incoming incoming,
            long reporter,
            String voucher,
            List<String> heldReasons,
            long notStored,
            List<String> remarks) {

        /** Returns the same, which is held for these reasons. */
        NewReport heldFor(List<String> reasons) {
            return new NewReport(
                    domain,
                    above,
                    headerFroms,
                    incoming,
                    reporter,
                    voucher,
                    reasons,
                    notStored,
                    remarks);
        }

        private AggregateReport report() {
            return incoming.report();
        }

        private PublishedPolicy policy() {
            return incoming.report().policy();
        }

        private ReportAuthentication authentication() {
            return incoming.authentication();
        }

        private List<String> factDomains() {
            return headerFroms.stream().map(id -> Long.toString(id.value())).toList();
        }
    }

    /**
     * A report that was added.
     *
     * @param trust what it counts for
     */
    record Added(long id, Trust trust) {}

    /**
     * Adds those reports whose key is not there yet with their voucher; of several such the first.
     *
     * @return those added, by their place in the list
     */
    Map<Integer, Added> insert(Scope scope, List<NewReport> reports, Instant received) {
        Map<Integer, Added> added = new HashMap<>();
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
                                        :messages, :skipped, :notStored, :remarks, :errors,
                                        :reporterNumbers, :authentications, :vouching,
                                        :mechanisms, :details, :heldReasons, :factDomains, :vouchers)
                                    with ordinality r(domain_id, reporter, report_id, begin_at,
                                        end_at, content_hash, raw_id, policy_domain, email,
                                        extra_contact_info, version, generator, adkim, aspf, p, sp,
                                        np, pct, fo, testing, discovery_method, records, messages,
                                        skipped, not_stored, remarks, errors, reporter_number,
                                        authentication, vouching_domain, mechanism,
                                        authentication_detail, held_reasons, fact_domains, voucher,
                                        place)),
                                added as (
                                    insert into report (account_id, domain_id, id, reporter,
                                        report_id, begin_at, end_at, content_hash, raw_id, received,
                                        policy_domain, email, extra_contact_info, version,
                                        generator, adkim, aspf, p, sp, np, pct, fo, testing,
                                        discovery_method, records, messages, skipped, not_stored,
                                        remarks, errors, reporter_number, authentication,
                                        vouching_domain, mechanism, authentication_detail,
                                        held_reasons, fact_domains, voucher, trust)
                                    overriding system value
                                    select :account, n.domain_id, n.id, n.reporter, n.report_id,
                                        to_timestamp(begin_at), to_timestamp(end_at), content_hash,
                                        raw_id, cast(:received as timestamptz), policy_domain,
                                        email, extra_contact_info, version, generator, adkim, aspf,
                                        p, sp, np, pct, fo, testing, discovery_method, records,
                                        messages, skipped, not_stored, cast(remarks as text[]),
                                        cast(errors as text[]), reporter_number, authentication,
                                        vouching_domain, mechanism, authentication_detail,
                                        cast(held_reasons as text[]), cast(fact_domains as bigint[]),
                                        voucher,
                                        report_trust(authentication, mechanism, k.trust, k.decided_by, false,
                                            cast(held_reasons as text[]), false)
                                    from numbered n join published.reporter k on k.account_id = :account
                                        and k.id = n.reporter_number
                                    order by place
                                    -- Who decides on the reporter meanwhile waits, and finds the report.
                                    for share of k
                                    on conflict (domain_id, begin_at, end_at, reporter, report_id,
                                        voucher) do nothing
                                    returning id, trust)
                                select place, id, trust from added join numbered using (id)
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
                .param("reporterNumbers", numbers(reports, NewReport::reporter))
                .param("authentications", texts(reports, r -> r.authentication().result().code()))
                .param("vouching", texts(reports, r -> r.authentication().domain()))
                .param("mechanisms", texts(reports, r -> r.authentication().mechanism().code()))
                .param("details", texts(reports, r -> r.authentication().detail()))
                .param("heldReasons", texts(reports, r -> arrayLiteral(r.heldReasons())))
                .param("factDomains", texts(reports, r -> arrayLiteral(r.factDomains())))
                .param("vouchers", texts(reports, NewReport::voucher))
                .list(row ->
                        added.put(
                                (int) row.number("place") - 1,
                                new Added(row.number("id"), Trust.of((int) row.number("trust")))));
        return added;
    }

    /**
     * A report that is stored under the key of one that comes in.
     *
     * @param domain its policy domain's row
     * @param same whether both have the same content
     * @param voucher who is noted to vouch for it
     * @param vouching who vouches for it, also where that was not noted when it was stored
     * @param trust what it counts for
     * @param reporter number of its reporter
     * @param records how many records it has
     * @param unanswered whether its mail is authenticated again, which is the same as now
     * @param ignored whether somebody ignores it
     * @param lossy whether not all of it could be read
     */
    record Stored(
            DomainId domain,
            long id,
            boolean same,
            String voucher,
            Vouching vouching,
            Trust trust,
            long reporter,
            long records,
            boolean unanswered,
            boolean ignored,
            boolean lossy) {}

    /**
     * Returns what is stored under the keys of these reports, by their place in the list: with
     * their row, or with one above it that their domain counted with before it got its own. Reports
     * under whose key nothing is stored are left out.
     */
    Map<Integer, Rivals> rivals(Scope scope, List<NewReport> reports) {
        Map<Integer, Rivals> rivals = new HashMap<>();
        List<Long> places = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            places.add(i + 1L);
            rows.add(reports.get(i).domain().value());
            for (DomainId above : reports.get(i).above()) {
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
                                select g.place, r.domain_id, r.id,
                                    r.content_hash = g.content_hash as same, r.authentication,
                                    r.trust, r.reporter_number, r.voucher,
                                    coalesce(nullif(r.voucher, ''), r.vouching_domain, p.domain)
                                        as vouching_domain,
                                    r.mechanism = 'person' as by_person,
                                    report_trust(g.authentication, g.mechanism, n.trust, n.decided_by,
                                        false, cast(g.held_reasons as text[]), false) as new_trust,
                                    r.records, r.ignored, coalesce(r.raw_id = g.raw_id
                                        and r.authentication_detail in ('dns_unanswered', 'not_asked'),
                                        false) as unanswered,
                                    array_to_string(r.remarks, ' ') as remarks
                                from unnest(:domains, :reporters, :reportIds, :begins, :ends,
                                        cast(:hashes as uuid[]), :policyDomains, :raws,
                                        :reporterNumbers, :authentications, :mechanisms, :heldReasons)
                                    with ordinality g(domain_id, reporter, report_id, begin_at,
                                        end_at, content_hash, policy_domain, raw_id,
                                        reporter_number, authentication, mechanism, held_reasons,
                                        place)
                                join unnest(:places, :rows) a(place, domain_id)
                                    on a.place = g.place
                                join report r on r.account_id = :account
                                    and r.domain_id = a.domain_id
                                    and (r.domain_id = g.domain_id
                                        or r.policy_domain = g.policy_domain)
                                    and r.begin_at = to_timestamp(g.begin_at)
                                    and r.end_at = to_timestamp(g.end_at)
                                    and r.reporter = g.reporter
                                    and r.report_id = g.report_id
                                join published.reporter p on p.account_id = :account
                                    and p.id = r.reporter_number
                                join published.reporter n on n.account_id = :account
                                    and n.id = g.reporter_number
                                order by g.place, r.domain_id = g.domain_id desc, r.id
                                """)
                        .param("policyDomains", texts(reports, r -> r.policy().domain()))
                        .param(
                                "raws",
                                reports.stream()
                                        .map(r -> r.incoming().rawId())
                                        .toArray(Long[]::new))
                        .param("reporterNumbers", numbers(reports, NewReport::reporter))
                        .param(
                                "authentications",
                                texts(reports, r -> r.authentication().result().code()))
                        .param(
                                "mechanisms",
                                texts(reports, r -> r.authentication().mechanism().code()))
                        .param("heldReasons", texts(reports, r -> arrayLiteral(r.heldReasons())))
                        .param("places", places.toArray(Long[]::new))
                        .param("rows", rows.toArray(Long[]::new));
        keys(query, reports)
                .forEach(row -> {
                    int place = (int) row.number("place") - 1;
                    Rivals own = rivals.get(place);
                    if (own == null) {
                        own = rivals(reports.get(place), row);
                        rivals.put(place, own);
                    }
                    own.stored().add(stored(row));
                });
        return rivals;
    }

    private static Rivals rivals(NewReport report, Row row) throws SQLException {
        ReportAuthentication authentication = report.authentication();
        Trust trust = Trust.of((int) row.number("new_trust"));
        return new Rivals(
                report.voucher(),
                Vouching.of(authentication.result(), trust == Trust.ACCEPTED, report.voucher()),
                trust,
                new ArrayList<>());
    }

    private Stored stored(Row row) throws SQLException {
        Trust trust = Trust.of((int) row.number("trust"));
        boolean byPerson = row.flag("by_person");
        return new Stored(
                new DomainId(row.number("domain_id")),
                row.number("id"),
                row.flag("same"),
                row.text("voucher"),
                Vouching.of(
                        ReportAuthentication.Result.of(row.text("authentication")),
                        trust == Trust.ACCEPTED,
                        byPerson ? "" : vouchers.organizationOf(row.text("vouching_domain"))),
                trust,
                row.number("reporter_number"),
                row.number("records"),
                row.flag("unanswered"),
                row.flag("ignored"),
                isLossy(row.text("remarks")));
    }

    /**
     * Whether one of these codes says that something of a report was not used.
     *
     * @param codes with blanks between them
     */
    private static boolean isLossy(String codes) {
        return Stream.of(codes.split(" ", -1)).anyMatch(Remark::isLoss);
    }

    /** Removes a report. Its facts are removed before. */
    void delete(Scope scope, Stored report) {
        db.as(scope)
                .sql(
                        """
                        delete from report
                        where account_id = :account and domain_id = :domain and id = :id
                        """)
                .param("domain", report.domain().value())
                .param("id", report.id())
                .update();
    }

    /**
     * Takes over from a copy of a stored report what its mail's authentication shows.
     *
     * @param voucher who vouches for it from now on
     * @return what it counts for now
     */
    Trust authenticate(Scope scope, Stored report, NewReport copy, String voucher) {
        ReportAuthentication authentication = copy.incoming().authentication();
        return db.as(scope)
                .sql(
                        """
                        update report r set authentication = :result, vouching_domain = :vouching,
                            mechanism = :mechanism, authentication_detail = :detail,
                            held_reasons = cast(:reasons as text[]), reporter_number = p.id,
                            voucher = :voucher,
                            trust = report_trust(:result, :mechanism, p.trust, p.decided_by,
                                r.ignored, cast(:reasons as text[]), r.released)
                        from published.reporter p
                        where r.account_id = :account and r.domain_id = :domain and r.id = :id
                            and p.account_id = :account and p.id = :reporter
                        returning r.trust
                        """)
                .param("result", authentication.result().code())
                .param("vouching", authentication.domain())
                .param("mechanism", authentication.mechanism().code())
                .param("detail", authentication.detail())
                .param("reasons", arrayLiteral(copy.heldReasons()))
                .param("reporter", copy.reporter())
                .param("voucher", voucher)
                .param("domain", report.domain().value())
                .param("id", report.id())
                .optional(row -> Trust.of((int) row.number("trust")))
                .orElse(Trust.HELD);
    }

    /**
     * Returns some of the messages in which the reports about these domains came, in ascending
     * order.
     */
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

    /** Returns those of these messages that contain reports about other domains too. */
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
