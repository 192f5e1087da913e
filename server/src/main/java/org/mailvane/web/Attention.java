package org.mailvane.web;

import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainCounts;
import org.mailvane.issues.DomainMatters;
import org.mailvane.issues.Issue;
import org.mailvane.issues.NextAction;
import org.mailvane.issues.Standing;
import org.mailvane.issues.Task;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.web.Sentences.Said;

/**
 * A domain with how it stands, as pages show it.
 *
 * @param domain the domain
 * @param matters what is open about it
 * @param counts its messages of the days that lists count
 */
record Attention(Domain domain, DomainMatters matters, DomainCounts counts) {

    private static final String NO_SUCH_NAME = DnsFindings.NXDOMAIN.entry().code();

    Standing standing() {
        return matters.standing();
    }

    Policy policy() {
        return Policy.ofCode(domain.policy());
    }

    /** Whether an SPF record was seen in DNS last, with errors or without. */
    boolean hasSpf() {
        return !domain.records().spf().isEmpty();
    }

    /** Its page. */
    String path() {
        return DomainPageController.path(domain.id());
    }

    /** What to do first in a few words. */
    Said title(Texts texts) {
        return matters.next().map(next -> title(texts, next)).orElseGet(() -> none(texts));
    }

    /** That in sentences; empty where nothing is to be done. */
    Said text(Texts texts) {
        return matters.next()
                .map(next ->
                        next.task()
                                ? texts.said(next.text())
                                : texts.solution(next.code(), next.solution()))
                .orElseGet(() -> texts.said(""));
    }

    private Said none(Texts texts) {
        String key = "next.none." + (standing() == Standing.UNKNOWN ? "unknown" : "ok");
        return new Said(texts.of(key), null);
    }

    /** What a task or an issue is about, in a few words. */
    static Said title(Texts texts, NextAction next) {
        return next.task()
                ? task(texts, next.code(), next.text())
                : issue(texts, next.record(), next.code(), next.text());
    }

    /** What an issue is about: the record, and what is wrong with it. */
    static Said title(Texts texts, Issue issue) {
        return issue(texts, issue.record(), issue.code(), issue.problem());
    }

    private static Said issue(Texts texts, String record, String code, String problem) {
        Said said = texts.finding(code, problem);
        if (code.equals(NO_SUCH_NAME)) {
            // No record's, though that of the mail exchangers tells it.
            return said;
        }
        return new Said(
                texts.of("issue.title", texts.of("record." + record), said.text()),
                said.language());
    }

    /** What a task is about, in a few words. */
    static Said title(Texts texts, Task task) {
        return task(texts, task.code(), texts.of("task.category." + task.category().code()));
    }

    private static Said task(Texts texts, String code, String other) {
        String key = "task." + code;
        return new Said(texts.has(key) ? texts.of(key) : other, null);
    }
}
