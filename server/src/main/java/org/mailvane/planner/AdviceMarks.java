package org.mailvane.planner;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.mailvane.domains.AddedDomain;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainsAdded;
import org.mailvane.domains.DomainsDescribed;
import org.mailvane.domains.DomainsMoved;
import org.mailvane.monitor.DomainWatched;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.RowsReclassified;
import org.springframework.stereotype.Component;

/**
 * Hears what domains are judged by, and has them judged again. Rules and evidence of addresses that
 * change for all accounts are not heard themselves: rows are classified again for a long time then,
 * and each domain is judged when its own have been.
 */
@Component
class AdviceMarks
        implements SourcesChanged,
                DomainsAdded,
                DomainsMoved,
                DomainsDescribed,
                DomainWatched,
                RowsReclassified {

    /**
     * After a change domains are judged at once, and once more after this time: it may have rows
     * classified otherwise, which happens in the background.
     */
    static final Duration SETTLED = Duration.ofMinutes(5);

    /**
     * Delay between the reclassification of rows and the advice about their domain. Rows of other
     * days and of subdomains are reclassified next, and the advice uses all of them.
     */
    static final Duration SETTLING = Duration.ofMinutes(1);

    private final Db db;
    private final PolicyAdviceTable table;
    private final Clock clock;
    private final Signal news = new Signal();

    AdviceMarks(Db db, PolicyAdviceTable table, Clock clock) {
        this.db = db;
        this.table = table;
        this.clock = clock;
    }

    /** Says that there is something to do. */
    Signal news() {
        return news;
    }

    /**
     * Has these domains judged again when the transaction that runs on this thread is committed.
     */
    void mark(Scope scope, Collection<DomainId> domains) {
        if (!domains.isEmpty()) {
            Instant now = clock.instant();
            table.mark(scope.wholeAccount(), domains, now, now.plus(SETTLED));
            db.afterCommit(news::give);
        }
    }

    @Override
    public void changed(Scope scope) {
        Instant now = clock.instant();
        table.markAll(scope.wholeAccount(), now, now.plus(SETTLED));
        db.afterCommit(news::give);
    }

    @Override
    public void changed(Scope scope, Collection<DomainId> domains, LocalDate from) {
        mark(scope, domains);
    }

    @Override
    public void decided(Scope scope, Collection<DomainId> domains) {
        mark(scope, domains);
    }

    @Override
    public void moved(Scope scope, Collection<DomainId> domains) {
        mark(scope, domains);
    }

    @Override
    public void described(Scope scope, Collection<DomainId> domains) {
        mark(scope, domains);
    }

    @Override
    public void added(Scope scope, Collection<AddedDomain> domains) {
        table.add(
                scope.wholeAccount(),
                domains.stream().map(AddedDomain::id).toList(),
                clock.instant());
        db.afterCommit(news::give);
    }

    /**
     * Days that are not judged yet, such as those of most reports that come, change no judgement.
     */
    @Override
    public void settled(Scope scope, DomainId domain, Days changed) {
        Instant now = clock.instant();
        if (!changed.first().isAfter(JudgedDays.at(now).last())) {
            db.inTransaction(() -> {
                table.mark(scope.wholeAccount(), List.of(domain), now.plus(SETTLING), null);
                db.afterCommit(news::give);
            });
        }
    }

    @Override
    public void finished(Scope scope, DomainId domain) {
        db.inTransaction(() -> {
            if (table.judgeUnsettled(scope.wholeAccount(), domain, clock.instant())) {
                db.afterCommit(news::give);
            }
        });
    }

    @Override
    public void settling(Scope scope, DomainId domain, Days days) {
        Instant now = clock.instant();
        JudgedDays judged = JudgedDays.at(now).longer();
        if (!days.first().isAfter(judged.last()) && !days.last().isBefore(judged.first())) {
            db.inTransaction(
                    () -> table.unsettle(scope.wholeAccount(), domain, now.plus(SETTLING)));
        }
    }

    @Override
    public void watched(Scope scope, DomainId domain) {
        mark(scope, List.of(domain));
    }
}
