package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

import java.util.List;

/**
 * The findings about DMARC records. "Today" means RFC 9989 and the tree walk, "older" RFC 7489 and
 * the public suffix list.
 */
public enum DmarcFindings implements FindingKind {
    RECORD_MISSING("dmarc.record.missing", ERR, "RFC 9989, section 4.10.1", "domain"),
    RECORD_INHERITED(
            "dmarc.record.inherited",
            INFO,
            "RFC 9989, section 4.10.1",
            "domain",
            "policyDomain",
            "policy"),
    RECORD_INHERITED_MISSING_NAME(
            "dmarc.record.inherited_missing_name",
            INFO,
            "RFC 9989, section 4.10.1",
            "domain",
            "policyDomain",
            "policy"),
    RECORD_MULTIPLE("dmarc.record.multiple", ERR, "RFC 9989, section 4.10", "name", "count"),
    RECORD_MULTIPLE_INHERITED(
            "dmarc.record.multiple_inherited",
            WARN,
            "RFC 9989, section 4.10",
            "name",
            "policyDomain"),
    RECORD_NO_EFFECT("dmarc.record.no_effect", ERR, "RFC 9989, section 4.10.1", "name"),
    RECORD_SPF("dmarc.record.spf", WARN, "RFC 7208, section 3", "name"),
    RECORD_UNRELATED("dmarc.record.unrelated", WARN, "RFC 9989, section 4.10", "name"),
    RECORD_WILDCARD("dmarc.record.wildcard", WARN, "RFC 4592, section 3.3.1", "name"),
    RECORD_AT_APEX("dmarc.record.at_apex", WARN, "RFC 9989, section 4.5", "domain"),
    RECORD_DOUBLED_NAME("dmarc.record.doubled_name", WARN, "RFC 9989, section 4.5", "name"),
    RECORD_ALIAS("dmarc.record.alias", INFO, "RFC 1034, section 3.6.2", "name", "target"),
    RECORD_ALIAS_BROKEN(
            "dmarc.record.alias_broken", WARN, "RFC 1034, section 3.6.2", "name", "target"),
    RECORD_LONG("dmarc.record.long", WARN, "RFC 1035, section 4.2.1", "length", "limit"),
    RECORD_LONG_STRING(
            "dmarc.record.long_string", WARN, "RFC 1035, section 3.3", "length", "limit"),
    RECORD_MORE("dmarc.record.more", WARN, "", "count", "limit"),
    RECORD_LONG_TTL("dmarc.record.long_ttl", INFO, "RFC 1035, section 3.2.1", "seconds"),
    RECORD_CUT("dmarc.record.cut", ERR, "RFC 9989, section 4.7", "limit"),
    RECORD_LEADING_BLANK("dmarc.record.leading_blank", WARN, "RFC 9989, section 4.8"),
    RECORD_QUOTED("dmarc.record.quoted", ERR, "RFC 9989, section 4.7"),
    RECORD_ZONE_LINE("dmarc.record.zone_line", ERR, "RFC 1035, section 5.1"),
    RECORD_QUOTES("dmarc.record.quotes", WARN, "RFC 9989, section 4.8"),
    RECORD_BACKSLASHES("dmarc.record.backslashes", WARN, "RFC 9989, section 4.8"),
    RECORD_LINE_BREAK("dmarc.record.line_break", WARN, "RFC 9989, section 4.8"),
    RECORD_EMPTY_PIECE("dmarc.record.empty_piece", WARN, "RFC 9989, section 4.8"),
    V_MISSING("dmarc.v.missing", ERR, "RFC 9989, section 4.7"),
    V_NOT_FIRST("dmarc.v.not_first", ERR, "RFC 9989, section 4.7"),
    V_BAD_VALUE("dmarc.v.bad_value", ERR, "RFC 9989, section 4.7", "value"),
    V_NO_SEMICOLON("dmarc.v.no_semicolon", ERR, "RFC 9989, section 4.8"),
    TAG_DUPLICATE("dmarc.tag.duplicate", ERR, "RFC 6376, section 3.2", "tag"),
    TAG_NO_EQUALS("dmarc.tag.no_equals", WARN, "RFC 9989, section 4.8", "text"),
    TAG_BAD_NAME("dmarc.tag.bad_name", WARN, "RFC 9989, section 4.8", "tag"),
    TAG_EMPTY("dmarc.tag.empty", ERR, "RFC 9989, section 4.8", "tag"),
    TAG_BAD_CHARACTER("dmarc.tag.bad_character", ERR, "RFC 9989, section 4.8", "tag"),
    TAG_RUN_TOGETHER("dmarc.tag.run_together", ERR, "RFC 9989, section 4.8", "tag", "next"),
    TAG_UNKNOWN("dmarc.tag.unknown", WARN, "RFC 9989, section 4.7", "tag"),
    TAG_CAPITALS("dmarc.tag.capitals", INFO, "RFC 9989, section 4.8", "text"),
    TAG_REMOVED("dmarc.tag.removed", WARN, "RFC 9989, appendix C.5.2", "tag"),
    POLICY_INVALID("dmarc.policy.invalid", ERR, "RFC 9989, section 4.10.1", "tag", "value"),
    POLICY_INVALID_NO_EFFECT(
            "dmarc.policy.invalid_no_effect", ERR, "RFC 9989, section 4.10.1", "tag", "value"),
    P_MISSING("dmarc.p.missing", WARN, "RFC 9989, section 4.7"),
    P_MISSING_NO_EFFECT("dmarc.p.missing_no_effect", ERR, "RFC 9989, section 4.10.1"),
    P_NONE("dmarc.p.none", WARN, "RFC 9989, section 5.1.7"),
    P_NOT_SECOND("dmarc.p.not_second", INFO, "RFC 7489, section 6.4"),
    SP_WEAKER("dmarc.sp.weaker", WARN, "RFC 9989, section 4.7", "policy", "stronger"),
    NP_WEAKER("dmarc.np.weaker", WARN, "RFC 9989, section 4.7", "policy", "stronger"),
    SUBDOMAIN_POLICY_UNUSED(
            "dmarc.subdomain_policy.unused",
            WARN,
            "RFC 9989, section 4.7",
            "tag",
            "domain",
            "organization"),
    POLICY_PARKED("dmarc.policy.parked", WARN, "RFC 9989, section 4.7", "domain"),
    T_INVALID("dmarc.t.invalid", ERR, "RFC 9989, section 4.7", "value"),
    T_TESTING("dmarc.t.testing", WARN, "RFC 9989, section 4.7", "policy", "applied"),
    T_NO_EFFECT("dmarc.t.no_effect", INFO, "RFC 9989, section 4.7"),
    PSD_INVALID("dmarc.psd.invalid", ERR, "RFC 9989, section 4.7", "value"),
    PSD_YES("dmarc.psd.yes", INFO, "RFC 9989, section 4.7"),
    PSD_NOT_PUBLIC("dmarc.psd.not_public", WARN, "RFC 9989, section 4.7", "domain"),
    PSD_MISSING("dmarc.psd.missing", WARN, "RFC 9989, section 5.2", "domain"),
    PSD_NO("dmarc.psd.no", INFO, "RFC 9989, section 4.7"),
    ALIGNMENT_INVALID("dmarc.alignment.invalid", ERR, "RFC 9989, section 4.7", "tag", "value"),
    FO_INVALID("dmarc.fo.invalid", ERR, "RFC 9989, section 4.8", "option"),
    FO_DUPLICATE("dmarc.fo.duplicate", ERR, "RFC 9989, section 4.8", "option"),
    FO_CONTRADICTION("dmarc.fo.contradiction", WARN, "RFC 9989, section 4.7"),
    FO_UNUSED("dmarc.fo.unused", WARN, "RFC 9989, section 4.7"),
    PCT_INVALID("dmarc.pct.invalid", WARN, "RFC 7489, section 6.3", "value"),
    PCT_PARTIAL("dmarc.pct.partial", WARN, "RFC 9989, appendix A.6", "percent"),
    RF_INVALID("dmarc.rf.invalid", WARN, "RFC 7489, section 6.3", "value"),
    RI_INVALID("dmarc.ri.invalid", WARN, "RFC 7489, section 6.3", "value"),
    RUA_MISSING("dmarc.rua.missing", WARN, "RFC 9989, section 4.7"),
    RUF_PRESENT("dmarc.ruf.present", INFO, "RFC 9989, section 10.2"),
    RUF_WITH_PSD("dmarc.ruf.with_psd", WARN, "RFC 9991"),
    URI_EMPTY("dmarc.uri.empty", ERR, "RFC 9989, section 4.8", "tag"),
    URI_BARE_MAILBOX("dmarc.uri.bare_mailbox", ERR, "RFC 9989, section 4.6", "tag", "address"),
    URI_NO_SCHEME("dmarc.uri.no_scheme", ERR, "RFC 9989, section 4.6", "tag", "address"),
    URI_BAD_CHARACTER("dmarc.uri.bad_character", ERR, "RFC 9989, section 4.8", "tag", "address"),
    URI_BAD_ESCAPE("dmarc.uri.bad_escape", ERR, "RFC 3986, section 2.1", "tag", "address"),
    URI_BAD_MAILBOX("dmarc.uri.bad_mailbox", ERR, "RFC 6068, section 2", "tag", "address"),
    URI_UNENCODED(
            "dmarc.uri.unencoded",
            WARN,
            "RFC 6068, section 2",
            "tag",
            "address",
            "character",
            "encoded"),
    URI_BAD_HOST("dmarc.uri.bad_host", ERR, "RFC 3986, section 3.2.2", "tag", "address"),
    URI_BAD_SIZE("dmarc.uri.bad_size", ERR, "RFC 9989, section 4.8", "tag", "address"),
    URI_SIZE("dmarc.uri.size", WARN, "RFC 9989, section 4.8", "tag", "address"),
    URI_NO_MAIL("dmarc.uri.no_mail", WARN, "RFC 9989, section 4.7", "tag", "address"),
    URI_DUPLICATE("dmarc.uri.duplicate", WARN, "RFC 9989, section 4.6", "tag", "address"),
    URI_MANY("dmarc.uri.many", WARN, "RFC 7489, section 6.2", "tag", "count"),
    URI_CUT("dmarc.uri.cut", WARN, "RFC 7489, section 6.2", "tag", "limit"),
    URI_NOT_CHECKED("dmarc.uri.not_checked", INFO, "", "tag", "limit"),
    MAILBOX_REFUSED("dmarc.mailbox.refused", WARN, "RFC 7505, section 3", "host", "tag"),
    MAILBOX_NO_HOST("dmarc.mailbox.no_host", WARN, "RFC 5321, section 5.1", "host", "tag"),
    MAILBOX_UNKNOWN("dmarc.mailbox.unknown", WARN, "RFC 5321, section 5.1", "host", "tag"),
    EXTERNAL_UNAUTHORIZED(
            "dmarc.external.unauthorized", ERR, "RFC 9990, section 4", "host", "domain", "name"),
    EXTERNAL_BAD_RECORD(
            "dmarc.external.bad_record", ERR, "RFC 9990, section 4", "host", "domain", "name"),
    EXTERNAL_OLD("dmarc.external.old", WARN, "RFC 7489, section 7.1", "host", "domain", "name"),
    EXTERNAL_UNKNOWN(
            "dmarc.external.unknown", WARN, "RFC 9990, section 4", "host", "domain", "name"),
    EXTERNAL_NAME_TOO_LONG(
            "dmarc.external.name_too_long", ERR, "RFC 9990, section 4", "host", "domain"),
    EXTERNAL_OVERRIDE(
            "dmarc.external.override", INFO, "RFC 9990, section 4", "host", "domain", "address"),
    EXTERNAL_OVERRIDE_IGNORED(
            "dmarc.external.override_ignored",
            WARN,
            "RFC 9990, section 4",
            "host",
            "domain",
            "address",
            "name"),
    WALK_UNSURE("dmarc.walk.unsure", WARN, "RFC 9989, section 4.10", "name"),
    WALK_SHORTENED(
            "dmarc.walk.shortened",
            INFO,
            "RFC 9989, section 4.10",
            "domain",
            "labels",
            "limit",
            "next"),
    DOMAIN_PUBLIC_SUFFIX("dmarc.domain.public_suffix", INFO, "RFC 9989, section 3.2.15", "domain"),
    DOMAIN_TOO_LONG("dmarc.domain.too_long", WARN, "RFC 1035, section 2.3.4", "domain"),
    OLD_ORGANIZATION(
            "dmarc.old.organization",
            INFO,
            "RFC 9989, appendix C.3",
            "domain",
            "organization",
            "older"),
    OLD_RECORD(
            "dmarc.old.record", WARN, "RFC 9989, appendix C.3", "domain", "older", "policyDomain"),
    OLD_NO_RECORD("dmarc.old.no_record", WARN, "RFC 9989, appendix C.3", "domain", "policyDomain"),
    OLD_POLICY("dmarc.old.policy", INFO, "RFC 7489, section 6.6.3", "domain", "older", "policy");

    private final Entry entry;

    DmarcFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
