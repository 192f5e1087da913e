package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

/** What can be found of TLS-RPT records. */
public enum TlsRptFindings implements FindingKind {
    NAME_LONG(
            "tls_rpt.domain.too_long",
            ERR,
            "The name _smtp._tls.{0}, where the record would stand, is longer than DNS allows.",
            "Use a shorter domain for mail.",
            "RFC 8460, section 3"),
    RECORD_MISSING(
            "tls_rpt.record.missing",
            ERR,
            "There is no TLS-RPT record at {0}, so that nobody reports when mail to the domain could not"
                    + " be encrypted as it should.",
            "Publish a TXT record there: v=TLSRPTv1; rua=mailto:address-for-reports.",
            "RFC 8460, section 3"),
    CNAME(
            "tls_rpt.record.alias",
            INFO,
            "{0} is an alias of {1}, where the record is published.",
            "",
            "RFC 1034, section 3.6.2"),
    CNAME_TARGET_MISSING(
            "tls_rpt.alias.target_missing",
            ERR,
            "{0} is an alias of {1}, but there is no record.",
            "Ask the service to which the alias leads which name it has to lead to, or remove the alias.",
            "RFC 1034, section 3.6.2"),
    RECORD_MULTIPLE(
            "tls_rpt.record.multiple",
            ERR,
            "There are {0} TLS-RPT records at {1}; senders then act as if there were none.",
            "Leave one; it may name several addresses.",
            "RFC 8460, section 3"),
    RECORDS_CUT("tls_rpt.record.too_many", INFO, "Only the first {0} texts are shown.", "", ""),
    RECORD_OTHER(
            "tls_rpt.record.other",
            WARN,
            "This text is no TLS-RPT record; senders ignore it.",
            "Remove this text, unless something else needs it here.",
            "RFC 8460, section 3"),
    RECORD_LONG(
            "tls_rpt.record.too_long",
            ERR,
            "The record is longer than {0} characters, which no DNS record can be; the rest was not"
                    + " read.",
            "Name fewer addresses.",
            "RFC 1035, section 3.2.1"),
    FIELDS_TOO_MANY(
            "tls_rpt.record.fields_too_many",
            ERR,
            "The record has more than {0} fields; the rest was not read.",
            "Leave v and rua.",
            "RFC 8460, section 3"),
    SEMICOLONS(
            "tls_rpt.record.semicolons",
            ERR,
            "There is nothing between two semicolons.",
            "Leave one semicolon between two fields.",
            "RFC 8460, section 3"),
    CHARACTER(
            "tls_rpt.record.character",
            ERR,
            "The record has a character that may not stand in it: {0}.",
            "Use printable ASCII characters only.",
            "RFC 8460, section 3"),
    VERSION(
            "tls_rpt.v.invalid",
            ERR,
            "The record does not begin with exactly v=TLSRPTv1; (in this spelling, without blanks or"
                    + " quotation marks, with the semicolon), so that senders ignore it.",
            "Begin it with v=TLSRPTv1;.",
            "RFC 8460, section 3"),
    FIELD_WITHOUT_EQUALS(
            "tls_rpt.field.equals_missing",
            ERR,
            "{0} has no equals sign, so that it is no field.",
            "Write {0} as name=value, or remove it.",
            "RFC 8460, section 3"),
    FIELD_BLANKS(
            "tls_rpt.field.blanks",
            ERR,
            "There are blanks around the equals sign of {0}.",
            "Remove the blanks.",
            "RFC 8460, section 3"),
    FIELD_NAME(
            "tls_rpt.field.name",
            ERR,
            "{0} can't be the name of a field: a letter or digit, then at most 31 letters, digits,"
                    + " underscores, hyphens and dots.",
            "Correct or remove {0}.",
            "RFC 8460, section 3"),
    FIELD_VALUE(
            "tls_rpt.field.value",
            ERR,
            "The value of {0} is empty or has a blank or an equals sign in it.",
            "Correct or remove the field.",
            "RFC 8460, section 3"),
    FIELD_UNKNOWN(
            "tls_rpt.field.unknown",
            WARN,
            "{0} is no field of TLS-RPT; senders ignore it.",
            "Remove {0}, unless it is a misspelling.",
            "RFC 8460, section 3"),
    FIELD_CASE(
            "tls_rpt.field.case",
            WARN,
            "The field is written {0}, which senders ignore.",
            "Write {1}.",
            "RFC 8460, section 3"),
    FIELD_DUPLICATE(
            "tls_rpt.field.duplicate",
            WARN,
            "The field {0} stands there more than once. Which one counts is not laid down.",
            "Leave one.",
            "RFC 8460, section 3"),
    RUA_MISSING(
            "tls_rpt.rua.missing",
            ERR,
            "The record has no rua, and so no address for reports.",
            "Add rua=mailto:address-for-reports.",
            "RFC 8460, section 3"),
    RUA_UNUSABLE(
            "tls_rpt.rua.unusable",
            ERR,
            "None of the addresses can be used, so that no report will come.",
            "Name a mailto: or an https: address.",
            "RFC 8460, section 3"),
    RUA_SEVERAL(
            "tls_rpt.rua.several",
            INFO,
            "There are {0} addresses, which is allowed. A sender need deliver its report to only one of"
                    + " them.",
            "",
            "RFC 8460, section 3"),
    URI_EMPTY(
            "tls_rpt.uri.empty",
            ERR,
            "An address is empty.",
            "Fill it in, or remove the comma.",
            "RFC 8460, section 3"),
    URI_BARE(
            "tls_rpt.uri.bare",
            ERR,
            "{0} is a mailbox without mailto: before it.",
            "Write mailto:{0}.",
            "RFC 8460, section 3"),
    URI_SCHEME_MISSING(
            "tls_rpt.uri.scheme_missing",
            ERR,
            "{0} does not say how to reach it: mailto: or https: is missing.",
            "Write mailto: and a mailbox, or https: and an address on the web.",
            "RFC 8460, section 3"),
    URI_SYNTAX(
            "tls_rpt.uri.syntax",
            ERR,
            "{0} is no address of the web or of mail (URI): it has a character that may not stand in one,"
                    + " or a percent sign that stands for nothing.",
            "Correct it; characters that may not stand there are written with a percent sign, such as"
                    + " %2C for a comma.",
            "RFC 8460, section 3; RFC 3986, section 2"),
    URI_MARK(
            "tls_rpt.uri.exclamation_mark",
            ERR,
            "{0} has an exclamation mark. TLS-RPT knows no limits of size, and in an address the mark"
                    + " must be written %21.",
            "Remove the exclamation mark and what stands behind it.",
            "RFC 8460, section 3"),
    URI_UNENCODED(
            "tls_rpt.uri.unencoded",
            WARN,
            "The address {0} has the character {1} as it is. It has a meaning in an address of this"
                    + " form, so some senders don't deliver reports there.",
            "Write {2} instead of {1}.",
            "RFC 6068, section 2"),
    URI_MAILBOX(
            "tls_rpt.uri.mailbox",
            ERR,
            "What stands behind mailto: in {0} is no mailbox.",
            "Write mailto: and a mailbox such as reports@example.com.",
            "RFC 8460, section 3; RFC 5321, section 4.1.2"),
    URI_HOST(
            "tls_rpt.uri.host",
            ERR,
            "{0} has no name of a server that can be reached.",
            "Write https:// and the name of the server.",
            "RFC 8460, section 3"),
    URI_HTTP(
            "tls_rpt.uri.http",
            WARN,
            "{0} is not encrypted; senders deliver to https: and mailto: only.",
            "Write https: if the server has that.",
            "RFC 8460, section 3"),
    URI_SCHEME(
            "tls_rpt.uri.scheme",
            WARN,
            "Senders can't deliver to {0}; only mailto: and https: are laid down.",
            "Name a mailto: or an https: address.",
            "RFC 8460, section 3"),
    URI_DUPLICATE(
            "tls_rpt.uri.duplicate", WARN, "The address {0} stands there twice.", "Leave one.", ""),
    MAILBOX_WITHOUT_HOST(
            "tls_rpt.mailbox.host_missing",
            WARN,
            "Reports to {0} can't be delivered: its domain has no mail server.",
            "Name a mailbox that takes mail.",
            "RFC 5321, section 5.1"),
    MAILBOX_REFUSED(
            "tls_rpt.mailbox.refused",
            WARN,
            "Reports to {0} can't be delivered: its domain says that it takes no mail.",
            "Name a mailbox that takes mail.",
            "RFC 7505, section 3"),
    SERVER_MISSING(
            "tls_rpt.server.missing",
            WARN,
            "Reports to {0} can't be delivered: the name of its server has no address.",
            "Publish an address of the server, or name another.",
            "RFC 8460, section 3"),
    HOST_UNKNOWN(
            "tls_rpt.host.unknown",
            INFO,
            "Whether reports to {0} can be delivered could not be found out, because DNS did not answer.",
            "",
            ""),
    HOSTS_CUT(
            "tls_rpt.host.too_many", INFO, "Only the first {0} addresses were looked up.", "", ""),
    NO_MAIL(
            "tls_rpt.domain.no_mail",
            INFO,
            "The domain takes no mail, so that there will be no reports.",
            "",
            "RFC 7505, section 3"),
    NO_POLICY(
            "tls_rpt.domain.no_policy",
            WARN,
            "The domain has neither an MTA-STS record nor DANE (TLSA) records of its mail servers."
                    + " Senders then need not encrypt, and there is little to report.",
            "Publish an MTA-STS policy, or TLSA records where the zone is signed.",
            "RFC 8460, section 1; RFC 8461, section 3; RFC 7672, section 3");

    private final Entry entry;

    TlsRptFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
