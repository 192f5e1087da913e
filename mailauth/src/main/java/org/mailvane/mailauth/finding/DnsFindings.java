package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;

import java.util.Optional;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

/** What can be found of any record: how DNS answered, and what the inspection itself ran into. */
public enum DnsFindings implements FindingKind {
    NXDOMAIN(
            "dns.name.missing",
            ERR,
            "The name {0} does not exist in DNS, so it has no records.",
            "Check that {0} is spelled correctly, that its domain is registered, and that its zone is"
                    + " published.",
            "RFC 8020, section 2"),
    TARGET_MISSING(
            "dns.target.missing",
            INFO,
            "The name {0}, to which the record leads, does not exist in DNS.",
            "",
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
     * What is to be said of an answer without records about a name to which a record leads; empty
     * where it has some.
     *
     * @param type what was asked for, such as {@code TXT}
     */
    public static Optional<Finding> of(DnsAnswer answer, DnsName name, Object type) {
        return Optional.ofNullable(
                switch (answer.status()) {
                    case FOUND -> null;
                    case NO_DATA -> NO_DATA.with(name, type);
                    case NO_SUCH_NAME -> TARGET_MISSING.with(name);
                    case SERVER_FAILURE -> SERVER_FAILURE.with(name);
                    case TIMEOUT -> TIMEOUT.with(name);
                    case NOT_ASKED -> NOT_ASKED.with(name);
                });
    }

    /**
     * What is to be said of an answer without records about the name of a record, such as {@code
     * _dmarc.example.com}. That there is no such name, and so no record, is for its inspector to
     * say.
     */
    public static Optional<Finding> ofRecord(DnsAnswer answer, DnsName name, Object type) {
        return answer.status() == DnsAnswer.Status.NO_SUCH_NAME && answer.aliases().isEmpty()
                ? Optional.empty()
                : of(answer, name, type);
    }

    /**
     * Says that a domain does not exist, so that it is not said that it lacks a record; empty if it
     * exists, or if DNS does not tell.
     *
     * @param record what DNS said about the name of a record, at or below the domain: where that
     *     exists, the domain does, and nothing is asked
     */
    public static Optional<Finding> ofDomain(DnsName domain, DnsAnswer record, Dns dns) {
        return record.status() == DnsAnswer.Status.NO_SUCH_NAME
                        && record.aliases().isEmpty()
                        && dns.ask(domain, RecordType.MX).status() == DnsAnswer.Status.NO_SUCH_NAME
                ? Optional.of(NXDOMAIN.with(domain))
                : Optional.empty();
    }
}
