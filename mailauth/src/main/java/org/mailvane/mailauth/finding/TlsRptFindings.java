package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

import java.util.List;

/** What can be found of TLS-RPT records. */
public enum TlsRptFindings implements FindingKind {
    NAME_LONG("tls_rpt.domain.too_long", ERR, "RFC 8460, section 3", "domain"),
    RECORD_MISSING("tls_rpt.record.missing", ERR, "RFC 8460, section 3", "name"),
    CNAME("tls_rpt.record.alias", INFO, "RFC 1034, section 3.6.2", "name", "target"),
    CNAME_TARGET_MISSING(
            "tls_rpt.alias.target_missing", ERR, "RFC 1034, section 3.6.2", "name", "target"),
    RECORD_MULTIPLE("tls_rpt.record.multiple", ERR, "RFC 8460, section 3", "count", "name"),
    RECORDS_CUT("tls_rpt.record.too_many", INFO, "", "limit"),
    RECORD_OTHER("tls_rpt.record.other", WARN, "RFC 8460, section 3"),
    RECORD_LONG("tls_rpt.record.too_long", ERR, "RFC 1035, section 3.2.1", "limit"),
    FIELDS_TOO_MANY("tls_rpt.record.fields_too_many", ERR, "RFC 8460, section 3", "limit"),
    SEMICOLONS("tls_rpt.record.semicolons", ERR, "RFC 8460, section 3"),
    CHARACTER("tls_rpt.record.character", ERR, "RFC 8460, section 3", "character"),
    VERSION("tls_rpt.v.invalid", ERR, "RFC 8460, section 3"),
    FIELD_WITHOUT_EQUALS("tls_rpt.field.equals_missing", ERR, "RFC 8460, section 3", "text"),
    FIELD_BLANKS("tls_rpt.field.blanks", ERR, "RFC 8460, section 3", "field"),
    FIELD_NAME("tls_rpt.field.name", ERR, "RFC 8460, section 3", "field"),
    FIELD_VALUE("tls_rpt.field.value", ERR, "RFC 8460, section 3", "field"),
    FIELD_UNKNOWN("tls_rpt.field.unknown", WARN, "RFC 8460, section 3", "field"),
    FIELD_CASE("tls_rpt.field.case", WARN, "RFC 8460, section 3", "field", "known"),
    FIELD_DUPLICATE("tls_rpt.field.duplicate", WARN, "RFC 8460, section 3", "field"),
    RUA_MISSING("tls_rpt.rua.missing", ERR, "RFC 8460, section 3"),
    RUA_UNUSABLE("tls_rpt.rua.unusable", ERR, "RFC 8460, section 3"),
    RUA_SEVERAL("tls_rpt.rua.several", INFO, "RFC 8460, section 3", "count"),
    URI_EMPTY("tls_rpt.uri.empty", ERR, "RFC 8460, section 3"),
    URI_BARE("tls_rpt.uri.bare", ERR, "RFC 8460, section 3", "address"),
    URI_SCHEME_MISSING("tls_rpt.uri.scheme_missing", ERR, "RFC 8460, section 3", "address"),
    URI_SYNTAX("tls_rpt.uri.syntax", ERR, "RFC 8460, section 3; RFC 3986, section 2", "address"),
    URI_MARK("tls_rpt.uri.exclamation_mark", ERR, "RFC 8460, section 3", "address"),
    URI_UNENCODED(
            "tls_rpt.uri.unencoded",
            WARN,
            "RFC 6068, section 2",
            "address",
            "character",
            "encoded"),
    URI_MAILBOX(
            "tls_rpt.uri.mailbox", ERR, "RFC 8460, section 3; RFC 5321, section 4.1.2", "address"),
    URI_HOST("tls_rpt.uri.host", ERR, "RFC 8460, section 3", "address"),
    URI_HTTP("tls_rpt.uri.http", WARN, "RFC 8460, section 3", "address"),
    URI_SCHEME("tls_rpt.uri.scheme", WARN, "RFC 8460, section 3", "address"),
    URI_DUPLICATE("tls_rpt.uri.duplicate", WARN, "", "address"),
    MAILBOX_WITHOUT_HOST("tls_rpt.mailbox.host_missing", WARN, "RFC 5321, section 5.1", "address"),
    MAILBOX_REFUSED("tls_rpt.mailbox.refused", WARN, "RFC 7505, section 3", "address"),
    SERVER_MISSING("tls_rpt.server.missing", WARN, "RFC 8460, section 3", "address"),
    HOST_UNKNOWN("tls_rpt.host.unknown", INFO, "", "address"),
    HOSTS_CUT("tls_rpt.host.too_many", INFO, "", "limit"),
    NO_MAIL("tls_rpt.domain.no_mail", INFO, "RFC 7505, section 3"),
    NO_POLICY(
            "tls_rpt.domain.no_policy",
            WARN,
            "RFC 8460, section 1; RFC 8461, section 3; RFC 7672, section 3");

    private final Entry entry;

    TlsRptFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
