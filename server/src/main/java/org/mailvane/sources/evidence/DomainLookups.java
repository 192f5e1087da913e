package org.mailvane.sources.evidence;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.evidence.DomainEvidenceTable.LookUp;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;

/** Looks up which networks domains' SPF records allow, and keeps them. */
@Service
@Profile("service")
public class DomainLookups {

    /** Domains that are looked up at once; each may ask 200 questions. */
    static final int MAX_AT_ONCE = 16;

    private final DomainEvidenceTable table;
    private final SpfKeeper keeper;
    private final Dns dns;
    private final Clock clock;
    private final Lookups<LookUp, Found> lookups = new Lookups<>("spf-lookup", MAX_AT_ONCE, 1);

    DomainLookups(DomainEvidenceTable table, SpfKeeper keeper, Dns dns, Clock clock) {
        this.table = table;
        this.keeper = keeper;
        this.dns = dns;
        this.clock = clock;
    }

    private record Found(LookUp domain, SpfNetworks networks) {}

    /**
     * Looks up those of these domains, and of the rows above them, that are due, in no transaction.
     * Each result is kept as it comes, also that a lookup failed. Where the networks have changed,
     * {@link SourcesChanged} is notified.
     *
     * @param stop ends it early, as does an interrupt; what is not kept then is still due
     */
    void lookUp(Scope scope, Collection<DomainId> domains, StopSign stop) {
        lookUp(scope, domains, Instant.EPOCH, stop);
    }

    /**
     * The same, also of those that were looked up last before some time.
     *
     * @param before that time
     */
    public void lookUp(Scope scope, Collection<DomainId> domains, Instant before, StopSign stop) {
        Scope whole = scope.wholeAccount();
        Instant now = clock.instant();
        List<LookUp> due =
                table.lookUps(whole, domains).stream()
                        .filter(domain ->
                                !domain.due().isAfter(now) || domain.last().isBefore(before))
                        .toList();
        lookups.run(
                due,
                domain ->
                        new Found(
                                domain,
                                SpfNetworks.of(new DnsName(domain.name()), dns, System::nanoTime)),
                found -> found.forEach(one -> keeper.keep(whole, one.domain(), one.networks())),
                stop);
    }

    /**
     * Returns when the next of these domains, and of the rows above them, whose last lookup failed
     * is due; empty if none failed.
     */
    public Optional<Instant> nextTry(Scope scope, Collection<DomainId> domains) {
        return table.nextTry(scope.wholeAccount(), domains);
    }
}
