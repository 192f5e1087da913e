package org.mailvane.sources.custom;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.SourcesSeen;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.mailvane.sources.evidence.DomainEvidenceTable;
import org.mailvane.text.Message;
import org.springframework.stereotype.Service;

/** What people say of shared senders: asked, said, replaced and taken back. */
@Service
public class SourceDecisions {

    /** Decisions about one domain's mail at most. */
    static final int MAX_DECISIONS = 2_000;

    private final Db db;
    private final Domains tree;
    private final SourceDecisionTable table;
    private final DomainEvidenceTable domains;
    private final CustomSourceTable custom;
    private final Catalogue catalogue;
    private final List<SourcesSeen> seen;
    private final List<SourcesChanged> listeners;
    private final Clock clock;

    SourceDecisions(
            Db db,
            Domains tree,
            SourceDecisionTable table,
            DomainEvidenceTable domains,
            CustomSourceTable custom,
            Catalogue catalogue,
            List<SourcesSeen> seen,
            List<SourcesChanged> listeners,
            Clock clock) {
        this.db = db;
        this.tree = tree;
        this.table = table;
        this.domains = domains;
        this.custom = custom;
        this.catalogue = catalogue;
        this.seen = seen;
        this.listeners = listeners;
        this.clock = clock;
    }

    /** Returns how many of these decisions are about domains that the caller may see. */
    long count(Scope scope, SourceDecisionFilter filter) {
        return table.count(scope, filter);
    }

    /** Returns a page of them, by domain. */
    public List<SourceDecision> list(Scope scope, SourceDecisionFilter filter, Window window) {
        return table.list(scope, filter, window);
    }

    /** Returns the decision of this row, if the caller may see its domain. */
    Optional<SourceDecision> find(Scope scope, long id) {
        return table.find(scope, id);
    }

    /**
     * Returns what counts for these domains, by the senders' numbers. It does not check whether the
     * caller may see them.
     */
    public Map<DomainId, Map<Integer, Decision>> of(Scope scope, Collection<DomainId> domains) {
        return table.of(scope.wholeAccount(), domains);
    }

    /**
     * Stores whether a sender's mail in a domain's name is its owner's, and replaces any earlier
     * decision.
     *
     * @param domain one that the caller may change
     * @return the decision; empty when the domain is gone
     * @throws SourceRefusedException when the sender does not exist, or when it would be one
     *     decision too many
     */
    public Optional<SourceDecision> decide(
            Scope scope, DomainId domain, int source, Decision decision) {
        Scope whole = scope.wholeAccount();
        return db.inTransaction(() -> {
            tree.holdTree(whole);
            List<DomainId> concerned = table.lock(whole, domain);
            if (!concerned.contains(domain)) {
                return Optional.<SourceDecision>empty();
            }
            requireSender(whole, concerned, source);
            @Nullable Decision before = table.of(whole, domain, source);
            if (before == null && table.count(whole, domain) >= MAX_DECISIONS) {
                throw new SourceRefusedException(
                        SourceFault.of(
                                FieldErrors.WHOLE,
                                Message.of("errors.sources.too_many_decisions")
                                        .with("max", MAX_DECISIONS)));
            }
            long id = table.put(whole, domain, source, decision, clock.instant());
            changed(whole, concerned, before, decision);
            return table.find(scope, id);
        });
    }

    /** Takes a decision back that the caller may change. */
    public void delete(Scope scope, SourceDecision decision) {
        Scope whole = scope.wholeAccount();
        db.inTransaction(() -> {
            tree.holdTree(whole);
            List<DomainId> concerned = table.lock(whole, decision.domainId());
            Decision before = table.of(whole, decision.domainId(), decision.source());
            table.delete(whole, decision.id());
            changed(whole, concerned, before, null);
        });
    }

    /** Rows are classified by what is ours; what is not ours is as if nothing were said. */
    private void changed(
            Scope scope,
            List<DomainId> concerned,
            @Nullable Decision before,
            @Nullable Decision after) {
        if ((before == Decision.OURS) != (after == Decision.OURS)) {
            domains.raiseVersions(scope, concerned);
            listeners.forEach(listener -> listener.changed(scope, concerned, LocalDate.MIN));
        }
        if (before != after) {
            listeners.forEach(listener -> listener.decided(scope, concerned));
        }
    }

    /**
     * The numbers of organisations are the same for all accounts: only accounts for whose domains
     * they send can see their names.
     */
    private void requireSender(Scope scope, List<DomainId> concerned, int source) {
        boolean exists =
                SourceNumbers.isCustom(source)
                        ? !custom.ofNumbers(scope, List.of(source)).isEmpty()
                        : SourceNumbers.isOrganization(source)
                                ? seen.stream().anyMatch(s -> s.hasSent(scope, concerned, source))
                                : catalogue.index().byNumber(source).isPresent();
        if (!exists) {
            throw new SourceRefusedException(
                    SourceFault.of(
                            "source_number",
                            Message.of("errors.sources.unknown_number")
                                    .with("number", String.valueOf(source))));
        }
    }
}
