package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

import java.util.List;

/**
 * The findings about BIMI: the record, the DMARC policy, the logo, and the mark certificate. It is
 * long because it is a list.
 */
public enum BimiFindings implements FindingKind {
    RECORD_MISSING(
            "bimi.record.missing",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "name"),
    RECORD_MULTIPLE(
            "bimi.record.multiple",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 7.2",
            "count",
            "name"),
    RECORDS_CUT("bimi.record.too_many", INFO, "", "limit"),
    RECORD_INHERITED(
            "bimi.record.inherited",
            INFO,
            "draft-brand-indicators-for-message-identification-10, section 7.2",
            "domain",
            "organization"),
    RECORD_UNRELATED(
            "bimi.record.unrelated",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 7.2",
            "name",
            "text"),
    RECORD_ALIAS(
            "bimi.record.alias",
            INFO,
            "draft-brand-indicators-for-message-identification-10, section 6.3",
            "target"),
    RECORD_MISPLACED(
            "bimi.record.misplaced",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "wrong",
            "right"),
    RECORD_DECLINED(
            "bimi.record.declined",
            INFO,
            "draft-brand-indicators-for-message-identification-10, section 4.3.1"),
    SELECTOR_INVALID(
            "bimi.selector.invalid",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.4",
            "selector",
            "name"),
    SELECTOR_DEFAULT(
            "bimi.selector.default",
            INFO,
            "draft-brand-indicators-for-message-identification-10, section 4.4",
            "selector"),
    V_MISSING(
            "bimi.v.missing",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    V_VALUE(
            "bimi.v.value",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "value"),
    TAG_SYNTAX(
            "bimi.tag.syntax",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "text"),
    TAG_REPEATED("bimi.tag.repeated", ERR, "RFC 6376, section 3.2", "tag"),
    TAG_UNKNOWN(
            "bimi.tag.unknown",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "tag"),
    TAG_CASE(
            "bimi.tag.case",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "tag",
            "known"),
    TAG_MANY(
            "bimi.tag.many",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "limit"),
    TAG_EMPTY(
            "bimi.tag.empty",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    L_MISSING(
            "bimi.l.missing",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    L_EMPTY(
            "bimi.l.empty",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    A_MISSING(
            "bimi.a.missing",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    URL_SCHEME(
            "bimi.url.scheme",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "address"),
    URL_SYNTAX("bimi.url.syntax", ERR, "RFC 3986, section 3", "address", "reason"),
    URL_SEVERAL(
            "bimi.url.several",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "address"),
    URL_HOST(
            "bimi.url.host",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "host"),
    URL_SUFFIX_IMAGE(
            "bimi.url.image",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3.2",
            "suffix"),
    URL_SUFFIX(
            "bimi.url.suffix",
            WARN,
            "draft-fetch-validation-vmc-wchuang-10, section 3.3",
            "address",
            "suffix"),
    LPS_VALUE(
            "bimi.lps.value",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.5",
            "value"),
    LPS_SET(
            "bimi.lps.set",
            INFO,
            "draft-brand-indicators-for-message-identification-10, section 4.5"),
    AVP_VALUE(
            "bimi.avp.value",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 4.3",
            "value"),
    DMARC_MISSING(
            "bimi.dmarc.missing",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 7.1",
            "domain"),
    DMARC_UNKNOWN(
            "bimi.dmarc.unknown",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 7.1",
            "domain"),
    DMARC_NONE(
            "bimi.dmarc.none",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 7.1",
            "domain"),
    DMARC_ORGANIZATION_NONE(
            "bimi.dmarc.organization_none",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 7.1",
            "domain"),
    DMARC_SUBDOMAINS_NONE(
            "bimi.dmarc.subdomains_none",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 7.1",
            "domain"),
    DMARC_PARTIAL(
            "bimi.dmarc.partial",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 7.1",
            "domain",
            "percent"),
    DMARC_PARTIAL_REJECT(
            "bimi.dmarc.partial_reject",
            WARN,
            "draft-brand-indicators-for-message-identification-10, section 7.1",
            "domain",
            "percent"),
    DMARC_TESTING("bimi.dmarc.testing", WARN, "RFC 9989, section 4.7", "domain", "applied"),
    LOGO_UNREACHABLE(
            "bimi.logo.unreachable",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3.2",
            "address",
            "reason"),
    LOGO_STATUS(
            "bimi.logo.status",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3.2",
            "address",
            "status"),
    LOGO_TOO_LARGE(
            "bimi.logo.too_large",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3.2",
            "address",
            "limit"),
    CERTIFICATE_UNREACHABLE(
            "bimi.certificate.unreachable",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 3.2",
            "address",
            "reason"),
    CERTIFICATE_STATUS(
            "bimi.certificate.status",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 3.2",
            "address",
            "status"),
    CERTIFICATE_TOO_LARGE(
            "bimi.certificate.too_large",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 3.2",
            "address",
            "limit"),
    LOGO_MEDIA_TYPE_MISSING("bimi.logo.media_type_missing", WARN, "RFC 6170, section 5.2"),
    LOGO_MEDIA_TYPE("bimi.logo.media_type", WARN, "RFC 6170, section 5.2", "type"),
    SVG_EMPTY("bimi.svg.empty", ERR, "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_GZIP("bimi.svg.gzip", ERR, "RFC 6170, section 5.2", "reason"),
    SVG_UNPACKED("bimi.svg.unpacked", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.4", "limit"),
    SVG_LARGE(
            "bimi.svg.large", WARN, "draft-svg-tiny-ps-abrotman-10, section 2.4", "size", "limit"),
    SVG_ENCODING("bimi.svg.encoding", ERR, "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_MALFORMED("bimi.svg.malformed", ERR, "XML 1.0, section 2.1", "place"),
    SVG_LIMIT("bimi.svg.limit", ERR, "draft-svg-tiny-ps-abrotman-10, section 1", "limit", "items"),
    SVG_DOCTYPE("bimi.svg.doctype", ERR, "RFC 6170, section 5.2", "place"),
    SVG_INSTRUCTION(
            "bimi.svg.instruction",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "name",
            "place"),
    SVG_ENTITY("bimi.svg.entity", ERR, "XML 1.0, section 4.1", "name", "place"),
    SVG_ROOT("bimi.svg.root", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.1", "element"),
    SVG_SCRIPT(
            "bimi.svg.script",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2.3",
            "element",
            "place"),
    SVG_ANIMATION(
            "bimi.svg.animation",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2.3",
            "element",
            "place"),
    SVG_MEDIA(
            "bimi.svg.media",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2.3",
            "element",
            "place"),
    SVG_LINK("bimi.svg.link", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.3", "place"),
    SVG_STYLE("bimi.svg.style", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.3", "place"),
    SVG_ELEMENT(
            "bimi.svg.element",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2.3",
            "element",
            "place"),
    SVG_FOREIGN_ELEMENT(
            "bimi.svg.foreign_element",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "element",
            "place"),
    SVG_PLACE(
            "bimi.svg.place",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "element",
            "parent",
            "place"),
    SVG_STRAY_TEXT(
            "bimi.svg.stray_text",
            WARN,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "element",
            "place"),
    SVG_ATTRIBUTE(
            "bimi.svg.attribute",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "attribute",
            "element",
            "place"),
    SVG_ATTRIBUTE_SCHEMA(
            "bimi.svg.attribute_schema",
            WARN,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "attribute",
            "element",
            "place"),
    SVG_FOREIGN_ATTRIBUTE(
            "bimi.svg.foreign_attribute",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "attribute",
            "element",
            "place"),
    SVG_STYLE_ATTRIBUTE(
            "bimi.svg.style_attribute",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2.3",
            "element",
            "place"),
    SVG_EVENT(
            "bimi.svg.event",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2.3",
            "attribute",
            "element",
            "place"),
    SVG_VALUE(
            "bimi.svg.value",
            ERR,
            "draft-svg-tiny-ps-abrotman-10, section 2.3",
            "attribute",
            "element",
            "value",
            "allowed",
            "place"),
    SVG_POSITION(
            "bimi.svg.position", ERR, "draft-svg-tiny-ps-abrotman-10, section 6.2", "attribute"),
    SVG_VERSION("bimi.svg.version", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_PROFILE("bimi.svg.profile", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_EXTERNAL(
            "bimi.svg.external",
            ERR,
            "RFC 6170, section 5.2",
            "attribute",
            "element",
            "target",
            "place"),
    SVG_DATA("bimi.svg.data", ERR, "RFC 6170, section 5.2", "attribute", "element", "place"),
    SVG_BASE("bimi.svg.base", ERR, "RFC 6170, section 5.2", "element", "place"),
    SVG_DANGLING("bimi.svg.dangling", WARN, "SVG Tiny 1.2, section 5.7", "id", "place"),
    SVG_LOOP("bimi.svg.loop", ERR, "SVG Tiny 1.2, section 5.6", "id"),
    SVG_ID_REPEATED("bimi.svg.id_repeated", WARN, "SVG Tiny 1.2, section 5.10.1", "id", "place"),
    SVG_TITLE_MISSING("bimi.svg.title_missing", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_TITLE_EMPTY("bimi.svg.title_empty", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_TITLE_REPEATED(
            "bimi.svg.title_repeated", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.1", "place"),
    SVG_TITLE_LONG(
            "bimi.svg.title_long",
            WARN,
            "draft-svg-tiny-ps-abrotman-10, section 2.1",
            "length",
            "limit"),
    SVG_TITLE_PLACEHOLDER(
            "bimi.svg.title_placeholder",
            WARN,
            "draft-svg-tiny-ps-abrotman-10, section 2.1",
            "title"),
    SVG_DESCRIPTION_MISSING(
            "bimi.svg.description_missing", INFO, "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_DESCRIPTION_EMPTY(
            "bimi.svg.description_empty", ERR, "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_VIEW_BOX_MISSING("bimi.svg.view_box_missing", WARN, "SVG Tiny 1.2, section 7.8"),
    SVG_VIEW_BOX("bimi.svg.view_box", ERR, "SVG Tiny 1.2, section 7.8", "value"),
    SVG_VIEW_BOX_COMMA("bimi.svg.view_box_comma", WARN, "SVG Tiny 1.2, section 7.8", "value"),
    SVG_NOT_SQUARE(
            "bimi.svg.not_square",
            WARN,
            "draft-svg-tiny-ps-abrotman-10, section 2",
            "width",
            "height"),
    SVG_RELATIVE_SIZE("bimi.svg.relative_size", WARN, "", "attribute", "value"),
    SVG_SMALL("bimi.svg.small", WARN, "", "attribute", "value"),
    SVG_TEXT("bimi.svg.text", WARN, "draft-svg-tiny-ps-abrotman-10, section 2", "place"),
    SVG_BACKGROUND("bimi.svg.background", WARN, ""),
    SVG_COLORS("bimi.svg.colors", WARN, "draft-svg-tiny-ps-abrotman-10, section 2.4"),
    PEM_NONE("bimi.certificate.none", ERR, "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    PEM_BROKEN("bimi.certificate.broken", ERR, "RFC 7468, section 5", "number"),
    PEM_MANY(
            "bimi.certificate.many",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 3.3",
            "limit"),
    CHAIN_ORDER(
            "bimi.certificate.order", WARN, "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_DUPLICATE(
            "bimi.certificate.duplicate",
            WARN,
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_SEVERAL(
            "bimi.certificate.several",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 3.3",
            "count"),
    CHAIN_NO_LEAF(
            "bimi.certificate.no_leaf", ERR, "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_UNUSED(
            "bimi.certificate.unused",
            WARN,
            "draft-fetch-validation-vmc-wchuang-10, section 3.3",
            "count"),
    CHAIN_INCOMPLETE(
            "bimi.certificate.incomplete",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 5.1",
            "issuer"),
    CHAIN_INVALID("bimi.certificate.chain", ERR, "RFC 5280, section 6.1", "reason"),
    EXPIRED(
            "bimi.certificate.expired",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.5",
            "day"),
    NOT_YET(
            "bimi.certificate.not_yet",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.5",
            "day"),
    EXPIRES_SOON(
            "bimi.certificate.expires_soon",
            WARN,
            "draft-fetch-validation-vmc-wchuang-10, section 4.5",
            "day",
            "days"),
    USAGE_MISSING(
            "bimi.certificate.usage", ERR, "draft-fetch-validation-vmc-wchuang-10, section 4.4"),
    ISSUER_USAGE_MISSING(
            "bimi.certificate.issuer_usage",
            WARN,
            "draft-fetch-validation-vmc-wchuang-10, section 4.4"),
    NAMES_MISSING(
            "bimi.certificate.names_missing",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.3",
            "domain"),
    NAMES_OTHER(
            "bimi.certificate.names",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 5.2",
            "domain",
            "names"),
    LOGOTYPE_MISSING(
            "bimi.certificate.logo_missing",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.1"),
    LOGOTYPE_BROKEN(
            "bimi.certificate.logo_broken",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.2",
            "reason"),
    LOGOTYPE_PLAIN(
            "bimi.certificate.logo_plain",
            WARN,
            "draft-fetch-validation-vmc-wchuang-10, section 4.2"),
    LOGOTYPE_HASH("bimi.certificate.logo_hash", ERR, "RFC 9399"),
    LOGOTYPE_PROFILE(
            "bimi.certificate.logo_profile",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.2"),
    LOGO_DIFFERENT(
            "bimi.certificate.logo_different",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 5.3"),
    LOGO_LINE_ENDS(
            "bimi.certificate.logo_line_ends",
            WARN,
            "draft-fetch-validation-vmc-wchuang-10, section 5.3"),
    POLICY_MISSING(
            "bimi.certificate.policy",
            WARN,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 1.2"),
    TRANSPARENCY_MISSING(
            "bimi.certificate.transparency",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.6"),
    CONSTRAINTS_FORBIDDEN("bimi.certificate.constraints", ERR, "RFC 5280, section 4.2.1.10"),
    PILOT(
            "bimi.certificate.pilot",
            INFO,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    PILOT_FORBIDDEN(
            "bimi.certificate.pilot_forbidden",
            ERR,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2",
            "day"),
    MARK_TYPE_MISSING(
            "bimi.certificate.mark_type_missing",
            INFO,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    MARK_TYPE_UNKNOWN(
            "bimi.certificate.mark_type",
            WARN,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2",
            "type",
            "known"),
    FIELD_MISSING(
            "bimi.certificate.field_missing",
            ERR,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2",
            "field",
            "type"),
    FIELD_FORBIDDEN(
            "bimi.certificate.field_forbidden",
            WARN,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2",
            "field",
            "type"),
    FIELD_VALUE(
            "bimi.certificate.field_value",
            WARN,
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2",
            "field",
            "value",
            "allowed"),
    CRL_MISSING(
            "bimi.certificate.crl_missing",
            ERR,
            "draft-fetch-validation-vmc-wchuang-10, section 4.5",
            "certificate"),
    CRL_UNREACHABLE(
            "bimi.certificate.crl_unreachable",
            WARN,
            "RFC 5280, section 6.3",
            "certificate",
            "address",
            "reason"),
    CRL_BROKEN(
            "bimi.certificate.crl_broken",
            WARN,
            "RFC 5280, section 6.3.3",
            "certificate",
            "address",
            "reason"),
    REVOKED("bimi.certificate.revoked", ERR, "RFC 5280, section 6.3", "certificate", "day"),
    AUTHORITY_INVALID(
            "bimi.authority.invalid", ERR, "draft-fetch-validation-vmc-wchuang-10, section 5.3"),
    INDICATOR_INVALID(
            "bimi.indicator.invalid",
            ERR,
            "draft-brand-indicators-for-message-identification-10, section 4.3.2");

    private final Entry entry;

    BimiFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
