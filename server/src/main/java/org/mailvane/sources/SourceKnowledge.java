package org.mailvane.sources;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
     * Version of the rules and the catalogue of this program. The first call of a process may make
     * it, and then has {@link SourcesChanged} told; it should not be made within a transaction that
     * does anything else.
     */
    public int rulesVersion() {
        return 1;
    }

    /**
     * Who sent these messages, by all that is known, with what was looked at.
     *
     * @param domain the domain that the row counts with; null for one that the account does not
     *     have
     * @param day the day (UTC) of the messages
     */
    public Judgement explain(Scope scope, Row row, @Nullable DomainId domain, LocalDate day) {
        return new Judgement(
                classifier.classify(row, day, null, DomainEvidence.NONE, SenderIndex.EMPTY),
                List.of());
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
