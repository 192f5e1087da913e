package org.mailvane.web.parts;

import org.mailvane.actions.ActionItem;
import org.mailvane.actions.Issue;
import org.mailvane.actions.Task;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.Texts;

/**
 * An issue or a task as lists show it.
 *
 * @param title what it is about, in a few words
 * @param problem what is wrong, in a sentence
 * @param action what to do about it, in a sentence
 * @param rest further instructions
 * @param code the code of an issue's finding; empty for a task
 * @param evidence where an issue was found; empty for a task
 */
record ShownItem(
        ActionItem item,
        String title,
        Passage problem,
        Passage action,
        Passage rest,
        String code,
        Passage evidence) {

    static ShownItem of(ActionItem item, Texts texts) {
        return switch (item) {
            case Issue issue ->
                    new ShownItem(
                            issue,
                            DomainStatusView.finding(texts, issue.code()),
                            issue.problem(),
                            issue.solution().first(),
                            issue.solution().rest(),
                            issue.code(),
                            issue.evidence());
            case Task task ->
                    new ShownItem(
                            task,
                            DomainStatusView.task(texts, task.code()),
                            task.details().first(),
                            task.details().rest().first(),
                            task.details().rest().rest(),
                            "",
                            Passage.EMPTY);
        };
    }
}
