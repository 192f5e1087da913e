package org.mailvane.sources;

import java.time.LocalDate;
import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** Reads what is known for classification. */
@Service
public class SourceKnowledge {

    private final Classifier classifier;

    SourceKnowledge(Classifier classifier) {
        this.classifier = classifier;
    }

    /**
     * What is known now, within the transaction that runs on this thread.
     *
     * @param domains the domains that rows count with; they are locked
     */
    public Knowledge of(Scope scope, Collection<DomainId> domains) {
        return new Knowledge() {
            @Override
            public int rulesVersion() {
                return 1;
            }

            @Override
            public void learn(Collection<IpAddress> addresses) {}

            @Override
            public Classification classify(Row row, DomainId domain, LocalDate day) {
                return classifier.classify(row, day, null, DomainEvidence.NONE, SenderIndex.EMPTY);
            }

            @Override
            public boolean knows(IpAddress address, LocalDate day) {
                return false;
            }
        };
    }
}
