package org.mailvane.planner;

import org.mailvane.domains.DomainId;
import org.mailvane.issues.Tasks;
import org.mailvane.store.Scope;
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
     * in which its row is locked. While nothing is known of its DMARC record they stay as they are.
     *
     * @param mailbox where the account takes reports
     */
    void settle(Scope scope, DomainId domain, PolicyAdvice advice, String mailbox) {
        table.find(scope, domain, advice, mailbox)
                .filter(NextSteps::canTell)
                .ifPresent(situation -> tasks.settle(scope, domain, NextSteps.of(situation)));
    }
}
