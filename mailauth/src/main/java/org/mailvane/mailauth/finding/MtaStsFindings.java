package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

import java.util.List;

/** What can be found of MTA-STS records and policies; longer than two screens, for it is a list. */
public enum MtaStsFindings implements FindingKind {
    RECORD_MISSING("mta_sts.record.missing", ERR, "RFC 8461, section 3.1", "name"),
    RECORD_MULTIPLE("mta_sts.record.multiple", ERR, "RFC 8461, section 3.1", "count", "name"),
    RECORDS_CUT("mta_sts.record.too_many", INFO, "", "limit"),
    RECORD_UNRELATED("mta_sts.record.unrelated", WARN, "RFC 8461, section 3.1", "name", "count"),
    RECORD_ALIAS("mta_sts.record.alias", INFO, "RFC 8461, section 3.1", "name", "target"),
    RECORD_ALIAS_DANGLING(
            "mta_sts.record.alias_dangling", WARN, "RFC 8461, section 3.1", "name", "target"),
    RECORD_MISPLACED("mta_sts.record.misplaced", WARN, "RFC 8461, section 3.1", "wrong", "right"),
    RECORD_NOT_INHERITED(
            "mta_sts.record.not_inherited", INFO, "RFC 8461, section 3.4", "name", "domain"),
    NAME_LONG("mta_sts.name.too_long", ERR, "RFC 1035, section 2.3.4", "name"),
    VERSION_MISSING("mta_sts.version.missing", WARN, "RFC 8461, section 3.1"),
    VERSION_MALFORMED("mta_sts.version.malformed", ERR, "RFC 8461, section 3.1", "text"),
    ID_MISSING("mta_sts.id.missing", ERR, "RFC 8461, section 3.1"),
    ID_MALFORMED("mta_sts.id.malformed", ERR, "RFC 8461, section 3.1", "value"),
    TAG_DUPLICATE("mta_sts.tag.duplicate", WARN, "RFC 8461, section 3.2", "field"),
    TAG_UNKNOWN("mta_sts.tag.unknown", WARN, "RFC 8461, section 3.2", "field"),
    TAG_CASE("mta_sts.tag.case", WARN, "RFC 8461, section 3.1", "field", "known"),
    TAG_MALFORMED("mta_sts.tag.malformed", ERR, "RFC 8461, section 3.1", "text"),
    TAG_NAME("mta_sts.tag.name", ERR, "RFC 8461, section 3.1", "field"),
    TAG_VALUE("mta_sts.tag.value", ERR, "RFC 8461, section 3.1", "value"),
    TAG_BLANKS("mta_sts.tag.blanks", ERR, "RFC 8461, section 3.1", "field"),
    RECORD_EMPTY_FIELD("mta_sts.record.empty_field", ERR, "RFC 8461, section 3.1"),
    RECORD_TRAILING_BLANKS("mta_sts.record.trailing_blanks", ERR, "RFC 8461, section 3.1"),
    RECORD_CONTROL("mta_sts.record.control", ERR, "RFC 8461, section 3.1"),
    RECORD_FIELDS("mta_sts.record.too_many_fields", ERR, "", "limit"),
    POLICY_HOST_MISSING("mta_sts.policy.no_host", WARN, "RFC 8461, section 3.3", "host"),
    FETCH_BAD_URL("mta_sts_policy.fetch.bad_url", ERR, "RFC 8461, section 3.3", "url", "detail"),
    FETCH_NO_ADDRESS("mta_sts_policy.fetch.no_address", ERR, "RFC 8461, section 3.3", "host"),
    FETCH_DNS("mta_sts_policy.fetch.dns", ERR, "RFC 8461, section 3.3", "host", "detail"),
    FETCH_REFUSED(
            "mta_sts_policy.fetch.address_refused", ERR, "RFC 8461, section 3.3", "host", "detail"),
    FETCH_CONNECTION(
            "mta_sts_policy.fetch.connection", ERR, "RFC 8461, section 3.3", "host", "detail"),
    FETCH_TIMEOUT("mta_sts_policy.fetch.timeout", ERR, "RFC 8461, section 3.3", "host"),
    FETCH_CERTIFICATE_NAME(
            "mta_sts_policy.certificate.name", ERR, "RFC 8461, section 3.3", "host", "detail"),
    FETCH_CERTIFICATE_DATE(
            "mta_sts_policy.certificate.date", ERR, "RFC 8461, section 3.3", "host", "detail"),
    FETCH_CERTIFICATE_TRUST(
            "mta_sts_policy.certificate.trust", ERR, "RFC 8461, section 3.3", "host", "detail"),
    FETCH_TLS("mta_sts_policy.fetch.tls", ERR, "RFC 8461, section 3.3", "host", "detail"),
    FETCH_TOO_LARGE("mta_sts_policy.fetch.too_large", ERR, "RFC 8461, section 3.3", "limit"),
    FETCH_BAD_RESPONSE(
            "mta_sts_policy.fetch.bad_response", ERR, "RFC 8461, section 3.3", "host", "detail"),
    REDIRECT(
            "mta_sts_policy.response.redirect",
            ERR,
            "RFC 8461, section 3.3",
            "status",
            "location",
            "url"),
    NOT_THERE("mta_sts_policy.response.not_found", ERR, "RFC 8461, section 3.3", "status", "url"),
    FORBIDDEN("mta_sts_policy.response.forbidden", ERR, "RFC 8461, section 3.3", "status", "url"),
    SERVER_ERROR(
            "mta_sts_policy.response.server_error", ERR, "RFC 8461, section 3.3", "status", "url"),
    STATUS("mta_sts_policy.response.status", ERR, "RFC 8461, section 3.3", "status", "url"),
    MEDIA_TYPE_MISSING("mta_sts_policy.media_type.missing", WARN, "RFC 8461, section 3.2"),
    MEDIA_TYPE("mta_sts_policy.media_type.wrong", WARN, "RFC 8461, section 3.2", "type"),
    EMPTY("mta_sts_policy.file.empty", ERR, "RFC 8461, section 3.2"),
    WEB_PAGE("mta_sts_policy.file.web_page", ERR, "RFC 8461, section 3.2"),
    BYTE_ORDER_MARK("mta_sts_policy.file.byte_order_mark", ERR, "RFC 8461, section 3.2"),
    ENCODING("mta_sts_policy.file.encoding", ERR, "RFC 8461, section 3.2"),
    LINE_ENDS("mta_sts_policy.file.line_ends", ERR, "RFC 8461, section 3.2"),
    LINES("mta_sts_policy.file.too_many_lines", ERR, "", "limit"),
    LINE_BLANK("mta_sts_policy.line.blank", WARN, "RFC 8461, section 3.2", "line"),
    LINE_MALFORMED("mta_sts_policy.line.malformed", ERR, "RFC 8461, section 3.2", "line", "text"),
    LINE_INDENTED("mta_sts_policy.line.indented", ERR, "RFC 8461, section 3.2", "line"),
    CONTROL("mta_sts_policy.line.control", ERR, "RFC 8461, section 3.2", "line"),
    KEY_BLANKS("mta_sts_policy.key.blanks", ERR, "RFC 8461, section 3.2", "key"),
    KEY_MALFORMED("mta_sts_policy.key.malformed", ERR, "RFC 8461, section 3.2", "key"),
    KEY_CASE("mta_sts_policy.key.case", WARN, "RFC 8461, section 3.2", "key", "known"),
    KEY_UNKNOWN("mta_sts_policy.key.unknown", WARN, "RFC 8461, section 3.2", "key"),
    KEY_DUPLICATE("mta_sts_policy.key.duplicate", WARN, "RFC 8461, section 3.2", "key"),
    VALUE_EMPTY("mta_sts_policy.value.empty", ERR, "RFC 8461, section 3.2", "key"),
    POLICY_VERSION_MISSING("mta_sts_policy.version.missing", ERR, "RFC 8461, section 3.2"),
    POLICY_VERSION("mta_sts_policy.version.unknown", ERR, "RFC 8461, section 3.2", "value"),
    POLICY_VERSION_NOT_FIRST("mta_sts_policy.version.not_first", WARN, "RFC 8461, section 3.2"),
    MODE_MISSING("mta_sts_policy.mode.missing", ERR, "RFC 8461, section 3.2"),
    MODE_UNKNOWN("mta_sts_policy.mode.unknown", ERR, "RFC 8461, section 3.2", "value"),
    MODE_TESTING("mta_sts_policy.mode.testing", WARN, "RFC 8461, section 5"),
    MODE_NONE("mta_sts_policy.mode.none", WARN, "RFC 8461, section 8.3"),
    MAX_AGE_MISSING("mta_sts_policy.max_age.missing", ERR, "RFC 8461, section 3.2"),
    MAX_AGE_MALFORMED("mta_sts_policy.max_age.malformed", ERR, "RFC 8461, section 3.2", "value"),
    MAX_AGE_LONG("mta_sts_policy.max_age.too_long", ERR, "RFC 8461, section 3.2", "seconds"),
    MAX_AGE_UNDER_A_DAY(
            "mta_sts_policy.max_age.under_a_day", WARN, "RFC 8461, section 3.2", "seconds"),
    MAX_AGE_SHORT("mta_sts_policy.max_age.short", WARN, "RFC 8461, section 3.2", "seconds"),
    MX_MISSING("mta_sts_policy.mx.missing", ERR, "RFC 8461, section 3.2"),
    MX_SEVERAL("mta_sts_policy.mx.several", ERR, "RFC 8461, section 3.2", "value"),
    MX_INTERNATIONAL(
            "mta_sts_policy.mx.international", ERR, "RFC 8461, section 3.2", "value", "encoded"),
    MX_WILDCARD("mta_sts_policy.mx.wildcard", ERR, "RFC 8461, section 4.1", "value"),
    MX_LEADING_DOT("mta_sts_policy.mx.leading_dot", ERR, "RFC 8461, section 3.2", "value"),
    MX_TRAILING_DOT("mta_sts_policy.mx.trailing_dot", ERR, "RFC 8461, section 3.2", "value"),
    MX_ADDRESS("mta_sts_policy.mx.address", ERR, "RFC 8461, section 3.2", "value"),
    MX_MALFORMED("mta_sts_policy.mx.malformed", ERR, "RFC 8461, section 3.2", "value"),
    MX_DUPLICATE("mta_sts_policy.mx.duplicate", INFO, "", "host"),
    MX_UNMATCHED("mta_sts_policy.mx.unmatched", ERR, "RFC 8461, section 4.1", "host"),
    MX_UNMATCHED_TESTING(
            "mta_sts_policy.mx.unmatched_in_testing", WARN, "RFC 8461, section 4.1", "host"),
    MX_UNUSED("mta_sts_policy.mx.unused", WARN, "RFC 8461, section 4.1", "pattern"),
    HOSTS_IMPLICIT("mta_sts_policy.hosts.implicit", INFO, "RFC 5321, section 5.1", "domain"),
    HOSTS_REFUSE("mta_sts_policy.hosts.refuse", WARN, "RFC 7505, section 3", "domain"),
    HOSTS_MISSING("mta_sts_policy.hosts.missing", WARN, "RFC 5321, section 5.1", "domain"),
    UNANNOUNCED("mta_sts_policy.record.missing", WARN, "RFC 8461, section 3.1", "name"),
    ANNOUNCED_WRONGLY("mta_sts_policy.record.invalid", WARN, "RFC 8461, section 3.1", "name"),
    ANNOUNCED_ONLY("mta_sts_policy.record.without_policy", WARN, "RFC 8461, section 3.3", "name");

    private final Entry entry;

    MtaStsFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
