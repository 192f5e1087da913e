package org.mailvane.planner;

import java.util.List;
import org.mailvane.actions.Tasks;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** Keeps domains' tasks as what is known of them wants it. */
@Component
class DomainTasks {

    private final StepSituationTable table;
    private final Tasks tasks;

    DomainTasks(StepSituationTable table, Tasks tasks) {
        this.table = table;
        this.tasks = tasks;
    }

    /**
     * Sets the tasks of a domain that was judged, within the transaction that runs on this thread,
     * in which its row is locked. While its DMARC record is not known they stay as they are, but
     * for the advice to raise its policy: nobody knows any more which one that is.
     *
     * @param mailbox where others can mail the account's reports; empty: nowhere
     * @param failed what is known about mail that failed
     */
    void settle(
            Scope scope,
            PlannedDomain domain,
            Judgement judgement,
            String mailbox,
            FailedMail failed) {
        if (NextSteps.canTell(domain.published())) {
            table.find(scope, domain, judgement, mailbox, failed, tasks.open(scope, domain.id()))
                    .ifPresent(
                            situation -> tasks.settle(scope, domain.id(), NextSteps.of(situation)));
        } else {
            tasks.end(scope, domain.id(), NextSteps.RAISING);
        }
    }

    /** Of a domain that is not planned any more, no step is next. */
    void end(Scope scope, DomainId domain) {
        tasks.settle(scope, domain, List.of());
    }
}
