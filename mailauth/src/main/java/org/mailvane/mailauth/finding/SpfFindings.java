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
            "Remove the second {0}, and check that no other term stands twice, such as all.",
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
            "Remove this character. It often comes from copying out of a text or a web page.",
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
            "Remove {0} behind all.",
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
            "Receivers do not know the modifier {0} and ignore it.",
            "Perhaps {1}= was meant.",
            "RFC 7208, section 6"),
    MODIFIER_UNKNOWN(
            "spf.term.modifier_unknown",
            INFO,
            "Receivers do not know the modifier {0} and ignore it.",
            "Remove {0}, unless you know what it is for.",
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
            "There is no SPF record at {0}, so nobody can tell which hosts may send for it.",
            "Publish a TXT record that lists the hosts that send for the domain, or v=spf1 "
                    + "-all where none does.",
            "RFC 7208, section 4.5"),
    RECORD_MULTIPLE(
            "spf.record.multiple",
            ERR,
            "{0} has {1} SPF records. Receivers answer permerror and use none of them.",
            "Put all terms into one record and remove the others.",
            "RFC 7208, section 3.2"),
    RECORD_NEAR_MISS(
            "spf.record.near_miss",
            WARN,
            "Beside the SPF record stands a text that looks like another one, but does not "
                    + "begin as one, so that it is passed over: {0}.",
            "Remove this text, or move its terms into the SPF record.",
            "RFC 7208, section 4.5"),
    RECORD_TYPE_99(
            "spf.record.type99",
            WARN,
            "{0} also has a record of the old type SPF (99), which nobody reads any more.",
            "Remove the record of type SPF (99) at {0} and keep the TXT record.",
            "RFC 7208, section 3.1"),
    RECORD_SENDER_ID(
            "spf.record.sender_id",
            WARN,
            "{0} has a Sender ID record ({1}). Sender ID is obsolete, and receivers ignore it.",
            "Remove the Sender ID record and keep the record that begins with v=spf1.",
            "RFC 7208, section 3.1"),
    RECORD_LONG(
            "spf.record.long",
            WARN,
            "The record has {0} characters. With more than {1}, an answer may not fit into "
                    + "one packet, and some receivers miss it.",
            "Shorten the record, or move terms into records of their own and include these.",
            "RFC 7208, section 3.4"),
    RECORD_CROWDED(
            "spf.record.crowded",
            WARN,
            "All TXT records at {0} together have {1} characters. With more than {2}, an "
                    + "answer may not fit into one packet, and some receivers miss the SPF record.",
            "Remove TXT records that are no longer needed, such as old verification codes.",
            "RFC 7208, section 3.4"),
    RECORD_ALIAS(
            "spf.record.alias",
            INFO,
            "{0} is an alias (CNAME) of {1}, where the record stands.",
            "",
            "RFC 1034, section 3.6.2"),
    RECORD_FROM_WILDCARD(
            "spf.record.from_wildcard",
            INFO,
            "The record of {0} comes from a wildcard, which answers for every name below {1}.",
            "",
            "RFC 7208, section 3.5"),
    RECORD_WILDCARD(
            "spf.record.wildcard",
            WARN,
            "A wildcard gives every name below {0} an SPF record, also names that nobody "
                    + "knows of.",
            "Where names below the domain send mail, give each its own record. A wildcard "
                    + "does not cover names that have other records.",
            "RFC 7208, section 3.5"),
    PARKED(
            "spf.record.parked",
            WARN,
            "{0} takes no mail, but its record lets hosts send in its name.",
            "Where the domain sends no mail either, publish v=spf1 -all and nothing else.",
            "RFC 7208, section 10.1.2"),
    NO_MX(
            "spf.record.no_mx",
            INFO,
            "{0} has no mail exchanger (MX), but its record lets hosts send in its name. "
                    + "Answers and bounces go to its address record, if to anything.",
            "Where the domain sends no mail, publish v=spf1 -all and nothing else.",
            "RFC 5321, section 5.1"),
    LOOKUPS_EXCEEDED(
            "spf.lookups.exceeded",
            ERR,
            "The record takes up to {0} DNS look-ups, and {1} are allowed. Receivers that "
                    + "reach the limit answer permerror: mail of hosts that are listed late fails.",
            "Remove includes that are no longer needed, replace a and mx by ip4 and ip6, or "
                    + "move senders to subdomains with records of their own.",
            "RFC 7208, section 4.6.4"),
    LOOKUPS_NEAR(
            "spf.lookups.near",
            WARN,
            "The record takes up to {0} DNS look-ups of {1} that are allowed. If a record "
                    + "that it includes grows, it breaks.",
            "Remove includes that are no longer needed, or replace a and mx by ip4 and ip6.",
            "RFC 7208, section 4.6.4"),
    VOIDS_EXCEEDED(
            "spf.voids.exceeded",
            ERR,
            "{0} look-ups of the record find nothing, and {1} are allowed. Receivers answer "
                    + "permerror.",
            "Remove the terms whose names do not exist or have no such records.",
            "RFC 7208, section 4.6.4"),
    VOIDS_OF_FAMILY(
            "spf.voids.of_family",
            WARN,
            "For senders with {0} addresses, {1} look-ups of the record find nothing, and {2}"
                    + " are allowed. Receivers answer permerror to them.",
            "Replace terms with a and mx by ip4 or ip6 if their hosts have no {0} address.",
            "RFC 7208, section 4.6.4"),
    ALL_MISSING(
            "spf.all.missing",
            WARN,
            "The record has neither all nor redirect, so that nothing is said of hosts that "
                    + "it does not list: they get neutral.",
            "End the record with -all, or with ~all while you still look for senders.",
            "RFC 7208, section 4.7"),
    ALL_PASS(
            "spf.all.pass",
            WARN,
            "The record lets every host of the internet send in the name of the domain.",
            "End the record with -all, or with ~all while you still look for senders.",
            "RFC 7208, section 5.1"),
    ALL_NEUTRAL(
            "spf.all.neutral",
            WARN,
            "The record says nothing of hosts that it does not list: with ?all they get "
                    + "neutral, as without a record.",
            "End the record with -all, or with ~all while you still look for senders.",
            "RFC 7208, section 8.2"),
    ALL_SOFTFAIL(
            "spf.all.softfail",
            INFO,
            "Hosts that the record does not list get softfail: most receivers accept their "
                    + "mail, perhaps marked.",
            "Use -all when all senders are listed. With a DMARC policy, ~all serves as well.",
            "RFC 7208, section 8.5"),
    TERM_BEHIND_ALL(
            "spf.all.not_last",
            WARN,
            "{0} stands behind all and is never looked at.",
            "Move {0} before all, or remove it.",
            "RFC 7208, section 5.1"),
    REDIRECT_WITH_ALL(
            "spf.redirect.with_all",
            WARN,
            "{0} is ignored, because the record has an all.",
            "Remove one of them.",
            "RFC 7208, section 6.1"),
    MODIFIER_EARLY(
            "spf.modifier.early",
            INFO,
            "A modifier stands before a mechanism. Receivers read it, but people take it for "
                    + "something that comes first.",
            "Put redirect and exp at the end of the record.",
            "RFC 7208, section 6"),
    TERM_REPEATED(
            "spf.lookup.repeated",
            WARN,
            "{0} stands in the record before. The second time changes nothing, but costs DNS "
                    + "look-ups.",
            "Remove the second {0}.",
            "RFC 7208, section 4.6.4"),
    NETWORK_COVERED(
            "spf.network.covered",
            WARN,
            "{0} is already listed, or part of what is listed before.",
            "Remove {0}, and leave what is listed before.",
            ""),
    NETWORK_DUPLICATE(
            "spf.network.duplicate",
            INFO,
            "Networks that are listed more than once, by the record or by what it includes: "
                    + "{0}.",
            "Where a network stands in an included record, it need not stand in the own one.",
            ""),
    NETWORK_BROAD(
            "spf.network.broad",
            WARN,
            "{0} lets {1} send in the name of the domain. {2}.",
            "List only the addresses that send for the domain. Where an included record does this, "
                    + "ask its provider for one that lists only its mail servers.",
            "RFC 7208, section 11.4"),
    NETWORK_SPECIAL(
            "spf.network.special",
            WARN,
            "No mail comes from {0} over the internet: the addresses are special ({1}).",
            "Remove {0}, or list the public addresses of the senders.",
            "RFC 6890, section 2.2"),
    NETWORKS_CUT(
            "spf.network.cut",
            INFO,
            "The record lists more than {0} networks. Not all of them were counted.",
            "",
            ""),
    ADDRESS_MISSING(
            "spf.address.missing",
            WARN,
            "{0} has no address, so that it authorizes nobody.",
            "Correct the name, or remove the term.",
            "RFC 7208, section 5.3"),
    MX_DISCOURAGED(
            "spf.mx.costly",
            INFO,
            "mx costs a DNS look-up, and further ones for each mail exchanger, and hosts that"
                    + " receive mail often are not those that send it.",
            "Where the addresses hardly change, list them with ip4 and ip6.",
            "RFC 7208, section 10.1.1"),
    MX_MISSING(
            "spf.mx.missing",
            WARN,
            "{0} has no mail exchanger (MX), so that the term authorizes nobody.",
            "Correct the name, or remove the term.",
            "RFC 7208, section 5.4"),
    MX_NULL(
            "spf.mx.none_wanted",
            WARN,
            "{0} says that it takes no mail (null MX), so that the term authorizes nobody.",
            "Remove the term.",
            "RFC 7505, section 3"),
    MX_TOO_MANY(
            "spf.mx.too_many",
            ERR,
            "{0} has {1} mail exchangers, and {2} are allowed. Receivers answer permerror.",
            "List the addresses of the senders with ip4 and ip6.",
            "RFC 7208, section 4.6.4"),
    PTR_DISCOURAGED(
            "spf.ptr.discouraged",
            WARN,
            "ptr is slow and unreliable and should not be used; some receivers skip it.",
            "List the addresses of the senders with ip4 and ip6, or their names with a.",
            "RFC 7208, section 5.5"),
    MACRO_PTR(
            "spf.ptr.macro",
            WARN,
            "The macro p is slow and unreliable and should not be used.",
            "Use another macro, or list the senders.",
            "RFC 7208, section 7.2"),
    MACRO_UNCACHEABLE(
            "spf.cache.defeated",
            WARN,
            "The term asks DNS for another name for each sender address or greeting, so that "
                    + "no answer can be kept and every message costs a look-up.",
            "Use the macros i (the sender's address) or d (the domain) where these are enough.",
            "RFC 7208, section 7.3"),
    MESSAGE_NEEDED(
            "spf.survey.message_needed",
            INFO,
            "Which addresses {0} lets pass depends on the message, so that they are not "
                    + "counted here.",
            "",
            "RFC 7208, section 7"),
    DOMAIN_UNKNOWN(
            "spf.survey.domain_needed",
            INFO,
            "The term is about the domain of the record. It was given without one, so that "
                    + "this was not looked up.",
            "",
            "RFC 7208, section 4.8"),
    EXISTS_ALWAYS(
            "spf.exists.always",
            WARN,
            "{0} has an address, so that the term matches every sender, whoever that is.",
            "Remove the term, or use a macro in it, such as i, the address of the sender.",
            "RFC 7208, section 5.7"),
    EXISTS_NEVER(
            "spf.exists.never",
            WARN,
            "{0} has no address, so that the term matches no sender.",
            "Remove the term, or use a macro in it, such as i, the address of the sender.",
            "RFC 7208, section 5.7"),
    TARGET_MISSING(
            "spf.target.missing",
            ERR,
            "{0} has no SPF record. Receivers answer permerror.",
            "Correct the name, or remove the term.",
            "RFC 7208, sections 5.2 and 6.1"),
    TARGET_MULTIPLE(
            "spf.target.multiple",
            ERR,
            "{0} has {1} SPF records. Receivers answer permerror.",
            "Ask those who run that domain to keep one, or remove the term.",
            "RFC 7208, section 4.5"),
    TARGET_INVALID(
            "spf.target.invalid",
            ERR,
            "The record of {0} has errors, which are errors of this one too.",
            "Ask those who run that domain to correct it, or remove the term.",
            "RFC 7208, sections 5.2 and 6.1"),
    TARGET_LOOP(
            "spf.target.loop",
            ERR,
            "{0} leads back here, so that receivers go round in circles until they answer "
                    + "permerror.",
            "Remove the term, or the one in the other record that leads back.",
            "RFC 7208, section 4.6.4"),
    TARGET_PASSES_ALL(
            "spf.target.passes_all",
            WARN,
            "The record of {0} lets every host of the internet pass that it does not refuse, so "
                    + "that this term decides about all of these.",
            "Remove the term.",
            "RFC 7208, section 5.2"),
    TARGET_PASSES_NOTHING(
            "spf.target.passes_nothing",
            INFO,
            "The record of {0} lets nobody pass, so that the term has no effect but its DNS "
                    + "look-ups.",
            "Remove the term where it is not needed.",
            "RFC 7208, section 5.2"),
    EXP_MISSING(
            "spf.exp.unusable",
            WARN,
            "At {0} stand {1} texts; exactly one is needed as the explanation, which is left "
                    + "out now.",
            "Publish one TXT record there, or remove exp.",
            "RFC 7208, section 6.2"),
    EXP_MALFORMED(
            "spf.exp.malformed",
            WARN,
            "The explanation at {0} has a character outside of ASCII or a percent sign that "
                    + "begins no macro, so it is left out.",
            "Write plain ASCII text and each percent sign twice (%%), except before a macro.",
            "RFC 7208, section 6.2"),
    TERMS_CUT(
            "spf.result.terms_cut",
            INFO,
            "Only the first {0} of {1} terms are shown. All of them are counted.",
            "",
            ""),
    RESULT_REPEATED(
            "spf.result.repeated",
            INFO,
            "The record of {0} is shown where it is first referred to.",
            "",
            ""),
    RESULT_CUT(
            "spf.result.cut",
            INFO,
            "The record of {0} is not shown, because there is too much of everything. It is "
                    + "counted.",
            "",
            ""),
    FLATTENED_IMPOSSIBLE(
            "spf.flattened.impossible",
            INFO,
            "No flattened form of the record is offered: {0}.",
            "",
            ""),
    FLATTENED_EXCEEDED(
            "spf.flattened.exceeded",
            INFO,
            "Even flattened, the record takes {0} DNS look-ups, and {1} are allowed.",
            "Remove includes that are no longer needed, or move senders to subdomains with "
                    + "records of their own.",
            "RFC 7208, section 4.6.4"),
    VOLUME_CUT(
            "spf.volume.cut",
            INFO,
            "So much is stored of reports of these days that not all of it was counted: more messages "
                    + "were sent than the volumes show.",
            "Ask for fewer days.",
            "");

    private final Entry entry;

    SpfFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
