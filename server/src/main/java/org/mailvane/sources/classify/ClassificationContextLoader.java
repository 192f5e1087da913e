package org.mailvane.sources.classify;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.classify.ClassificationContext.Version;
import org.mailvane.sources.custom.CustomSources;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.AddressEvidences;
import org.mailvane.sources.evidence.AddressHistory;
import org.mailvane.sources.evidence.DomainEvidence;
import org.mailvane.sources.evidence.DomainKnowledge;
import org.mailvane.sources.evidence.KnownVersionTable;
import org.springframework.stereotype.Service;

/** Reads what is known for classification. */
@Service
public class ClassificationContextLoader {

    /**
     * Addresses whose evidence is kept for one transaction. What goes beyond takes the place of
     * what was learned before, so that the largest report takes no more room than others.
     */
    public static final int MAX_ADDRESSES = 50_000;

    private final Classifier classifier;
    private final SourceRules rules;
    private final KnownVersionTable versions;
    private final DomainKnowledge domains;
    private final AddressEvidences addresses;
    private final CustomSources customSources;

    ClassificationContextLoader(
            Classifier classifier,
            SourceRules rules,
            KnownVersionTable versions,
            DomainKnowledge domains,
            AddressEvidences addresses,
            CustomSources customSources) {
        this.classifier = classifier;
        this.rules = rules;
        this.versions = versions;
        this.domains = domains;
        this.addresses = addresses;
        this.customSources = customSources;
    }

    /**
     * Returns what is known now, within the transaction that runs on this thread: three short
     * statements, and more only for what has changed since it was read last.
     *
     * @param ids the domains that rows count with; they are locked
     */
    public ClassificationContext of(Scope scope, Collection<DomainId> ids) {
        Scope whole = scope.wholeAccount();
        // Before what it is the version of: that may be newer, but never older.
        Version version = new Version(rules.version(), versions.now().addresses());
        return new Known(version, domains.of(whole, ids), customSources.index(whole));
    }

    /**
     * Returns the version of the data by which rows are classified, for code that chooses rows
     * within the transaction that runs on this thread: until it ends, nothing becomes newer. Empty
     * where a newer program works on the database: then only that one may classify, since rows that
     * this one classified would stay as they are.
     */
    public Optional<Version> settledBy() {
        int mine = rules.version();
        return Optional.of(versions.hold()).filter(now -> now.rules() == mine);
    }

    /** For one thread. */
    private final class Known implements ClassificationContext {

        private final Version version;
        private final Map<DomainId, DomainEvidence> evidence;
        private final SenderIndex own;
        private final Map<IpAddress, AddressHistory> histories = new HashMap<>();

        Known(Version version, Map<DomainId, DomainEvidence> evidence, SenderIndex own) {
            this.version = version;
            this.evidence = evidence;
            this.own = own;
        }

        @Override
        public Version version() {
            return version;
        }

        @Override
        public void learn(Collection<IpAddress> learned) {
            if (histories.size() + learned.size() > MAX_ADDRESSES) {
                histories.clear();
            }
            histories.putAll(addresses.of(learned, version.addresses()));
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
