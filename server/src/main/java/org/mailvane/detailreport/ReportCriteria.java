package org.mailvane.detailreport;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.FormBody;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.store.ResultWord;

/**
 * What a report is about, in its normal form: two requests for the same are equal.
 *
 * @param domains in whose name the mail was sent; none: all domains that the user may read.
 *     Subdomains that count with one of them come along
 * @param providers who reported it, in small letters; none: anybody
 * @param startDate the first day (UTC)
 * @param endDate the last day
 * @param option how it came out
 * @param network where it came from; null: anywhere
 * @param countries ISO 3166-1 codes of two capital letters; none: any
 * @param spfResults what SPF said; none: anything
 * @param spfAligned whether SPF passed aligned; null: either
 * @param dkimResults what DKIM said; none: anything
 * @param dkimAligned whether DKIM passed aligned; null: either
 * @param dispositions what the receiver did; none: anything
 * @param rules numbers of the rules that classified it; none: any
 * @param spfDomain the domain of SPF, in small letters; with a leading dot everything below it too;
 *     empty: any
 * @param ptr the address's reverse name, as {@code spfDomain}
 * @param overrideComment the comment of a reason to do otherwise, in small letters; empty: any
 */
public record ReportCriteria(
        SortedSet<DomainName> domains,
        SortedSet<String> providers,
        LocalDate startDate,
        LocalDate endDate,
        FilterOption option,
        @Nullable IpNetwork network,
        SortedSet<String> countries,
        SortedSet<ResultWord> spfResults,
        @Nullable Boolean spfAligned,
        SortedSet<ResultWord> dkimResults,
        @Nullable Boolean dkimAligned,
        SortedSet<Disposition> dispositions,
        SortedSet<Integer> rules,
        String spfDomain,
        String ptr,
        String overrideComment) {

    public ReportCriteria {
        domains = sorted(domains);
        providers = small(providers);
        countries = new TreeSet<>(countries.stream().map(c -> c.toUpperCase(Locale.ROOT)).toList());
        spfResults = sorted(spfResults);
        dkimResults = sorted(dkimResults);
        dispositions = sorted(dispositions);
        rules = sorted(rules);
        spfDomain = small(spfDomain);
        ptr = small(ptr);
        overrideComment = small(overrideComment);
    }

    private static <T extends Comparable<T>> SortedSet<T> sorted(Collection<T> values) {
        return new TreeSet<>(values);
    }

    private static SortedSet<String> small(Set<String> texts) {
        return new TreeSet<>(texts.stream().map(ReportCriteria::small).toList());
    }

    /** How texts are compared: without regard to case. */
    public static String small(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns what a form asks for.
     *
     * @param members as the body of a request has them
     * @throws org.mailvane.api.errors.ApiProblem 400 with what is wrong by field
     */
    public static ReportCriteria read(Map<String, ?> members) {
        return FormBody.read(DetailReportRequest.class, members).criteria();
    }

    /** Returns the days. */
    public Days days() {
        return new Days(startDate, endDate);
    }

    /** Returns the same on other days. */
    public ReportCriteria within(LocalDate first, LocalDate last) {
        return new ReportCriteria(
                domains,
                providers,
                first,
                last,
                option,
                network,
                countries,
                spfResults,
                spfAligned,
                dkimResults,
                dkimAligned,
                dispositions,
                rules,
                spfDomain,
                ptr,
                overrideComment);
    }

    /** Everything in the mentioned days, of these domains, whatever came out. */
    public static ReportCriteria all(List<DomainName> domains, LocalDate start, LocalDate end) {
        return new ReportCriteria(
                new TreeSet<>(domains),
                new TreeSet<>(),
                start,
                end,
                FilterOption.NONE,
                null,
                new TreeSet<>(),
                new TreeSet<>(),
                null,
                new TreeSet<>(),
                null,
                new TreeSet<>(),
                new TreeSet<>(),
                "",
                "",
                "");
    }
}
