package org.mailvane.sources.evidence;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.evidence.DomainEvidenceTable.LookUp;
import org.mailvane.sources.evidence.SpfNetworks.Outcome;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/**
 * Keeps which networks domains' SPF records allow: the first that are found are valid for all
 * earlier days, others from the day on which they are found.
 */
@Service
class SpfKeeper {

    /** After this time a record is looked up again. */
    static final Duration KNOWN = Duration.ofHours(24);

    /**
     * After so many failures in a row, about half a day, what could be read of a record counts as
     * all of it: an include that nobody answers for must not keep everything else from being known.
     */
    static final int MAX_FAILURES = 5;

    private final Db db;
    private final Domains domains;
    private final DomainEvidenceTable table;
    private final ObjectProvider<SourcesChanged> listeners;
    private final KeptDays keptDays;
    private final Clock clock;

    SpfKeeper(
            Db db,
            Domains domains,
            DomainEvidenceTable table,
            ObjectProvider<SourcesChanged> listeners,
            KeptDays keptDays,
            Clock clock) {
        this.db = db;
        this.domains = domains;
        this.table = table;
        this.listeners = listeners;
        this.keptDays = keptDays;
        this.clock = clock;
    }

    /** Keeps the result of a lookup, also that it failed. */
    void keep(Scope scope, LookUp domain, SpfNetworks found) {
        boolean done = db.inTransaction(() -> keepUnchanged(scope, domain, found));
        if (!done) {
            db.inTransaction(() -> keepChanged(scope, domain, found));
        }
    }

    /** Keeps what changes no row; false where there is more to keep. */
    private boolean keepUnchanged(Scope scope, LookUp domain, SpfNetworks found) {
        if (domains.lock(scope, Set.of(domain.id())).isEmpty()) {
            return true;
        }
        if (!isNews(scope, domain, found)) {
            noteTime(scope, domain, found);
            return true;
        }
        return false;
    }

    /** Rows of domains below are classified by its networks too, so they are locked with it. */
    private void keepChanged(Scope scope, LookUp domain, SpfNetworks found) {
        DomainId id = domain.id();
        domains.holdTree(scope);
        List<DomainId> concerned = table.withBelow(scope, id);
        if (!domains.lock(scope, concerned).contains(id) || !isNews(scope, domain, found)) {
            return;
        }
        DomainFacts.@Nullable Span last = last(scope, id);
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        LocalDate from = last == null ? DomainEvidenceTable.ALWAYS : today;
        table.endNetworks(scope, id, from);
        table.addNetworks(scope, id, from, found.networks());
        table.forgetNetworks(scope, id, keptDays.now().first());
        noteTime(scope, domain, found);
        // Also where there are none: that is known now.
        table.raiseVersions(scope, Set.of(id));
        LocalDate first = last == null ? LocalDate.MIN : from;
        listeners.forEach(listener -> listener.changed(scope, concerned, first));
    }

    private boolean isNews(Scope scope, LookUp domain, SpfNetworks found) {
        DomainFacts.@Nullable Span last = last(scope, domain.id());
        boolean counts =
                switch (found.outcome()) {
                    case KNOWN -> true;
                    case PARTLY -> last == null || domain.failures() >= MAX_FAILURES;
                    case FAILED -> false;
                };
        return counts && (last == null || !last.networks().toList().equals(found.networks()));
    }

    private DomainFacts.@Nullable Span last(Scope scope, DomainId id) {
        List<DomainFacts.Span> spans = table.networks(scope, Set.of(id)).get(id);
        return spans == null ? null : spans.getLast();
    }

    private void noteTime(Scope scope, LookUp domain, SpfNetworks found) {
        Instant now = clock.instant();
        if (found.outcome() == Outcome.KNOWN) {
            table.succeeded(scope, domain.id(), now, now.plus(KNOWN));
        } else {
            int failures = domain.failures() + 1;
            Instant due = now.plus(LookupPauses.afterFailures(failures));
            table.failed(scope, domain.id(), failures, due);
        }
    }
}
