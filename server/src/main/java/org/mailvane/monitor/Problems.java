package org.mailvane.monitor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mailvane.issues.FoundProblem;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.TlsRptFindings;
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * Collects what is wrong with a record, of all that an inspection says: errors and warnings, each
 * once. What is a step on the way rather than wrong, such as a policy of none, is left to the
 * tasks.
 */
final class Problems {

    /** Problems of one record that are kept. */
    static final int MAX_PROBLEMS = 50;

    /** Characters of a record that are shown as evidence. */
    static final int MAX_EVIDENCE = 1_000;

    /** Said by tasks: what to do next, not what is wrong. */
    private static final Set<FindingKind> STEPS =
            Set.of(
                    DmarcFindings.P_NONE,
                    DmarcFindings.T_TESTING,
                    DmarcFindings.POLICY_PARKED,
                    TlsRptFindings.NO_POLICY);

    private final String evidence;
    private final Map<String, FoundProblem> found = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param query where the record was asked for
     * @param value what stands there; empty where nothing does
     */
    Problems(RecordKind kind, String query, String value) {
        this.evidence =
                value.isEmpty()
                        ? "No %s record was found at %s.".formatted(kind.label(), query)
                        : "At %s stands: %s".formatted(query, shortened(value));
    }

    private static String shortened(String value) {
        return value.length() <= MAX_EVIDENCE ? value : value.substring(0, MAX_EVIDENCE) + "...";
    }

    void add(List<Finding> findings) {
        findings.forEach(this::add);
    }

    void add(TaggedRecord record) {
        add(record.messages());
        record.tags().forEach(tag -> add(tag.messages()));
    }

    /** A record of SPF: of other people's records that it refers to, only what breaks it. */
    void add(TextRecord record) {
        add(record.messages());
        for (TextTerm term : record.terms()) {
            add(term.messages());
            term.result().forEach(this::addErrors);
        }
    }

    private void addErrors(TextRecord record) {
        record.messages().stream().filter(Problems::isError).forEach(this::add);
        for (TextTerm term : record.terms()) {
            term.messages().stream().filter(Problems::isError).forEach(this::add);
            term.result().forEach(this::addErrors);
        }
    }

    private static boolean isError(Finding finding) {
        return finding.level() == Level.ERR;
    }

    private void add(Finding finding) {
        if (finding.level() == Level.INFO
                || STEPS.stream().anyMatch(finding::is)
                || found.size() >= MAX_PROBLEMS) {
            return;
        }
        found.putIfAbsent(
                finding.code() + "\n" + finding.tag(),
                new FoundProblem(
                        finding.code(),
                        finding.tag(),
                        finding.level().toString(),
                        finding.text(),
                        finding.solution(),
                        evidence));
    }

    /** Whether something of this code is among them. */
    boolean has(String code) {
        return found.values().stream().anyMatch(problem -> problem.code().equals(code));
    }

    List<FoundProblem> toList() {
        return List.copyOf(found.values());
    }

    /** The same, each about a part of the domain, such as a selector. */
    List<FoundProblem> about(String part) {
        return found.values().stream()
                .map(problem ->
                        new FoundProblem(
                                problem.code(),
                                problem.subject().isEmpty() ? part : part + " " + problem.subject(),
                                problem.level(),
                                problem.problem(),
                                problem.solution(),
                                problem.details()))
                .toList();
    }
}
