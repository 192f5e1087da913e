package org.mailvane.sources;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** Reads what is known for classification. */
@Service
public class SourceKnowledge {

    /**
     * Addresses whose evidence is held for one transaction. What goes beyond takes the place of
     * what was learned before, so that the largest report takes no more room than others.
     */
    static final int MAX_ADDRESSES = 50_000;

    private final Classifier classifier;
    private final SourceRules rules;
    private final DomainKnowledge domains;
    private final AddressEvidences addresses;
    private final CustomSources customSources;

    SourceKnowledge(
            Classifier classifier,
            SourceRules rules,
            DomainKnowledge domains,
            AddressEvidences addresses,
            CustomSources customSources) {
        this.classifier = classifier;
        this.rules = rules;
        this.domains = domains;
        this.addresses = addresses;
        this.customSources = customSources;
    }

    /**
     * Version of the rules and the catalogue of this program. The first call of a process may make
     * it, and then has {@link SourcesChanged} told; it should not be made within a transaction that
     * does anything else.
     */
    public int rulesVersion() {
        return rules.version();
    }

    /**
     * What is known now, within the transaction that runs on this thread: two short statements, and
     * more only for what has changed since it was read last.
     *
     * @param ids the domains that rows count with; they are locked
     */
    public Knowledge of(Scope scope, Collection<DomainId> ids) {
        Scope whole = scope.wholeAccount();
        return new Known(rules.version(), domains.of(whole, ids), customSources.index(whole));
    }

    /** For one thread. */
    private final class Known implements Knowledge {

        private final int version;
        private final Map<DomainId, DomainEvidence> evidence;
        private final SenderIndex own;
        private final Map<IpAddress, AddressHistory> histories = new HashMap<>();

        Known(int version, Map<DomainId, DomainEvidence> evidence, SenderIndex own) {
            this.version = version;
            this.evidence = evidence;
            this.own = own;
        }

        @Override
        public int rulesVersion() {
            return version;
        }

        @Override
        public void learn(Collection<IpAddress> learned) {
            if (histories.size() + learned.size() > MAX_ADDRESSES) {
                histories.clear();
            }
            histories.putAll(addresses.of(learned));
        }

        @Override
        public Classification classify(Row row, DomainId domain, LocalDate day) {
            AddressHistory history = histories.get(row.address());
            return classifier.classify(
                    row,
                    day,
                    history == null ? null : history.at(day),
                    evidence.getOrDefault(domain, DomainEvidence.NONE),
                    own);
        }

        @Override
        public boolean knows(IpAddress address, LocalDate day) {
            AddressHistory history = histories.get(address);
            return history != null && history.knows(day);
        }

        @Override
        public int senderOf(IpAddress address, LocalDate day) {
            AddressHistory history = histories.get(address);
            AddressEvidence known = history == null ? null : history.at(day);
            return known == null || known.sender() == null
                    ? SourceNumbers.NAMELESS
                    : known.sender().number();
        }

        @Override
        public boolean authorizes(DomainId domain, IpAddress address, LocalDate day) {
            return evidence.getOrDefault(domain, DomainEvidence.NONE).authorizes(address, day);
        }
    }
}
