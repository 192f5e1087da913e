package org.mailvane.monitor;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.mailvane.actions.FoundProblem;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.finding.TlsRptFindings;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
import org.mailvane.mailauth.tag.TaggedRecord;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

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
                    TlsRptFindings.NO_POLICY,
                    MtaStsFindings.MODE_TESTING,
                    // What takes no mail may send some all the same, as reports show.
                    SpfFindings.PARKED,
                    // What subdomains and missing names are ready for, the planner says.
                    DmarcFindings.SP_WEAKER,
                    DmarcFindings.NP_WEAKER);

    private static final String RUA = "rua";

    /** What only says again what is said elsewhere, where it is. */
    private static final List<Echo> ECHOES =
            List.of(
                    Echo.ofErrors(DmarcFindings.RECORD_NO_EFFECT),
                    Echo.ofErrors(TlsRptFindings.RUA_UNUSABLE),
                    Echo.ofErrors(MtaStsFindings.POLICY_HOST_MISSING),
                    Echo.ofErrors(MtaStsFindings.ANNOUNCED_WRONGLY),
                    Echo.ofErrors(MtaStsFindings.ANNOUNCED_ONLY),
                    Echo.ofErrors(BimiFindings.AUTHORITY_INVALID),
                    Echo.ofErrors(BimiFindings.INDICATOR_INVALID),
                    new Echo(DmarcFindings.RUA_MISSING, (echo, other) -> isAbout(other, RUA)),
                    Echo.of(DmarcFindings.RUA_MISSING, DmarcFindings.RECORD_MULTIPLE),
                    Echo.of(DmarcFindings.RECORD_MISSING, DmarcFindings.RECORD_ALIAS_BROKEN),
                    Echo.of(SpfFindings.RECORD_MISSING, SpfFindings.VERSION_GLUED),
                    Echo.of(SpfFindings.ALL_MISSING, SpfFindings.MECHANISM_MISSPELLED),
                    new Echo(
                            DmarcFindings.TAG_REMOVED,
                            (echo, other) -> other.subject().equals(echo.subject())));

    private final Map<String, FoundProblem> found = new LinkedHashMap<>();
    private Passage evidence;
    private List<String> hosts = List.of();

    /**
     * A problem that is implied by another one.
     *
     * @param kind what it is
     * @param saysMore whether another problem of the same record, the second one, says more than it
     */
    private record Echo(FindingKind kind, BiPredicate<FoundProblem, FoundProblem> saysMore) {

        /** Returns what follows from any error. */
        static Echo ofErrors(FindingKind kind) {
            return new Echo(
                    kind,
                    (echo, other) ->
                            other.level().equals(Level.ERR.toString())
                                    && ECHOES.stream().noneMatch(each -> each.is(other)));
        }

        /** Returns what follows from one other thing. */
        static Echo of(FindingKind kind, FindingKind cause) {
            return new Echo(kind, (echo, other) -> other.code().equals(cause.entry().code()));
        }

        private boolean is(FoundProblem problem) {
            return problem.code().equals(kind.entry().code());
        }

        boolean isIn(FoundProblem problem, Collection<FoundProblem> all) {
            return is(problem)
                    && all.stream()
                            .anyMatch(other ->
                                    !other.equals(problem) && saysMore.test(problem, other));
        }
    }

    private static boolean isAbout(FoundProblem problem, String tag) {
        return problem.subject().equals(tag) || problem.subject().startsWith(tag + " ");
    }

    /**
     * Starts without problems.
     *
     * @param query where the record was asked for
     * @param value the value found there; empty where there is none
     */
    Problems(RecordKind kind, String query, String value) {
        this.evidence =
                value.isEmpty()
                        ? Passage.of(
                                Message.of("findings.evidence.none")
                                        .with("kind", kind.label())
                                        .with("name", query))
                        : record(query, value);
    }

    /** What follows is read from something else, such as a file that the record leads to. */
    void readFrom(String where, String value) {
        evidence = record(where, value);
    }

    private static Passage record(String name, String value) {
        return Passage.of(
                Message.of("findings.evidence.record")
                        .with("name", name)
                        .with("record", shortened(value)));
    }

    /**
     * Hosts that the record names for reports: where one of them takes none, another may do so too,
     * and each is a separate problem.
     */
    void naming(Stream<ReportUri> addresses) {
        hosts =
                addresses
                        .map(ReportUri::host)
                        .filter(Objects::nonNull)
                        .map(DomainName::value)
                        .distinct()
                        // Of two names, one may be the end of the other.
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
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
        Passage before = evidence;
        readFrom(record.domain(), record.txt());
        record.messages().stream().filter(Problems::isError).forEach(this::add);
        for (TextTerm term : record.terms()) {
            term.messages().stream().filter(Problems::isError).forEach(this::add);
            term.result().forEach(this::addErrors);
        }
        evidence = before;
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
        if (found.values().stream().anyMatch(one -> isSame(one, finding))) {
            return;
        }
        String subject = subject(finding);
        found.putIfAbsent(
                finding.code() + "\n" + subject, FoundProblem.of(finding, subject, evidence));
    }

    /** A host may occur in several tags, and is reported once. */
    private boolean isSame(FoundProblem problem, Finding finding) {
        return problem.code().equals(finding.code())
                && problem.problem().equals(FindingMessages.text(finding))
                && hosts.stream().anyMatch(host -> problem.subject().endsWith(" " + host));
    }

    private String subject(Finding finding) {
        return hosts.stream()
                .filter(host -> names(finding, host))
                .findFirst()
                .map(host -> finding.tag() + " " + host)
                .orElse(finding.tag());
    }

    /** Whether one of the values is a host, or has it within: a mailbox, an address, a name. */
    private static boolean names(Finding finding, String host) {
        return finding.values().values().stream()
                .anyMatch(value ->
                        value instanceof FindingValue.Name name && name.value().contains(host));
    }

    List<FoundProblem> toList() {
        return found.values().stream()
                .filter(problem ->
                        ECHOES.stream().noneMatch(echo -> echo.isIn(problem, found.values())))
                .toList();
    }

    /** Returns the same, each about a part of the domain, such as a selector. */
    List<FoundProblem> about(String part) {
        return toList().stream()
                .map(problem ->
                        problem.about(
                                problem.subject().isEmpty()
                                        ? part
                                        : part + " " + problem.subject()))
                .toList();
    }
}
