package org.mailvane.planner;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.LostAuthentication.Lapse;
import org.mailvane.planner.PlannedDomainTable.Gone;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.sources.Category;
import org.mailvane.traffic.store.RawResults;
import org.mailvane.traffic.sums.AdviceBasis;
import org.mailvane.traffic.sums.WindowSums;
import org.springframework.stereotype.Component;

/**
 * Weighs what is gone from DNS by the mail that passed by it alone. The rows of reports are read
 * for that, so it is done for those domains only of which something is gone.
 */
@Component
class LapsedMail {

    /**
     * Days up to the last reported one whose mail says with which keys it is signed now: all of a
     * week, in which most of what sends at all has sent. A key that was replaced a week ago is
     * missed by nobody.
     */
    static final int RECENT_DAYS = 7;

    private final WindowSums sums;
    private final PublicSuffixes suffixes;

    LapsedMail(WindowSums sums, PublicSuffixes suffixes) {
        this.sums = sums;
        this.suffixes = suffixes;
    }

    /**
     * What is gone of a domain, and what is known of its mail without the rows of reports.
     *
     * @param basis whose reports say so
     * @param rows whose messages count for it
     * @param gone what is not as it should be at the names of these rows
     * @param senders what was sent on the judged days
     * @param lastDay the last day with messages; null: there is none
     */
    record Missed(
            PlannedDomain domain,
            AdviceBasis basis,
            List<Governed> rows,
            List<Gone> gone,
            List<SenderSum> senders,
            JudgedDays days,
            @Nullable LocalDate lastDay) {

        /** Returns the days whose mail says what missed keys signed; null: there is none to ask. */
        private @Nullable JudgedDays signed() {
            return lastDay == null || gone.stream().allMatch(one -> one.keys().isEmpty())
                    ? null
                    : new JudgedDays(lastDay.minusDays(RECENT_DAYS - 1L), lastDay);
        }

        private boolean needsRecords() {
            return gone.stream().anyMatch(one -> isUnusable(one) && isBelow(one, domain))
                    && senders.stream()
                            .anyMatch(
                                    sum -> sum.counts() && sum.sums().dkim() < sum.sums().dmarc());
        }
    }

    /** Whether the rows of reports are read to weigh it. */
    boolean readsMail(Missed missed) {
        return missed.signed() != null || missed.needsRecords();
    }

    /** Returns what of a domain's mail would not pass any more. */
    LostAuthentication of(Scope scope, Missed missed) {
        if (missed.gone().isEmpty()) {
            return LostAuthentication.NONE;
        }
        PlannedDomain domain = missed.domain();
        Map<DomainId, Governed> byId = new HashMap<>();
        missed.rows().forEach(row -> byId.put(row.id(), row));
        Count count =
                new Count(
                        domain.published().isStrict("adkim") ? null : domain.organization(suffixes),
                        missed.gone(),
                        byId,
                        domain.id());
        Set<DomainId> ids = byId.keySet();
        Lapse byKeys = Lapse.NONE;
        JudgedDays signed = missed.signed();
        if (signed != null) {
            sums.forPassed(
                    scope,
                    missed.basis(),
                    ids,
                    Category.CAPABLE,
                    signed.first(),
                    signed.last(),
                    count::bySignature);
            byKeys = count.lapse(signed);
        }
        Lapse bySpf = Lapse.NONE;
        if (missed.needsRecords()) {
            JudgedDays days = missed.days();
            count.clear();
            sums.forPassed(
                    scope,
                    missed.basis(),
                    ids,
                    Category.CAPABLE,
                    days.first(),
                    days.last(),
                    count::byRecord);
            bySpf = count.lapse(days);
        }
        return new LostAuthentication(
                byKeys,
                bySpf,
                count.lostIn,
                namesBelow(missed, Spf.ANYONE),
                namesBelow(missed, Spf.BROAD));
    }

    private static List<String> namesBelow(Missed missed, Spf spf) {
        return missed.gone().stream()
                .filter(one -> one.spf() == spf && isBelow(one, missed.domain()))
                .map(Gone::name)
                .sorted()
                .toList();
    }

