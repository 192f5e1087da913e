package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

/** What can be found of SPF records. */
public enum SpfFindings implements FindingKind {
    VERSION_MISSING(
            "spf.version.missing",
            ERR,
            "The text does not begin with v=spf1, so it is no SPF record and every "
                    + "receiver passes it over.",
            "Let the record begin with v=spf1 and a space.",
            "RFC 7208, section 4.5"),
    VERSION_INDENTED(
            "spf.version.indented",
            ERR,
            "White space stands before v=spf1, so that the record is none: every receiver "
                    + "passes it over.",
            "Remove what stands before v=spf1.",
            "RFC 7208, section 4.5"),
    VERSION_QUOTED(
            "spf.version.quoted",
            ERR,
            "The record itself has quotation marks around it, so that it is none: every "
                    + "receiver passes it over.",
            "Remove the quotation marks; many DNS providers set them themselves.",
            "RFC 7208, section 4.5"),
    VERSION_GLUED(
            "spf.version.glued",
            ERR,
            "Behind v=spf1 stands {0} where a space must be, so that every receiver "
                    + "passes the record over.",
            "Put one space, and nothing else, behind v=spf1.",
            "RFC 7208, section 4.5"),
    VERSION_WRONG(
            "spf.version.wrong",
            ERR,
            "The record begins with {0}. Only v=spf1 is SPF; every receiver passes the "
                    + "record over.",
            "Write v=spf1, in one word, at the begin.",
            "RFC 7208, section 4.5"),
    VERSION_REPEATED(
            "spf.version.repeated",
            WARN,
            "{0} stands a second time inside of the record. It is ignored there, but two "
                    + "records were probably put into one.",
            "Remove it, and check that no other term stands twice, such as all.",
            "RFC 7208, section 6"),
    TOO_LONG(
            "spf.syntax.too_long",
            ERR,
            "The record has {0} characters. No record in DNS has more than {1}; what is "
                    + "behind was not read.",
            "Publish a shorter record.",
            "RFC 1035, section 3.2.1"),
    CHARACTER(
            "spf.syntax.character",
            ERR,
            "Here stands {0}, which no SPF record may have: only visible ASCII "
                    + "characters, and spaces between terms. Receivers answer permerror to the "
                    + "whole record.",
            "Remove it. It often comes from copying out of a text or a web page.",
            "RFC 7208, sections 3.1 and 12"),
    MECHANISM_UNKNOWN(
            "spf.term.unknown",
            ERR,
            "\"{0}\" is no mechanism of SPF. Receivers answer permerror to the whole " + "record.",
            "Use all, include, a, mx, ip4, ip6 or exists, or remove the term.",
            "RFC 7208, section 4.6.1"),
    MECHANISM_MISSPELLED(
            "spf.term.misspelled",
            ERR,
            "\"{0}\" is no term of SPF. Receivers answer permerror to the whole record.",
            "Perhaps {1} was meant.",
            "RFC 7208, section 4.6.1"),
    MECHANISM_WITH_EQUALS(
            "spf.term.equals_sign",
            WARN,
            "Because of its equals sign, {0}= is read as a modifier that nobody knows, "
                    + "and is ignored: it authorizes nobody.",
            "Use a colon: {1}:{2}.",
            "RFC 7208, section 4.6.1"),
    BARE_ADDRESS(
            "spf.term.bare_address",
            ERR,
            "The address {0} stands alone. Receivers answer permerror to the whole " + "record.",
            "Write {1}, without a space in it.",
            "RFC 7208, section 5.6"),
    BARE_DOMAIN(
            "spf.term.bare_domain",
            ERR,
            "The domain {0} stands alone. Receivers answer permerror to the whole record.",
            "Write include:{0} for its SPF record, a:{0} for its addresses, or mx:{0} for "
                    + "its mail servers, without a space in it.",
            "RFC 7208, section 4.6.1"),
    QUALIFIER_ALONE(
            "spf.term.qualifier_alone",
            ERR,
            "{0} stands alone. Receivers answer permerror to the whole record.",
            "Write it directly before its mechanism, without a space, such as -all.",
            "RFC 7208, section 4.6.1"),
    ARGUMENT_MISSING(
            "spf.term.argument_missing",
            ERR,
            "{0} does not say what it is about. Receivers answer permerror to the whole "
                    + "record.",
            "Write a colon and a value behind it, without spaces, such as {1}.",
            "RFC 7208, section 12"),
    ARGUMENT_UNEXPECTED(
            "spf.term.argument_unexpected",
            ERR,
            "Behind all stands {0}, but nothing may stand there. Receivers answer "
                    + "permerror to the whole record.",
            "Remove it.",
            "RFC 7208, section 5.1"),
    ADDRESS_EMPTY(
            "spf.term.address_empty",
            ERR,
            "Behind {0}: stands no address. Receivers answer permerror to the whole " + "record.",
            "Write the address directly behind the colon, without a space.",
            "RFC 7208, section 5.6"),
    ADDRESS_IP4(
            "spf.term.address_ip4",
            ERR,
            "{0} is no IPv4 address. Receivers answer permerror to the whole record.",
            "Write four numbers from 0 to 255 without leading zeros, such as "
                    + "ip4:192.0.2.10 or ip4:192.0.2.0/24{1}.",
            "RFC 7208, section 5.6"),
    ADDRESS_IP6(
            "spf.term.address_ip6",
            ERR,
            "{0} is no IPv6 address. Receivers answer permerror to the whole record.",
            "Write an IPv6 address without brackets, such as ip6:2001:db8::10 or "
                    + "ip6:2001:db8::/32{1}.",
            "RFC 7208, section 5.6"),
    HOST_BITS(
            "spf.term.host_bits",
            INFO,
            "{0} is not the first address of its network: it means all of {1}.",
            "Write {1} where that is meant; leave the length out where one address is " + "meant.",
            "RFC 7208, section 5"),
    LENGTH_SYNTAX(
            "spf.term.length_syntax",
            ERR,
            "\"{0}\" is no prefix length. Receivers answer permerror to the whole record.",
            "Write a number from 0 to {1} without leading zeros; for IPv6 addresses of a "
                    + "and mx it stands behind two slashes.",
            "RFC 7208, section 12"),
    LENGTH_RANGE(
            "spf.term.length_range",
            ERR,
            "The prefix length {0} is too large. Receivers answer permerror to the whole "
                    + "record.",
            "Write a number from 0 to {1}.",
            "RFC 7208, section 12"),
    LENGTH_UNEXPECTED(
            "spf.term.length_unexpected",
            ERR,
            "{0} has no prefix length. Receivers answer permerror to the whole record.",
            "Remove the slash and what stands behind it.",
            "RFC 7208, section 12"),
    DOMAIN_EMPTY(
            "spf.term.domain_empty",
            ERR,
            "{0} has no domain. Receivers answer permerror to the whole record.",
            "Write the domain directly behind it, without a space, or remove the term.",
            "RFC 7208, section 7.1"),
    DOMAIN_SINGLE_LABEL(
            "spf.term.domain_single_label",
            ERR,
            "{0} is no whole domain name. Receivers answer permerror to the whole record.",
            "Write the whole name with its top-level domain, such as mail.example.com.",
            "RFC 7208, section 7.1"),
    DOMAIN_IS_ADDRESS(
            "spf.term.domain_is_address",
            ERR,
            "{0} is an address, and a domain name must stand here. Receivers answer "
                    + "permerror to the whole record.",
            "Write {1}:{0}.",
            "RFC 7208, section 7.1"),
    DOMAIN_END(
            "spf.term.domain_end",
            ERR,
            "{0} does not end with a top-level domain. Receivers answer permerror to the "
                    + "whole record.",
            "Write the whole name: its last label has letters, digits and hyphens only, "
                    + "not only digits, and no hyphen at its ends.",
            "RFC 7208, section 7.1"),
    DOMAIN_LABEL(
            "spf.term.domain_label",
            WARN,
            "{0} can't be a name in DNS: a label is empty or longer than 63 characters. "
                    + "Receivers let the term match nothing, or answer permerror.",
            "Correct the name.",
            "RFC 7208, section 4.8"),
    MODIFIER_WITH_COLON(
            "spf.term.colon",
            ERR,
            "{0} is a modifier, which takes an equals sign and no colon. Receivers answer "
                    + "permerror to the whole record.",
            "Write {1}.",
            "RFC 7208, section 4.6.1"),
    MODIFIER_REPEATED(
            "spf.term.modifier_repeated",
            ERR,
            "{0} stands more than once in the record. Receivers answer permerror to the "
                    + "whole record.",
            "Keep one of them.",
            "RFC 7208, section 6"),
    MODIFIER_QUALIFIED(
            "spf.term.modifier_qualified",
            ERR,
            "{0} is a modifier, and these have no sign before them. Receivers answer "
                    + "permerror to the whole record.",
            "Write {1}= without the sign.",
            "RFC 7208, section 4.6.1"),
    MODIFIER_NAME(
            "spf.term.modifier_name",
            ERR,
            "\"{0}\" can't be the name of a modifier. Receivers answer permerror to the "
                    + "whole record.",
            "Remove the term, or write its name with letters, digits, hyphens, "
                    + "underscores and dots, a letter first.",
            "RFC 7208, section 12"),
    MODIFIER_MISSPELLED(
            "spf.term.modifier_misspelled",
            WARN,
            "Nobody knows the modifier {0}; it is ignored.",
            "Perhaps {1}= was meant.",
            "RFC 7208, section 6"),
    MODIFIER_UNKNOWN(
            "spf.term.modifier_unknown",
            INFO,
            "Nobody knows the modifier {0}; it is ignored.",
            "Remove it, unless you know what it is for.",
            "RFC 7208, section 6"),
    MACRO_PERCENT(
            "spf.macro.percent",
            ERR,
            "A percent sign stands alone. Receivers answer permerror to the whole record.",
            "Write two percent signs for one, or a macro: a percent sign, an opening "
                    + "brace, a letter, a closing brace.",
            "RFC 7208, section 7.1"),
    MACRO_UNCLOSED(
            "spf.macro.unclosed",
            ERR,
            "The macro {0} has no closing brace. Receivers answer permerror to the whole "
                    + "record.",
            "Close it with a brace.",
            "RFC 7208, section 7.1"),
    MACRO_LETTER(
            "spf.macro.letter",
            ERR,
            "There is no macro {0}. Receivers answer permerror to the whole record.",
            "Use one of the letters s, l, o, d, i, p, v, h.",
            "RFC 7208, section 7.2"),
    MACRO_EXP_ONLY(
            "spf.macro.explanation_only",
            ERR,
            "The macro {0} may stand in explanation texts only. Receivers answer "
                    + "permerror to the whole record.",
            "Use one of the letters s, l, o, d, i, p, v, h.",
            "RFC 7208, section 7.2"),
    MACRO_ZERO(
            "spf.macro.zero",
            ERR,
            "The macro {0} asks for no part of its value. Receivers answer permerror to "
                    + "the whole record.",
            "Write a number from 1 on, or none for all parts.",
            "RFC 7208, section 7.3"),
    MACRO_DELIMITER(
            "spf.macro.delimiter",
            ERR,
            "The macro {0} has something that can't stand in it. Receivers answer "
                    + "permerror to the whole record.",
            "Behind the letter may stand, in this order, a number, the letter r, and "
                    + "characters to split at, which are the dot and - + , / _ = only.",
            "RFC 7208, section 7.1"),
    RECORD_MISSING(
            "spf.record.missing",
            ERR,
            "There is no SPF record at {0}.",
            "Publish one.",
            "RFC 7208, section 4.5");

    private final Entry entry;

    SpfFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
