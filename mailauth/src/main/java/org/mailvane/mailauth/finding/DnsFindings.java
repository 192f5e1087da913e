package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

/** The findings about any record: how DNS answered, and limits of the inspection itself. */
public enum DnsFindings implements FindingKind {
    NXDOMAIN("dns.name.missing", ERR, "RFC 8020, section 2", "domain"),
    TARGET_MISSING("dns.target.missing", INFO, "RFC 8020, section 2", "name"),
    NO_DATA("dns.records.missing", INFO, "RFC 2308, section 2.2", "name", "type"),
    SERVER_FAILURE("dns.servers.failed", ERR, "RFC 2308, section 7.1", "name"),
    TIMEOUT("dns.servers.timeout", ERR, "RFC 2308, section 7.2", "name"),
    NOT_ASKED("dns.inspection.limit", ERR, "", "name"),
    LIST_CUT("dns.findings.cut", INFO, "", "count");

    private final Entry entry;

    DnsFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }

    /**
     * Returns the finding about an answer without records, for a name that a record refers to;
     * empty if the answer has records.
     *
     * @param type the queried type, such as {@code TXT}
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
     * Returns the finding for an answer without records about the name of a record, such as {@code
     * _dmarc.example.com}. The inspector of the record reports that the name, and so the record,
     * does not exist.
     */
    public static Optional<Finding> ofRecord(DnsAnswer answer, DnsName name, Object type) {
        return answer.status() == DnsAnswer.Status.NO_SUCH_NAME && answer.aliases().isEmpty()
                ? Optional.empty()
                : of(answer, name, type);
    }

    /**
     * Returns a finding that a domain does not exist, in place of one that its record is missing;
     * empty if it exists, or if DNS does not answer.
     */
    public static Optional<Finding> ofDomain(DnsName domain, DnsAnswer record, Dns dns) {
        return record.status() == DnsAnswer.Status.NO_SUCH_NAME
                        && record.aliases().isEmpty()
                        && dns.ask(domain, RecordType.MX).status() == DnsAnswer.Status.NO_SUCH_NAME
                ? Optional.of(NXDOMAIN.with(domain))
                : Optional.empty();
    }
}
