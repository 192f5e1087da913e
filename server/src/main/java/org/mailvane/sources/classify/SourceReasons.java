package org.mailvane.sources.classify;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.custom.CustomSources;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.DomainEvidence;
import org.mailvane.sources.evidence.DomainKnowledge;
import org.mailvane.sources.evidence.LiveEvidence;
import org.mailvane.sources.evidence.Organizations;
import org.springframework.stereotype.Service;

/**
 * Explains whose an address is. Where nobody has looked the address up yet, DNS is asked while the
 * caller waits some seconds at most, and what it says is not kept: nobody can fill the database by
 * asking.
 */
@Service
public class SourceReasons {

    private final Classifier classifier;
    private final DomainKnowledge domains;
    private final LiveEvidence evidence;
    private final Organizations organizations;
    private final CustomSources own;
    private final Clock clock;

    SourceReasons(
            Classifier classifier,
            DomainKnowledge domains,
            LiveEvidence evidence,
            Organizations organizations,
            CustomSources own,
            Clock clock) {
        this.classifier = classifier;
        this.domains = domains;
        this.evidence = evidence;
        this.organizations = organizations;
        this.own = own;
        this.clock = clock;
    }

    /**
     * Returns who sent these messages, by all that is known, with what was looked at.
     *
     * @param domain the domain that the row counts with; null for none
     * @param day the day (UTC) of the messages
     * @param dns is asked where nobody has looked the address up yet
     */
    public Judgement judge(
            Scope scope, Row row, @Nullable DomainId domain, LocalDate day, Dns dns) {
        Scope whole = scope.wholeAccount();
        return classifier.explain(
                row,
                day,
                evidence.of(row.address().unmapped(), dns).at(day),
                domain == null
                        ? DomainEvidence.NONE
                        : domains.of(whole, List.of(domain))
                                .getOrDefault(domain, DomainEvidence.NONE),
                own.index(whole));
    }

    /**
     * Returns the name of the source that an address alone shows: one of the account's own, by
     * network or confirmed reverse name; one of the catalogue; the organisation of the confirmed
     * name. Empty where it shows none.
     *
     * @param dns is asked where nobody has looked the address up yet
     */
    public Optional<String> nameOf(Scope scope, IpAddress asked, Dns dns) {
        IpAddress address = asked.unmapped();
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        AddressEvidence known = evidence.of(address, dns).at(today);
        String name = known == null ? "" : known.confirmedName();
        SenderIndex index = own.index(scope);
        CatalogueSender sender = index.byNetwork(address);
        if (sender == null) {
            sender = index.byHost(name);
        }
        if (sender == null && known != null) {
            sender = known.sender();
        }
        if (sender != null) {
            return Optional.of(sender.name());
        }
        return Optional.of(organizations.of(name)).filter(organization -> !organization.isEmpty());
    }
}
