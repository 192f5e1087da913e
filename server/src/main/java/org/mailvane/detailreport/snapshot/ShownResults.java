package org.mailvane.detailreport.snapshot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;
import org.mailvane.sources.evidence.MailNames;
import org.mailvane.traffic.blocks.RowResults;
import org.mailvane.traffic.store.ResultWord;

/**
 * The results that a row shows. Of several results of one kind it is the aligned pass, else the
 * first pass, else the first. Rows of reports don't contain the mode of alignment, so of several
 * aligned passes the one of the very From domain comes first: it is aligned in either mode.
 *
 * <p>What the results say of alignment follows from the one that is shown. So rows that differ show
 * it, and those that show the same are one.
 *
 * @param reporter who reported it
 * @param reason types of the reasons to do otherwise than the policy says
 * @param comment comments of these
 * @param dkim result of DKIM
 * @param dkimDomain the domain that signed; empty without a signature
 * @param selectors all selectors, in the order of the report
 * @param dkimSays what the results say about DKIM's alignment
 * @param spf result of SPF
 * @param spfDomain the domain that was checked
 * @param spfSays what the results say about SPF's alignment
 * @param envelopeTo domain of the recipient
 * @param envelopeFrom domain of the envelope sender
 * @param policyDomain whose policy it was about
 */
public record ShownResults(
        String reporter,
        String reason,
        String comment,
        ResultWord dkim,
        String dkimDomain,
        List<String> selectors,
        Says dkimSays,
        ResultWord spf,
        String spfDomain,
        Says spfSays,
        String envelopeTo,
        String envelopeFrom,
        String policyDomain) {

    /**
     * Characters of all comments of a row, and of all its selectors, that are shown: a report may
     * hold a hundred thousand of them for each row.
     */
    static final int MAX_SHOWN = 4_000;

    private static final String BETWEEN = ", ";
    private static final String CUT = "...";

    /** Selectors are stored each on a line, where one that holds a line's end would be two. */
    private static final Pattern LINE_END = Pattern.compile("\n");

    /** What raw results say about alignment, whatever the reporter made of them. */
    public enum Says {
        /**
         * Nothing that is certain: it depends on the mode of alignment, or nothing was reported.
         */
        NOTHING,
        /** It passes: a result passed for the very domain of the From header. */
        ALIGNED,
        /** It does not: nothing passed for a domain of the same organisation. */
        UNALIGNED;

        /** Whether the reporter's verdict is another one. */
        public boolean contradicts(boolean aligned) {
            return aligned ? this == UNALIGNED : this == ALIGNED;
        }
    }

    /** Returns what a row with these results and this From domain shows. */
    static ShownResults of(RowResults results, String headerFrom, MailNames names) {
        String from = MailNames.plain(headerFrom);
        Chosen<DkimResult> dkim =
                Chosen.of(
                        results.raw().dkim(), DkimResult::result, DkimResult::domain, from, names);
        Chosen<SpfResult> spf =
                Chosen.of(results.raw().spf(), SpfResult::result, SpfResult::domain, from, names);
        return new ShownResults(
                results.reporter(),
                joined(results.raw().reasons(), OverrideReason::type),
                joined(results.raw().reasons(), OverrideReason::comment),
                dkim.shown() == null ? ResultWord.NONE : ResultWord.ofDkim(dkim.shown().result()),
                dkim.shown() == null ? "" : dkim.shown().domain(),
                selectors(results.raw().dkim()),
                dkim.says(),
                spf.shown() == null ? ResultWord.NONE : ResultWord.ofSpf(spf.shown().result()),
                spf.shown() == null ? "" : spf.shown().domain(),
                spf.says(),
                results.envelopeTo(),
                results.envelopeFrom(),
                results.policyDomain());
    }

    /** Returns the selectors, as far as they are shown. */
    private static List<String> selectors(List<DkimResult> results) {
        Set<String> selectors = new LinkedHashSet<>();
        int characters = 0;
        for (DkimResult result : results) {
            String selector = LINE_END.matcher(result.selector()).replaceAll(" ");
            if (!selector.isEmpty()
                    && characters + selector.length() <= MAX_SHOWN
                    && selectors.add(selector)) {
                characters += selector.length();
            }
        }
        return List.copyOf(selectors);
    }

    private static String joined(
            List<OverrideReason> reasons, Function<OverrideReason, String> text) {
        String joined =
                reasons.stream()
                        .map(text)
                        .filter(each -> !each.isEmpty())
                        .distinct()
                        .collect(Collectors.joining(BETWEEN));
        return joined.length() <= MAX_SHOWN ? joined : joined.substring(0, MAX_SHOWN) + CUT;
    }

    /** The result of several that is shown, and what all of them say. */
    private record Chosen<T>(@Nullable T shown, Says says) {

        static <T> Chosen<T> of(
                List<T> results,
                Function<T, AuthResult> result,
                Function<T, String> domain,
                String from,
                MailNames names) {
            if (results.isEmpty()) {
                return new Chosen<>(null, Says.NOTHING);
            }
            @Nullable T aligned = null;
            @Nullable T passed = null;
            for (T each : results) {
                if (result.apply(each) == AuthResult.PASS) {
                    String name = MailNames.plain(domain.apply(each));
                    if (!name.isEmpty() && name.equals(from)) {
                        return new Chosen<>(each, Says.ALIGNED);
                    }
                    if (aligned == null && names.areAligned(name, from)) {
                        aligned = each;
                    }
                    if (passed == null) {
                        passed = each;
                    }
                }
            }
            if (aligned != null) {
                return new Chosen<>(aligned, Says.NOTHING);
            }
            T shown = passed != null ? passed : results.getFirst();
            // "none" without a domain says as little as no result.
            boolean empty = result.apply(shown) == AuthResult.NONE && domain.apply(shown).isEmpty();
            return new Chosen<>(shown, empty ? Says.NOTHING : Says.UNALIGNED);
        }
    }

    /** Whether the From domain is the policy domain or below it, as it should be. */
    public static boolean isWithin(String headerFrom, String policyDomain) {
        String from = MailNames.plain(headerFrom);
        String policy = MailNames.plain(policyDomain);
        // Nearly all are equal. A value that is not a host name is below nothing.
        return from.equals(policy)
                || (from.endsWith("." + policy)
                        && DomainName.parse(from)
                                .flatMap(f -> DomainName.parse(policy).map(f::isBelow))
                                .orElse(false));
    }
}
