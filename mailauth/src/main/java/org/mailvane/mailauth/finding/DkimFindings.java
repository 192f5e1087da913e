package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

import java.util.List;

/** What can be found of DKIM records. It is long because it is a list. */
public enum DkimFindings implements FindingKind {
    SELECTOR_INVALID("dkim.selector.invalid", ERR, "RFC 6376, section 3.1", "selector", "domain"),
    RECORD_MISSING("dkim.record.missing", ERR, "RFC 6376, section 3.6.2", "name"),
    OTHER_SELECTORS("dkim.domain.other_selectors", INFO, "RFC 8020, section 2", "name"),
    NO_KEYS("dkim.domain.no_keys", INFO, "RFC 8020, section 2", "name"),
    CNAME("dkim.record.alias", INFO, "RFC 1034, section 3.6.2", "name", "target"),
    CNAME_TARGET_MISSING(
            "dkim.alias.target_missing", ERR, "RFC 1034, section 3.6.2", "name", "target"),
    WILDCARD("dkim.record.wildcard", WARN, "RFC 6376, section 3.6.2.1", "name"),
    WILDCARD_REVOKED("dkim.record.wildcard_revoked", INFO, "RFC 6376, section 3.6.2.1", "name"),
    RECORD_MULTIPLE("dkim.record.multiple", ERR, "RFC 6376, section 3.6.2.2", "count", "name"),
    RECORDS_CUT("dkim.record.too_many", INFO, "", "limit"),
    RECORD_EMPTY("dkim.record.empty", ERR, "RFC 6376, section 3.6.1"),
    RECORD_OTHER("dkim.record.other", ERR, "RFC 6376, section 3.6.1", "content"),
    RECORD_LONG("dkim.record.too_long", ERR, "RFC 1035, section 3.2.1", "limit"),
    RECORD_UNSPLIT(
            "dkim.record.unsplit",
            WARN,
            "RFC 6376, section 3.6.2.2; RFC 1035, section 3.3",
            "length"),
    STRING_LONG("dkim.string.too_long", ERR, "RFC 1035, section 3.3", "length"),
    ZONE_FORM("dkim.record.zone_form", INFO, "RFC 6376, section 3.6.2.2", "count"),
    RECORD_QUOTES("dkim.record.quotes", ERR, "RFC 6376, section 3.2"),
    RECORD_BACKSLASHES("dkim.record.backslashes", ERR, "RFC 6376, section 3.2"),
    TAGS_TOO_MANY("dkim.record.tags_too_many", ERR, "RFC 6376, section 3.6.1", "limit"),
    SEMICOLONS("dkim.record.semicolons", ERR, "RFC 6376, section 3.2"),
    TAG_WITHOUT_EQUALS("dkim.tag.equals_missing", ERR, "RFC 6376, section 3.2", "text"),
    TAG_NAME("dkim.tag.name", ERR, "RFC 6376, section 3.2", "tag"),
    TAG_CASE("dkim.tag.case", WARN, "RFC 6376, section 3.2", "tag", "known"),
    TAG_DUPLICATE("dkim.tag.duplicate", ERR, "RFC 6376, section 3.2", "tag"),
    TAG_UNKNOWN("dkim.tag.unknown", WARN, "RFC 6376, section 3.6.1", "tag"),
    TAG_CHARACTER("dkim.tag.character", ERR, "RFC 6376, section 3.2", "tag", "character"),
    LIST_ITEM_EMPTY("dkim.tag.item_empty", WARN, "RFC 6376, section 3.6.1", "tag"),
    VALUE_CASE("dkim.tag.value_case", WARN, "RFC 6376, section 3.2", "value", "known"),
    V_MISSING("dkim.v.missing", WARN, "RFC 6376, section 3.6.1"),
    V_NOT_FIRST("dkim.v.not_first", ERR, "RFC 6376, section 3.6.1"),
    V_INVALID("dkim.v.invalid", ERR, "RFC 6376, section 3.6.1", "value"),
    H_SHA1_ONLY("dkim.h.sha1_only", ERR, "RFC 8301, section 3.1"),
    H_SHA1("dkim.h.sha1", WARN, "RFC 8301, section 3.1"),
    H_UNKNOWN("dkim.h.unknown", WARN, "RFC 6376, section 3.6.1", "value"),
    H_NONE("dkim.h.none", ERR, "RFC 6376, section 6.1.2"),
    K_UNKNOWN("dkim.k.unknown", ERR, "RFC 6376, section 3.6.1; RFC 8463, section 4.2", "value"),
    N_ENCODING("dkim.n.encoding", WARN, "RFC 6376, section 3.6.1; RFC 2045, section 6.7"),
    S_NO_MAIL("dkim.s.no_mail", ERR, "RFC 6376, section 3.6.1", "value"),
    S_REPORTS_ONLY("dkim.s.reports_only", INFO, "RFC 8460, section 3"),
    S_UNKNOWN("dkim.s.unknown", WARN, "RFC 6376, section 3.6.1", "value"),
    T_TESTING("dkim.t.testing", WARN, "RFC 6376, section 3.6.1"),
    T_STRICT("dkim.t.strict", INFO, "RFC 6376, section 3.6.1"),
    T_UNKNOWN("dkim.t.unknown", WARN, "RFC 6376, section 3.6.1", "value"),
    G_OBSOLETE("dkim.g.obsolete", WARN, "RFC 4871, section 3.6.1"),
    G_EMPTY("dkim.g.empty", WARN, "RFC 4871, section 3.6.1"),
    P_MISSING("dkim.p.missing", ERR, "RFC 6376, section 3.6.1"),
    P_REVOKED("dkim.p.revoked", INFO, "RFC 6376, section 3.6.1"),
    P_CHARACTER("dkim.p.character", ERR, "RFC 6376, sections 2.10 and 3.6.1", "character"),
    P_INCOMPLETE("dkim.p.incomplete", ERR, "RFC 4648, section 4"),
    P_PADDING("dkim.p.padding", WARN, "RFC 4648, section 3.2"),
    KEY_PRIVATE("dkim.key.private", ERR, "RFC 6376, section 8.3"),
    KEY_CUT("dkim.key.cut", ERR, "RFC 6376, section 3.6.2.2", "length", "announced"),
    KEY_UNREADABLE("dkim.key.unreadable", ERR, "RFC 6376, section 3.6.1"),
    KEY_FORM("dkim.key.form", ERR, "RFC 6376, section 3.6.1", "content"),
    KEY_MISMATCH(
            "dkim.key.mismatch",
            ERR,
            "RFC 6376, section 3.6.1; RFC 8463, section 4.2",
            "type",
            "declared"),
    KEY_BARE("dkim.key.bare", WARN, "RFC 6376, section 3.6.1; erratum 3017"),
    KEY_TRAILING("dkim.key.trailing", WARN, "RFC 6376, section 3.6.1"),
    KEY_TOO_SHORT("dkim.key.too_short", ERR, "RFC 8301, section 3.2", "bits"),
    KEY_SHORT("dkim.key.short", WARN, "RFC 8301, section 3.2", "bits"),
    KEY_LONG("dkim.key.long", WARN, "RFC 8301, section 3.2", "bits"),
    KEY_NOT_EXAMINED("dkim.key.not_examined", INFO, ""),
    KEY_MODULUS("dkim.key.modulus", ERR, "RFC 8017, section 3.1"),
    KEY_EXPONENT_INVALID("dkim.key.exponent_invalid", ERR, "RFC 8017, section 3.1", "exponent"),
    KEY_EXPONENT("dkim.key.exponent", WARN, "RFC 8017, section 3.1", "exponent"),
    KEY_SMALL_FACTOR("dkim.key.small_factor", ERR, "RFC 8017, section 3.1", "factor"),
    KEY_CLOSE_FACTORS("dkim.key.close_factors", ERR, "CVE-2022-26320"),
    KEY_CHIP("dkim.key.roca", ERR, "CVE-2017-15361"),
    KEY_PUBLISHED("dkim.key.published", ERR, "RFC 6376, section 8.3", "source"),
    KEY_ED25519("dkim.key.ed25519", INFO, "RFC 8463, section 6"),
    KEY_ED25519_WRAPPED("dkim.key.ed25519_wrapped", ERR, "RFC 8463, section 4.2", "key"),
    KEY_ED25519_LENGTH("dkim.key.ed25519_length", ERR, "RFC 8463, section 4.2", "length"),
    KEY_ED25519_POINT("dkim.key.ed25519_point", ERR, "RFC 8032, section 5.1.3"),
    KEY_ED25519_WEAK("dkim.key.ed25519_weak", ERR, "RFC 8032, section 5.1");

    private final Entry entry;

    DkimFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
