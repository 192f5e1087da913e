package org.mailvane.detailreport.query;

import static java.util.Objects.requireNonNull;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Links;
import org.mailvane.detailreport.CriteriaCodes;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.detailreport.DetailReportApi;
import org.mailvane.detailreport.query.ReportRowBody.RowLinks;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.traffic.blocks.RowKind;

/**
 * Makes what the API shows of a report's rows. It serves one request, page by page, and asks for
 * each name once: a CSV document has a million rows.
 */
final class RowBodies {

    private static final String EXPLAIN = ApiCatalogue.VERSION_ROOT + "/sources/explain";
    private static final String REPORTS = ApiCatalogue.VERSION_ROOT + "/reports";
    private static final String ALIGNED = "aligned";
    private static final String UNALIGNED = "unaligned";
    private static final String CONTRADICT = "results_contradict";
    private static final String OUTSIDE = "outside_policy_domain";

    private final Scope scope;
    private final SourceNames sourceNames;
    private final Domains domains;
    private final String dataLink;
    private final String explainLink;
    private final String reportLink;

    /** Names of sources, by number. */
    private final Map<Integer, String> labels = new HashMap<>();

    /** What follows the address in links to explanations, by From domain. */
    private final Map<Named, String> explained = new HashMap<>();

    /** What ends links to reports, by policy domain. */
    private final Map<String, String> reported = new HashMap<>();

    /**
     * Bodies of a report's rows.
     *
     * @param scope the caller
     * @param links the links of their request
     */
    RowBodies(
            DetailReport report,
            Scope scope,
            SourceNames sourceNames,
            Domains domains,
            Links links) {
        this.scope = scope;
        this.sourceNames = sourceNames;
        this.domains = domains;
        this.dataLink = links.to(DetailReportApi.dataPath(report, "source"));
        this.explainLink = links.to(EXPLAIN) + "?ip=";
        this.reportLink =
                "%s?begin=%s&end=%s"
                        .formatted(
                                links.to(REPORTS),
                                report.criteria().startDate(),
                                report.criteria().endDate());
    }

    /** Returns the bodies of a page. */
    List<ReportRowBody> of(List<ShownRow> rows) {
        learnSources(rows);
        learnDomains(rows);
        List<ReportRowBody> bodies = new ArrayList<>(rows.size());
        rows.forEach(row -> bodies.add(body(row)));
        return bodies;
    }

    private void learnSources(List<ShownRow> rows) {
        Set<Integer> unknown = new HashSet<>();
        for (ShownRow row : rows) {
            if (!labels.containsKey(row.kind().source())) {
                unknown.add(row.kind().source());
            }
        }
        if (!unknown.isEmpty()) {
            Map<Integer, SourceName> names = sourceNames.of(scope, unknown);
            names.forEach((number, name) -> labels.put(number, name.name()));
        }
    }

    /**
     * An address is explained for a domain of the account: for the From domain, or the nearest
     * above it that is one. A foreign From domain, or one that is not a host name, counts with the
     * domain whose policy was asked.
     */
    private void learnDomains(List<ShownRow> rows) {
        Map<Named, List<DomainName>> candidates = new HashMap<>();
        Map<String, List<DomainName>> policies = new HashMap<>();
        for (ShownRow row : rows) {
            if (!reported.containsKey(row.policyDomain())) {
                policies.computeIfAbsent(row.policyDomain(), Named::withAbove);
            }
            Named named = Named.of(row);
            if (!explained.containsKey(named)) {
                candidates.computeIfAbsent(named, Named::candidates);
            }
        }
        Set<DomainName> asked = new HashSet<>();
        candidates.values().forEach(asked::addAll);
        policies.values().forEach(asked::addAll);
        Set<DomainName> readable =
                asked.isEmpty() ? Set.of() : domains.readable(scope, asked).keySet();
        candidates.forEach((named, names) -> explained.put(named, of(names, readable, "&domain=")));
        policies.forEach(
                (policy, names) -> reported.put(policy, of(names, readable, "&domain_exact=")));
    }

    /** Returns a parameter with the first of these names that is readable. */
    private static String of(List<DomainName> names, Set<DomainName> readable, String parameter) {
        return names.stream()
                .filter(readable::contains)
                .findFirst()
                .map(name -> parameter + name)
                .orElse("");
    }

    /** Domains that a row names, either of which it may count with. */
    private record Named(String headerFrom, String policyDomain) {

        static Named of(ShownRow row) {
            return new Named(row.headerFrom(), row.policyDomain());
        }

        /** Returns those that it may count with; the first that exists counts. */
        List<DomainName> candidates() {
            List<DomainName> names = new ArrayList<>();
            addWithAbove(headerFrom, names);
            addWithAbove(policyDomain, names);
            return names;
        }

        /** Returns a name and those above it. */
        static List<DomainName> withAbove(String text) {
            List<DomainName> names = new ArrayList<>();
            addWithAbove(text, names);
            return names;
        }

        /**
         * Adds a name and those above it, the nearest first; nothing if it is not a domain name.
         */
        private static void addWithAbove(String text, List<DomainName> names) {
            Optional<DomainName> name = DomainName.parse(text);
            while (name.isPresent()) {
                names.add(name.get());
                name = name.get().parent();
            }
        }
    }

    private ReportRowBody body(ShownRow row) {
        RowKind kind = row.kind();
        CriteriaCodes.Applied applied = CriteriaCodes.Applied.of(kind.disposition());
        String address = row.address().toString();
        return new ReportRowBody(
                new RowLinks(
                        dataLink + kind.source() + "/",
                        explainLink + address + explained.get(Named.of(row)),
                        reportLink + reported.get(row.policyDomain())),
                row.headerFrom(),
                address,
                row.reverseName(),
                row.country(),
                CountryNames.of(row.country()),
                applied.code(),
                row.reason(),
                CriteriaCodes.Aligned.of(kind.dkimAligned()).code(),
                row.dkim().letter(),
                row.dkimDomain(),
                CriteriaCodes.Aligned.of(kind.spfAligned()).code(),
                row.spf().letter(),
                row.spfDomain(),
                row.reporter(),
                requireNonNull(labels.get(kind.source())),
                row.dkim().word(),
                kind.dkimAligned() ? ALIGNED : UNALIGNED,
                row.spf().word(),
                kind.spfAligned() ? ALIGNED : UNALIGNED,
                row.comment(),
                String.join(", ", row.selectors()),
                row.messages(),
                row.selectors(),
                row.envelopeTo(),
                row.envelopeFrom(),
                row.policyDomain(),
                kind.source(),
                kind.category().number(),
                kind.rule(),
                applied.word(),
                row.confirmed(),
                flags(row));
    }

    private static List<String> flags(ShownRow row) {
        if (row.contradicts()) {
            return row.outside() ? List.of(CONTRADICT, OUTSIDE) : List.of(CONTRADICT);
        }
        return row.outside() ? List.of(OUTSIDE) : List.of();
    }

    /** Returns a value encoded for a query string. */
    static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
