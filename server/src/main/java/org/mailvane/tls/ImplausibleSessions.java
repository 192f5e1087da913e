package org.mailvane.tls;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.PlausibleVolume;
import org.mailvane.reporters.Reporters;
import org.springframework.stereotype.Component;

/**
 * Finds mailed reports that count so many sessions that no advice is to rest on them. Those of
 * well-known receivers are not judged, nor are those that a person hands over.
 */
@Component
class ImplausibleSessions {

    private final TlsReportTable reports;
    private final Reporters reporters;
    private final Clock clock;

    ImplausibleSessions(TlsReportTable reports, Reporters reporters, Clock clock) {
        this.reports = reports;
        this.reporters = reporters;
        this.clock = clock;
    }

    /** Marks the parts that count implausibly many sessions. */
    List<NewPart> marked(Scope scope, List<NewPart> parts) {
        List<NewPart> judged = parts.stream().filter(this::isJudged).toList();
        if (judged.isEmpty()) {
            return parts;
        }
        Days days = days(scope, judged);
        List<NewPart> marked = new ArrayList<>();
        for (NewPart part : parts) {
            boolean isImplausible = isJudged(part) && (isCountTooLarge(part) || days.isFull(part));
            marked.add(isImplausible ? part.implausible() : part);
        }
        return marked;
    }

    private boolean isJudged(NewPart part) {
        IncomingTls incoming = part.incoming();
        boolean isKnown = incoming.verified() && reporters.isKnown(incoming.voucher());
        return !incoming.authentication().isByPerson() && !isKnown;
    }

    private static boolean isCountTooLarge(NewPart part) {
        return part.policies().stream()
                .anyMatch(policy ->
                        Math.max(policy.successfulSessions(), policy.failedSessions())
                                > PlausibleVolume.MAX_COUNT);
    }

    private Days days(Scope scope, List<NewPart> judged) {
        Instant now = clock.instant();
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        Set<DomainId> domains = new TreeSet<>();
        NavigableSet<LocalDate> ofParts = new TreeSet<>();
        for (NewPart part : judged) {
            domains.add(part.domain());
            ofParts.add(NewPart.dayOf(part.report()));
        }
        Map<DomainId, Map<LocalDate, Long>> counted =
                reports.sessions(scope, domains, ofParts, now.plus(Duration.ofDays(1)));
        Set<DomainId> large = large(judged, counted);
        Map<DomainId, Long> largest = new HashMap<>();
        if (!large.isEmpty()) {
            NavigableSet<LocalDate> usual = new TreeSet<>();
            today.minusDays(PlausibleVolume.USUAL_DAYS).datesUntil(today).forEach(usual::add);
            Instant midnight = today.atStartOfDay().toInstant(ZoneOffset.UTC);
            reports.sessions(scope, large, usual, midnight)
                    .forEach((domain, days) ->
                            largest.put(
                                    domain,
                                    days.values().stream().mapToLong(d -> d).max().orElse(0)));
        }
        return new Days(largest, counted);
    }

    /** Returns the domains of which a day may count too much, if all of these parts do. */
    private static Set<DomainId> large(
            List<NewPart> judged, Map<DomainId, Map<LocalDate, Long>> counted) {
        Map<DomainId, Long> most = new HashMap<>();
        counted.forEach((domain, days) ->
                most.put(domain, days.values().stream().mapToLong(d -> d).max().orElse(0)));
        Set<DomainId> large = new TreeSet<>();
        for (NewPart part : judged) {
            if (most.merge(part.domain(), part.sessions(), Messages::sum) > PlausibleVolume.SMALL) {
                large.add(part.domain());
            }
        }
        return large;
    }

    /**
     * How much the days of domains count.
     *
     * @param largest of domains that may count too much and have a history, the sessions of their
     *     largest day
     * @param counted what counts of each day by now
     */
    private record Days(Map<DomainId, Long> largest, Map<DomainId, Map<LocalDate, Long>> counted) {

        /** Whether a day has no room for a part; otherwise that takes its room. */
        boolean isFull(NewPart part) {
            Long usual = largest.get(part.domain());
            if (usual == null) {
                return false;
            }
            Map<LocalDate, Long> days =
                    counted.computeIfAbsent(part.domain(), domain -> new HashMap<>());
            LocalDate day = NewPart.dayOf(part.report());
            long sum = Messages.sum(days.getOrDefault(day, 0L), part.sessions());
            if (sum > PlausibleVolume.most(usual)) {
                return true;
            }
            days.put(day, sum);
            return false;
        }
    }
}
