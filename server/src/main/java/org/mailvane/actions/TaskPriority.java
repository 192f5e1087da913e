package org.mailvane.actions;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mailvane.domains.DomainHealth;
import org.mailvane.mailauth.finding.DnsFindings;

/**
 * The priorities of tasks and issues, the most urgent first. The most urgent open item of a domain
 * decides its health. {@link TaskCode} gives tasks their priority; that of an issue follows from
 * its record, code and level.
 */
public enum TaskPriority {
    // Broken, or unprotected.
    MX_ERROR(DomainHealth.FIX),
    DMARC_PUBLISH(DomainHealth.FIX),
    DMARC_FIX(DomainHealth.FIX),
    DMARC_ERROR(DomainHealth.FIX),
    SPF_ERROR(DomainHealth.FIX),
    SPF_FIX(DomainHealth.FIX),
    DKIM_RESTORE(DomainHealth.FIX),
    DKIM_ERROR(DomainHealth.FIX),
    DKIM_FIX(DomainHealth.FIX),
    SOURCE_FIX(DomainHealth.FIX),

    // A name that does not exist in DNS has no other items. If nobody has registered it, nothing is
    // lost: so it comes last of these.
    DOMAIN_CHECK(DomainHealth.FIX),
    NAME_MISSING(DomainHealth.FIX),

    // To be looked at. If name servers do not answer, nothing is known to be wrong, and mostly
    // somebody else has to act.
    SERVERS_SILENT(DomainHealth.WATCH),
    DMARC_REPORT(DomainHealth.WATCH),
    SOURCE_DECIDE(DomainHealth.WATCH),
    SPF_PUBLISH(DomainHealth.WATCH),
    SPF_CLOSE(DomainHealth.WATCH),
    DKIM_PUBLISH(DomainHealth.WATCH),
    DKIM_SIGN(DomainHealth.WATCH),
    DMARC_WARNING(DomainHealth.WATCH),
    SPF_WARNING(DomainHealth.WATCH),
    DKIM_WARNING(DomainHealth.WATCH),

    // A step forward.
    DOMAIN_PROTECT(DomainHealth.READY),
    POLICY_RAISE(DomainHealth.READY),

    // To be waited for, or optional.
    DMARC_COLLECT(DomainHealth.OK),
    TLS_REPORT(DomainHealth.OK),
    MTA_STS_ENFORCE(DomainHealth.OK),
    OPTIONAL(DomainHealth.OK),

    /** No item is open. */
    NOTHING(DomainHealth.OK);

    private static final List<TaskPriority> ORDER = List.of(values());

    /** The priorities of issues, by record and level. */
    private static final Map<String, TaskPriority> ISSUES =
            new TreeMap<>(
                    Map.of(
                            "mx err", MX_ERROR,
                            "dmarc err", DMARC_ERROR,
                            "spf err", SPF_ERROR,
                            "dkim err", DKIM_ERROR,
                            "dmarc warn", DMARC_WARNING,
                            "spf warn", SPF_WARNING,
                            "dkim warn", DKIM_WARNING));

    /** The records that decide how a domain's mail is judged, or whether mail reaches it. */
    private static final List<String> ESSENTIAL = List.of("mx", "dmarc", "spf", "dkim");

    private static final String NXDOMAIN = DnsFindings.NXDOMAIN.entry().code();

    /** The code of issues about name servers that do not answer. */
    static final String NO_ANSWER = DnsFindings.SERVER_FAILURE.entry().code();

    private final DomainHealth health;

    TaskPriority(DomainHealth health) {
        this.health = health;
    }

    /** Returns the position, from 0; the most urgent is the first. */
    int rank() {
        return ORDER.indexOf(this);
    }

    /** Returns the health of a domain about which nothing more urgent is open. */
    public DomainHealth health() {
        return health;
    }

    /**
     * Returns the same for a domain.
     *
     * @param unknown whether its records are unknown, or were observed only once
     */
    DomainHealth health(boolean unknown) {
        boolean urgent = health == DomainHealth.FIX || health == DomainHealth.WATCH;
        return unknown && !urgent ? DomainHealth.UNKNOWN : health;
    }

    /** Returns the priority of an issue. */
    static TaskPriority ofIssue(String record, String code, String level) {
        if (code.equals(NXDOMAIN)) {
            return NAME_MISSING;
        }
        return code.equals(NO_ANSWER) && ESSENTIAL.contains(record)
                ? SERVERS_SILENT
                : ISSUES.getOrDefault(record + " " + level, OPTIONAL);
    }

    /**
     * Returns the priority at a position that {@link #rankOfIssue} or {@link #rankOfTask} returned.
     */
    static TaskPriority ofRank(long rank) {
        return ORDER.get(Math.toIntExact(rank));
    }

    /** Returns SQL of the position of an issue {@code i}, for sorting. */
    static String rankOfIssue() {
        return "case when i.code = '%s' then %d when i.code = '%s' and i.record in ('%s') then %d"
                        .formatted(
                                NXDOMAIN,
                                NAME_MISSING.rank(),
                                NO_ANSWER,
                                String.join("', '", ESSENTIAL),
                                SERVERS_SILENT.rank())
                + ISSUES.entrySet().stream()
                        .map(each ->
                                " when i.record || ' ' || i.level = '%s' then %d"
                                        .formatted(each.getKey(), each.getValue().rank()))
                        .collect(joining())
                + " else %d end".formatted(OPTIONAL.rank());
    }

    /** Returns SQL of the position of a task {@code i}, for sorting. */
    static String rankOfTask() {
        return "case i.code"
                + Arrays.stream(TaskCode.values())
                        .map(task ->
                                " when '%s' then %d".formatted(task.code(), task.priority().rank()))
                        .collect(joining())
                + " else %d end".formatted(OPTIONAL.rank());
    }
}
