package org.mailvane.issues;

import java.util.List;
import java.util.stream.Stream;
import org.mailvane.domains.DomainHealth;
import org.mailvane.mailauth.finding.DnsFindings;

/**
 * What is more urgent than what, of issues and tasks together. Both are named by what they are
 * about: {@code task} and the step's code, {@code issue} and the kind of record with the level,
 * {@code name} where DNS has none, or {@code servers} where those of the domain do not answer.
 */
final class TaskPriority {

    private static final String TASK = "task ";

    /** Broken, or unprotected. */
    private static final List<String> FIX =
            List.of(
                    "issue mx err",
                    task(TaskCode.DMARC_PUBLISH),
                    task(TaskCode.DMARC_FIX),
                    "issue dmarc err",
                    "issue spf err",
                    task(TaskCode.SPF_FIX),
                    task(TaskCode.DKIM_RESTORE),
                    "issue dkim err",
                    task(TaskCode.DKIM_FIX),
                    task(TaskCode.SOURCE_FIX),
                    // That DNS has no such name: nothing else can be said of it then. Where it is
                    // a name that nobody has, nothing is at stake.
                    task(TaskCode.DOMAIN_CHECK),
                    "issue name");

    /** To be looked at. */
    private static final List<String> WATCH =
            List.of(
                    // What is not known is not known to be wrong; and mostly it is somebody else
                    // who can change it.
                    "issue servers",
                    task(TaskCode.DMARC_REPORT),
                    task(TaskCode.SOURCE_DECIDE),
                    task(TaskCode.SPF_PUBLISH),
                    task(TaskCode.SPF_CLOSE),
                    task(TaskCode.DKIM_PUBLISH),
                    task(TaskCode.DKIM_SIGN),
                    "issue dmarc warn",
                    "issue spf warn",
                    "issue dkim warn");

    /** A step forward. */
    private static final List<String> READY =
            List.of(task(TaskCode.DOMAIN_PROTECT), task(TaskCode.POLICY_RAISE));

    /** To be waited for, or optional. All others are less urgent still. */
    private static final List<String> OK =
            List.of(
                    task(TaskCode.DMARC_COLLECT),
                    task(TaskCode.TLS_REPORT),
                    task(TaskCode.MTA_STS_ENFORCE));

    /** All names, the most urgent first. Their ranks are their places, from 1. */
    private static final List<String> NAMES =
            Stream.of(FIX, WATCH, READY, OK).flatMap(List::stream).toList();

    /** The rank of whatever has no place. */
    private static final int OTHER = NAMES.size() + 1;

    /** The rank of a domain about which nothing is open. */
    static final int NOTHING = NAMES.size() + 2;

    /** The records without which it is not known how a domain's mail is judged, or reaches it. */
    private static final List<String> NEEDED = List.of("mx", "dmarc", "spf", "dkim");

    private static final String NAME_MISSING = DnsFindings.NXDOMAIN.entry().code();
    private static final String NOT_ANSWERED = DnsFindings.SERVER_FAILURE.entry().code();

    /** SQL of the name of an issue {@code i}. */
    static final String OF_ISSUE =
            """
            case when i.code = '%s' then 'issue name'
                when i.code = '%s' and i.record in ('%s') then 'issue servers'
                else 'issue ' || i.record || ' ' || i.level end\
            """
                    .formatted(NAME_MISSING, NOT_ANSWERED, String.join("', '", NEEDED));

    /** SQL of the name of a task {@code t}. */
    static final String OF_TASK = "'" + TASK + "' || t.code";

    private TaskPriority() {}

    /** How urgent an issue is by itself. */
    static DomainHealth ofIssue(String record, String code, String level) {
        return standing(rankOfIssue(record, code, level), false);
    }

    /** How urgent a task is by itself. */
    static DomainHealth ofTask(TaskCode code) {
        return standing(rankOfTask(code), false);
    }

    /** The rank of an issue; the most urgent is the lowest. */
    static int rankOfIssue(String record, String code, String level) {
        if (code.equals(NAME_MISSING)) {
            return place("issue name");
        }
        return place(
                code.equals(NOT_ANSWERED) && NEEDED.contains(record)
                        ? "issue servers"
                        : "issue " + record + " " + level);
    }

    /** The rank of a task; the most urgent is the lowest. */
    static int rankOfTask(TaskCode code) {
        return place(task(code));
    }

    private static String task(TaskCode code) {
        return TASK + code.code();
    }

    private static int place(String name) {
        int place = NAMES.indexOf(name);
        return place < 0 ? OTHER : place + 1;
    }

    /** SQL of the rank of something by the SQL of its name; the most urgent is the lowest. */
    static String rank(String name) {
        return "coalesce(array_position(array['%s'], %s), %d)"
                .formatted(String.join("', '", NAMES), name, OTHER);
    }

    /**
     * Returns the health of a domain.
     *
     * @param rank of the most urgent about it
     * @param unknown whether it is not known, or not for sure, what DNS says of it
     */
    static DomainHealth standing(int rank, boolean unknown) {
        if (rank <= FIX.size()) {
            return DomainHealth.FIX;
        }
        if (rank <= FIX.size() + WATCH.size()) {
            return DomainHealth.WATCH;
        }
        if (unknown) {
            return DomainHealth.UNKNOWN;
        }
        return rank <= FIX.size() + WATCH.size() + READY.size()
                ? DomainHealth.READY
                : DomainHealth.OK;
    }
}
