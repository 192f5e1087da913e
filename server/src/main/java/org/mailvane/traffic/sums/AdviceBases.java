package org.mailvane.traffic.sums;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.Days;
import org.springframework.stereotype.Service;

/**
 * Decides whose reports advice about a domain rests on.
 *
 * <p>The owner of any domain can send verified reports. So advice rests on accepted reporters only,
 * where these report at least {@value #ENOUGH_MESSAGES} messages that pass DMARC on the judged
 * days, in the names of the domain and of those below it; of a parked domain, {@value
 * #ENOUGH_MESSAGES_PARKED} message of any kind. Where they report less, verified strangers count,
 * too. A subdomain also rests on accepted reporters where its organizational domain does. No
 * stranger has a part in this decision.
 */
@Service
public class AdviceBases {

    /** Messages that pass DMARC that accepted reporters must report. */
    public static final int ENOUGH_MESSAGES = 50;

    /** Messages of any kind that they must report of a parked domain. */
    static final int ENOUGH_MESSAGES_PARKED = 1;

    /** Days by whose messages domains are judged: whatever sends monthly is among them. */
    public static final int JUDGED_DAYS = 30;

    /**
     * How long a judged day must be over. Reports come once a day (RFC 9990, section 4), of large
     * receivers a day or two later; a day of which some are missing would be judged by the others
     * alone.
     */
    public static final Duration LATE = Duration.ofDays(3);

    private final AdviceBasisTable table;
    private final Clock clock;

    AdviceBases(AdviceBasisTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Returns the days (UTC) by whose messages domains are judged at a moment. */
    public static Days judgedDays(Instant now) {
        LocalDate last = LocalDate.ofInstant(now.minus(LATE), ZoneOffset.UTC).minusDays(1);
        return new Days(last.minusDays(JUDGED_DAYS - 1L), last);
    }

    /** Returns whose reports advice about each of these domains rests on. */
    public Map<DomainId, AdviceBasis> of(Scope scope, Collection<DomainId> domains) {
        return bases(domains, table.restingOnAccepted(scope.wholeAccount(), domains, judged()));
    }

    /** Returns whose reports advice about the domain rests on. */
    AdviceBasis of(Scope scope, DomainId domain) {
        return of(scope, Set.of(domain)).getOrDefault(domain, AdviceBasis.VERIFIED);
    }

    /**
     * Returns whose reports advice about the organizations of these domains rests on. Their rows
     * count for the advice about the organization, too, so it decides what that waits for.
     */
    public Map<DomainId, AdviceBasis> ofOrganizations(Scope scope, Collection<DomainId> domains) {
        return bases(
                domains,
                table.organizationsRestOnAccepted(scope.wholeAccount(), domains, judged()));
    }

    public AdviceBasis ofOrganization(Scope scope, DomainId domain) {
        return ofOrganizations(scope, Set.of(domain)).getOrDefault(domain, AdviceBasis.VERIFIED);
    }

    private Days judged() {
        return judgedDays(clock.instant());
    }

    private static Map<DomainId, AdviceBasis> bases(
            Collection<DomainId> domains, Set<DomainId> restingOnAccepted) {
        Map<DomainId, AdviceBasis> bases = new HashMap<>();
        domains.forEach(domain ->
                bases.put(
                        domain,
                        restingOnAccepted.contains(domain)
                                ? AdviceBasis.ACCEPTED
                                : AdviceBasis.VERIFIED));
        return bases;
    }
}
