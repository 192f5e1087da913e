package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

import java.util.List;

/** What can be found of SPF records. */
public enum SpfFindings implements FindingKind {
    VERSION_MISSING("spf.version.missing", ERR, "RFC 7208, section 4.5"),
    VERSION_INDENTED("spf.version.indented", ERR, "RFC 7208, section 4.5"),
    VERSION_QUOTED("spf.version.quoted", ERR, "RFC 7208, section 4.5"),
    VERSION_GLUED("spf.version.glued", ERR, "RFC 7208, section 4.5", "character"),
    VERSION_WRONG("spf.version.wrong", ERR, "RFC 7208, section 4.5", "text"),
    VERSION_REPEATED("spf.version.repeated", WARN, "RFC 7208, section 6", "text"),
    TOO_LONG("spf.syntax.too_long", ERR, "RFC 1035, section 3.2.1", "length", "limit"),
    CHARACTER("spf.syntax.character", ERR, "RFC 7208, sections 3.1 and 12", "character"),
    MECHANISM_UNKNOWN("spf.term.unknown", ERR, "RFC 7208, section 4.6.1", "term"),
    MECHANISM_MISSPELLED("spf.term.misspelled", ERR, "RFC 7208, section 4.6.1", "term", "meant"),
    MECHANISM_WITH_EQUALS(
            "spf.term.equals_sign", WARN, "RFC 7208, section 4.6.1", "name", "mechanism", "value"),
    BARE_ADDRESS("spf.term.bare_address", ERR, "RFC 7208, section 5.6", "address", "meant"),
    BARE_DOMAIN("spf.term.bare_domain", ERR, "RFC 7208, section 4.6.1", "domain"),
    QUALIFIER_ALONE("spf.term.qualifier_alone", ERR, "RFC 7208, section 4.6.1", "text"),
    ARGUMENT_MISSING("spf.term.argument_missing", ERR, "RFC 7208, section 12", "term", "example"),
    ARGUMENT_UNEXPECTED("spf.term.argument_unexpected", ERR, "RFC 7208, section 5.1", "text"),
    ADDRESS_EMPTY("spf.term.address_empty", ERR, "RFC 7208, section 5.6", "term"),
    ADDRESS_IP4("spf.term.address_ip4", ERR, "RFC 7208, section 5.6", "address", "guess"),
    ADDRESS_IP6("spf.term.address_ip6", ERR, "RFC 7208, section 5.6", "address", "guess"),
    HOST_BITS("spf.term.host_bits", INFO, "RFC 7208, section 5", "address", "network"),
    LENGTH_SYNTAX("spf.term.length_syntax", ERR, "RFC 7208, section 12", "text", "limit"),
    LENGTH_RANGE("spf.term.length_range", ERR, "RFC 7208, section 12", "text", "limit"),
    LENGTH_UNEXPECTED("spf.term.length_unexpected", ERR, "RFC 7208, section 12", "term"),
    DOMAIN_EMPTY("spf.term.domain_empty", ERR, "RFC 7208, section 7.1", "term"),
    DOMAIN_SINGLE_LABEL("spf.term.domain_single_label", ERR, "RFC 7208, section 7.1", "domain"),
    DOMAIN_IS_ADDRESS(
            "spf.term.domain_is_address", ERR, "RFC 7208, section 7.1", "address", "mechanism"),
    DOMAIN_END("spf.term.domain_end", ERR, "RFC 7208, section 7.1", "domain"),
    DOMAIN_LABEL("spf.term.domain_label", WARN, "RFC 7208, section 4.8", "domain"),
    MODIFIER_WITH_COLON("spf.term.colon", ERR, "RFC 7208, section 4.6.1", "modifier", "meant"),
    MODIFIER_REPEATED("spf.term.modifier_repeated", ERR, "RFC 7208, section 6", "modifier"),
    MODIFIER_QUALIFIED(
            "spf.term.modifier_qualified", ERR, "RFC 7208, section 4.6.1", "text", "modifier"),
    MODIFIER_NAME("spf.term.modifier_name", ERR, "RFC 7208, section 12", "name"),
    MODIFIER_MISSPELLED(
            "spf.term.modifier_misspelled", WARN, "RFC 7208, section 6", "name", "meant"),
    MODIFIER_UNKNOWN("spf.term.modifier_unknown", INFO, "RFC 7208, section 6", "name"),
    MACRO_PERCENT("spf.macro.percent", ERR, "RFC 7208, section 7.1"),
    MACRO_UNCLOSED("spf.macro.unclosed", ERR, "RFC 7208, section 7.1", "macro"),
    MACRO_LETTER("spf.macro.letter", ERR, "RFC 7208, section 7.2", "macro"),
    MACRO_EXP_ONLY("spf.macro.explanation_only", ERR, "RFC 7208, section 7.2", "macro"),
    MACRO_ZERO("spf.macro.zero", ERR, "RFC 7208, section 7.3", "macro"),
    MACRO_DELIMITER("spf.macro.delimiter", ERR, "RFC 7208, section 7.1", "macro"),
    RECORD_MISSING("spf.record.missing", ERR, "RFC 7208, section 4.5", "domain"),
    RECORD_MULTIPLE("spf.record.multiple", ERR, "RFC 7208, section 3.2", "domain", "count"),
    RECORD_NEAR_MISS("spf.record.near_miss", WARN, "RFC 7208, section 4.5", "text"),
    RECORD_TYPE_99("spf.record.type99", WARN, "RFC 7208, section 3.1", "domain"),
    RECORD_SENDER_ID("spf.record.sender_id", WARN, "RFC 7208, section 3.1", "domain", "text"),
    RECORD_LONG("spf.record.long", WARN, "RFC 7208, section 3.4", "length", "limit"),
    RECORD_CROWDED(
            "spf.record.crowded", WARN, "RFC 7208, section 3.4", "domain", "length", "limit"),
    RECORD_ALIAS("spf.record.alias", INFO, "RFC 1034, section 3.6.2", "domain", "target"),
    RECORD_FROM_WILDCARD(
            "spf.record.from_wildcard", INFO, "RFC 7208, section 3.5", "domain", "parent"),
    RECORD_WILDCARD("spf.record.wildcard", WARN, "RFC 7208, section 3.5", "domain"),
    PARKED("spf.record.parked", WARN, "RFC 7208, section 10.1.2", "domain"),
    NO_MX("spf.record.no_mx", INFO, "RFC 5321, section 5.1", "domain"),
    LOOKUPS_EXCEEDED("spf.lookups.exceeded", ERR, "RFC 7208, section 4.6.4", "count", "limit"),
    LOOKUPS_NEAR("spf.lookups.near", WARN, "RFC 7208, section 4.6.4", "count", "limit"),
    VOIDS_EXCEEDED("spf.voids.exceeded", ERR, "RFC 7208, section 4.6.4", "count", "limit"),
    VOIDS_OF_FAMILY(
            "spf.voids.of_family", WARN, "RFC 7208, section 4.6.4", "family", "count", "limit"),
    ALL_MISSING("spf.all.missing", WARN, "RFC 7208, section 4.7"),
    ALL_PASS("spf.all.pass", WARN, "RFC 7208, section 5.1"),
    ALL_NEUTRAL("spf.all.neutral", WARN, "RFC 7208, section 8.2"),
    ALL_SOFTFAIL("spf.all.softfail", INFO, "RFC 7208, section 8.5"),
    TERM_BEHIND_ALL("spf.all.not_last", WARN, "RFC 7208, section 5.1", "term"),
    REDIRECT_WITH_ALL("spf.redirect.with_all", WARN, "RFC 7208, section 6.1", "term"),
    MODIFIER_EARLY("spf.modifier.early", INFO, "RFC 7208, section 6"),
    TERM_REPEATED("spf.lookup.repeated", WARN, "RFC 7208, section 4.6.4", "term"),
    NETWORK_COVERED("spf.network.covered", WARN, "", "network"),
    NETWORK_DUPLICATE("spf.network.duplicate", INFO, "", "count"),
    NETWORK_BROAD("spf.network.broad", WARN, "RFC 7208, section 11.4", "part", "amount", "reason"),
    NETWORK_SPECIAL("spf.network.special", WARN, "RFC 6890, section 2.2", "network", "purpose"),
    NETWORKS_CUT("spf.network.cut", INFO, "", "limit"),
    ADDRESS_MISSING("spf.address.missing", WARN, "RFC 7208, section 5.3", "name"),
    MX_DISCOURAGED("spf.mx.costly", INFO, "RFC 7208, section 10.1.1"),
    MX_MISSING("spf.mx.missing", WARN, "RFC 7208, section 5.4", "name"),
    MX_NULL("spf.mx.none_wanted", WARN, "RFC 7505, section 3", "name"),
    MX_TOO_MANY("spf.mx.too_many", ERR, "RFC 7208, section 4.6.4", "name", "count", "limit"),
    PTR_DISCOURAGED("spf.ptr.discouraged", WARN, "RFC 7208, section 5.5"),
    MACRO_PTR("spf.ptr.macro", WARN, "RFC 7208, section 7.2"),
    MACRO_UNCACHEABLE("spf.cache.defeated", WARN, "RFC 7208, section 7.3"),
    MESSAGE_NEEDED("spf.survey.message_needed", INFO, "RFC 7208, section 7", "term"),
    DOMAIN_UNKNOWN("spf.survey.domain_needed", INFO, "RFC 7208, section 4.8"),
    EXISTS_ALWAYS("spf.exists.always", WARN, "RFC 7208, section 5.7", "name"),
    EXISTS_NEVER("spf.exists.never", WARN, "RFC 7208, section 5.7", "name"),
    TARGET_MISSING("spf.target.missing", ERR, "RFC 7208, sections 5.2 and 6.1", "name"),
    TARGET_MULTIPLE("spf.target.multiple", ERR, "RFC 7208, section 4.5", "name", "count"),
    TARGET_INVALID("spf.target.invalid", ERR, "RFC 7208, sections 5.2 and 6.1", "name"),
    TARGET_LOOP("spf.target.loop", ERR, "RFC 7208, section 4.6.4", "name"),
    TARGET_PASSES_ALL("spf.target.passes_all", WARN, "RFC 7208, section 5.2", "name"),
    TARGET_PASSES_NOTHING("spf.target.passes_nothing", INFO, "RFC 7208, section 5.2", "name"),
    EXP_MISSING("spf.exp.unusable", WARN, "RFC 7208, section 6.2", "name", "count"),
    EXP_MALFORMED("spf.exp.malformed", WARN, "RFC 7208, section 6.2", "name"),
    TERMS_CUT("spf.result.terms_cut", INFO, "", "shown", "count"),
    RESULT_REPEATED("spf.result.repeated", INFO, "", "name"),
    RESULT_CUT("spf.result.cut", INFO, "", "name"),
    FLATTENED_IMPOSSIBLE("spf.flattened.impossible", INFO, "", "reason"),
    FLATTENED_EXCEEDED("spf.flattened.exceeded", INFO, "RFC 7208, section 4.6.4", "count", "limit"),
    VOLUME_CUT("spf.volume.cut", INFO, "");

    private final Entry entry;

    SpfFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
