package org.mailvane.web;

import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainCounts;
import org.mailvane.issues.DomainMatters;
import org.mailvane.issues.NextAction;
import org.mailvane.issues.Standing;
import org.mailvane.issues.Task;

/**
 * A domain with how it stands, as pages show it.
 *
 * @param domain the domain
 * @param matters what is open about it
 * @param counts its messages of the days that lists count
 */
record Attention(Domain domain, DomainMatters matters, DomainCounts counts) {

    Standing standing() {
        return matters.standing();
    }

    Policy policy() {
        return Policy.ofCode(domain.policy());
    }

    /** Its page. */
    String path() {
        return DomainPageController.path(domain.id());
    }

    /** What to do first in a few words. */
    String title(Texts texts) {
        return matters.next().map(next -> title(texts, next)).orElseGet(() -> none(texts));
    }

    /** That in sentences; empty where nothing is to be done. */
    String text() {
        return matters.next().map(next -> next.task() ? next.text() : next.solution()).orElse("");
    }

    private String none(Texts texts) {
        return texts.of("next.none." + (standing() == Standing.UNKNOWN ? "unknown" : "ok"));
    }

    /** What a task or an issue is about, in a few words. */
    static String title(Texts texts, NextAction next) {
        return next.task() ? task(texts, next.code(), next.text()) : next.text();
    }

    /** What a task is about, in a few words. */
    static String title(Texts texts, Task task) {
        return task(texts, task.code(), texts.of("task.category." + task.category().code()));
    }

    private static String task(Texts texts, String code, String other) {
        String key = "task." + code;
        return texts.has(key) ? texts.of(key) : other;
    }
}
