package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;

import java.util.Optional;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;

/** What can be found of any record: how DNS answered, and what the inspection itself ran into. */
public enum DnsFindings implements FindingKind {
    NXDOMAIN(
            "dns.name.missing",
            INFO,
            "The name {0} does not exist in DNS.",
            "Check that the domain is spelled right, where its other records are not found either.",
            "RFC 8020, section 2"),
    NO_DATA(
            "dns.records.missing",
            INFO,
            "The name {0} exists in DNS, but has no {1} record.",
            "",
            "RFC 2308, section 2.2"),
    SERVER_FAILURE(
            "dns.servers.failed",
            ERR,
            "The name servers of {0} answered with a failure, so it is not known what stands there.",
            "Check that the zone is served by all its name servers and, where it is signed, that its"
                    + " DNSSEC signatures are valid; then try again.",
            "RFC 2308, section 7.1"),
    TIMEOUT(
            "dns.servers.timeout",
            ERR,
            "No name server could be reached, or answered in time, when asked for {0}.",
            "Check that the zone's name servers are up and reachable; then try again.",
            "RFC 2308, section 7.2"),
    NOT_ASKED(
            "dns.inspection.limit",
            ERR,
            "{0} was not asked for, because this inspection has used up its DNS questions or its time.",
            "Make the records simpler, or try again when the name servers answer faster.",
            ""),
    LIST_CUT(
            "dns.findings.cut",
            INFO,
            "{0} more findings of this kind of trouble are not listed.",
            "Mend those that are listed first.",
            "");

    private final Entry entry;

    DnsFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }

    /**
     * What is to be said of an answer without records; empty where it has some.
     *
     * @param type what was asked for, such as {@code TXT}
     */
    public static Optional<Finding> of(DnsAnswer answer, DnsName name, Object type) {
        return Optional.ofNullable(
                switch (answer.status()) {
                    case FOUND -> null;
                    case NO_DATA -> NO_DATA.with(name, type);
                    case NO_SUCH_NAME -> NXDOMAIN.with(name);
                    case SERVER_FAILURE -> SERVER_FAILURE.with(name);
                    case TIMEOUT -> TIMEOUT.with(name);
                    case NOT_ASKED -> NOT_ASKED.with(name);
                });
    }
}