    private static boolean isBelow(Gone one, PlannedDomain domain) {
        return !one.id().equals(domain.id());
    }

    private static boolean isUnusable(Gone one) {
        return one.spf() == Spf.MISSING || one.spf() == Spf.BROKEN || one.spf() == Spf.NOBODY;
    }

    /** Counts messages by what they passed by. */
    private static final class Count {

        /** Below which signatures are aligned; null: those of the very name in From are. */
        private final @Nullable String organization;

        private final Map<DomainId, Governed> rows;
        private final Set<String> keys = new HashSet<>();

        /** Names without an SPF record by which anybody passes. */
        private final Set<String> closed = new HashSet<>();

        /** Those of them that are below the domain: that of the domain is judged by itself. */
        private final Set<String> closedBelow = new HashSet<>();

        private final Map<String, Long> names = new HashMap<>();
        private final Map<Target, Long> lostIn = new EnumMap<>(Target.class);
        private long passed;
        private long lost;

        Count(
                @Nullable String organization,
                List<Gone> gone,
                Map<DomainId, Governed> rows,
                DomainId domain) {
            this.organization = organization;
            this.rows = rows;
            for (Gone one : gone) {
                one.keys().forEach(selector -> keys.add(key(selector, one.name())));
                if (isUnusable(one)) {
                    closed.add(one.name());
                    if (!one.id().equals(domain)) {
                        closedBelow.add(one.name());
                    }
                }
            }
        }

        void clear() {
            names.clear();
            passed = 0;
            lost = 0;
        }

        void bySignature(
                DomainId row,
                boolean spfAligned,
                boolean dkimAligned,
                RawResults results,
                long messages) {
            passed = Messages.sum(passed, messages);
            if (!dkimAligned || (spfAligned && !passesAtOnly(results, closed))) {
                return;
            }
            List<String> signed = signed(row, results);
            if (!signed.isEmpty() && keys.containsAll(signed)) {
                lost = Messages.sum(lost, messages);
                signed.forEach(key -> names.merge(key, messages, Long::sum));
            }
        }

        void byRecord(
                DomainId row,
                boolean spfAligned,
                boolean dkimAligned,
                RawResults results,
                long messages) {
            passed = Messages.sum(passed, messages);
            if (!dkimAligned && spfAligned && passesAtOnly(results, closedBelow)) {
                lost = Messages.sum(lost, messages);
                Governed governed = rows.get(row);
                lostIn.merge(
                        governed == null ? Target.DOMAIN : governed.target(), messages, Long::sum);
                passing(results).forEach(name -> names.merge(name, messages, Long::sum));
            }
        }

        Lapse lapse(JudgedDays days) {
            return new Lapse(
                    days,
                    passed,
                    lost,
                    names.entrySet().stream()
                            .sorted(
                                    Map.Entry.<String, Long>comparingByValue(
                                                    Comparator.reverseOrder())
                                            .thenComparing(Map.Entry.comparingByKey()))
                            .map(Map.Entry::getKey)
                            .toList());
        }

        /** Returns the keys by which a signature passed that is aligned with the name of a row. */
        private List<String> signed(DomainId row, RawResults results) {
            Governed governed = rows.get(row);
            Predicate<String> isOwn =
                    organization == null
                            ? name -> governed != null && name.equals(governed.name())
                            : name ->
                                    name.equals(organization) || name.endsWith("." + organization);
            List<String> signed = new ArrayList<>();
            for (DkimResult result : results.dkim()) {
                String signer = lower(result.domain());
                if (result.result() == AuthResult.PASS && isOwn.test(signer)) {
                    signed.add(key(lower(result.selector()), signer));
                }
            }
            return signed.stream().distinct().toList();
        }

        private static boolean passesAtOnly(RawResults results, Set<String> names) {
            List<String> passing = passing(results);
            return !passing.isEmpty() && names.containsAll(passing);
        }

        private static List<String> passing(RawResults results) {
            return results.spf().stream()
                    .filter(result -> result.result() == AuthResult.PASS)
                    .map(result -> lower(result.domain()))
                    .distinct()
                    .toList();
        }

        private static String key(String selector, String domain) {
            return selector + "._domainkey." + domain;
        }

        private static String lower(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    }
}
