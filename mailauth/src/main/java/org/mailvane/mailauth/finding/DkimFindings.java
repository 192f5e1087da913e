package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

/** What can be found of DKIM records. It is long because it is a list. */
public enum DkimFindings implements FindingKind {
    SELECTOR_INVALID(
            "dkim.selector.invalid",
            ERR,
            "The selector {0} and the domain {1} make no name that DNS can be asked for: labels have 1 to"
                    + " 63 characters, the whole at most 253.",
            "Take the selector from s= in the DKIM-Signature of a mail of this domain.",
            "RFC 6376, section 3.1"),
    RECORD_MISSING(
            "dkim.record.missing",
            ERR,
            "There is no DKIM key at {0}, so that signatures with this selector can't be verified.",
            "Check the spelling of the selector: it is s= in the DKIM-Signature of a mail. If it is"
                    + " right, publish the key that belongs to it at this name.",
            "RFC 6376, section 3.6.2"),
    OTHER_SELECTORS(
            "dkim.domain.other_selectors",
            INFO,
            "{0} exists, so the domain has keys under other selectors.",
            "",
            "RFC 8020, section 2"),
    NO_KEYS(
            "dkim.domain.no_keys",
            INFO,
            "{0} does not exist, so the domain has no DKIM key under any selector.",
            "",
            "RFC 8020, section 2"),
    CNAME(
            "dkim.record.alias",
            INFO,
            "{0} is an alias of {1}, where the key is published.",
            "",
            "RFC 1034, section 3.6.2"),
    CNAME_TARGET_MISSING(
            "dkim.alias.target_missing",
            ERR,
            "{0} is an alias of {1}, but there is no key.",
            "Ask the service to which the alias leads which name it has to lead to, or remove the alias.",
            "RFC 1034, section 3.6.2"),
    WILDCARD(
            "dkim.record.wildcard",
            WARN,
            "Every selector of this domain has an answer, also {0}, which nobody has made: a wildcard"
                    + " answers for all names.",
            "Remove the wildcard TXT or CNAME record, or give _domainkey a record of its own, so that"
                    + " only selectors that are in use have keys.",
            "RFC 6376, section 3.6.2.1"),
    WILDCARD_REVOKED(
            "dkim.record.wildcard_revoked",
            INFO,
            "A wildcard says of every other selector, such as {0}, that its key was revoked.",
            "",
            "RFC 6376, section 3.6.2.1"),
    RECORD_MULTIPLE(
            "dkim.record.multiple",
            ERR,
            "There are {0} texts at {1}. What receivers make of more than one is not laid down.",
            "Leave one, that of the key with which mail is signed; a second key needs a selector of its"
                    + " own.",
            "RFC 6376, section 3.6.2.2"),
    RECORDS_CUT("dkim.record.too_many", INFO, "Only the first {0} texts are shown.", "", ""),
    RECORD_EMPTY(
            "dkim.record.empty",
            ERR,
            "The record is empty.",
            "Publish the key, or remove the record.",
            "RFC 6376, section 3.6.1"),
    RECORD_OTHER(
            "dkim.record.other",
            ERR,
            "The text is no DKIM key but {0}.",
            "Publish the key at this name, and the other text where it belongs.",
            "RFC 6376, section 3.6.1"),
    RECORD_LONG(
            "dkim.record.too_long",
            ERR,
            "The record is longer than {0} characters, which no DNS record can be; the rest was not"
                    + " read.",
            "Publish the key alone.",
            "RFC 1035, section 3.2.1"),
    RECORD_UNSPLIT(
            "dkim.record.unsplit",
            WARN,
            "The record has {0} characters; one string of a TXT record has at most 255.",
            "Split it into several strings when you publish it, unless your DNS provider does that by"
                    + " itself: \"first part\" \"second part\". Blanks between the quotation marks don't"
                    + " count.",
            "RFC 6376, section 3.6.2.2; RFC 1035, section 3.3"),
    STRING_LONG(
            "dkim.string.too_long",
            ERR,
            "One of the strings in quotation marks has {0} characters; at most 255 are possible.",
            "Split it: \"first part\" \"second part\".",
            "RFC 1035, section 3.3"),
    ZONE_FORM(
            "dkim.record.zone_form",
            INFO,
            "The record was given in quotation marks, as in a zone file, and was read as {0} joined"
                    + " strings.",
            "",
            "RFC 6376, section 3.6.2.2"),
    RECORD_QUOTES(
            "dkim.record.quotes",
            ERR,
            "Quotation marks are part of the published text.",
            "Publish the record without them: most DNS providers add those of the zone file by"
                    + " themselves.",
            "RFC 6376, section 3.2"),
    RECORD_BACKSLASHES(
            "dkim.record.backslashes",
            ERR,
            "There are backslashes before semicolons in the published text.",
            "Publish plain semicolons: your DNS provider does not need the backslashes that some zone"
                    + " files have.",
            "RFC 6376, section 3.2"),
    TAGS_TOO_MANY(
            "dkim.record.tags_too_many",
            ERR,
            "The record has more than {0} tags; the rest was not read.",
            "Remove what is no tag of DKIM.",
            "RFC 6376, section 3.6.1"),
    SEMICOLONS(
            "dkim.record.semicolons",
            ERR,
            "There is nothing before a semicolon, or between two. Some receivers refuse such a record.",
            "Leave one semicolon between two tags.",
            "RFC 6376, section 3.2"),
    TAG_WITHOUT_EQUALS(
            "dkim.tag.equals_missing",
            ERR,
            "{0} has no equals sign, so that it is no tag.",
            "Write {0} as name=value, or remove it.",
            "RFC 6376, section 3.2"),
    TAG_NAME(
            "dkim.tag.name",
            ERR,
            "{0} can't be the name of a tag: a letter, then letters, digits and underscores.",
            "Correct or remove {0}.",
            "RFC 6376, section 3.2"),
    TAG_CASE(
            "dkim.tag.case",
            WARN,
            "The tag is written {0}, which receivers ignore.",
            "Write {1}.",
            "RFC 6376, section 3.2"),
    TAG_DUPLICATE(
            "dkim.tag.duplicate",
            ERR,
            "The tag {0} stands there more than once, which makes the whole record invalid.",
            "Leave one.",
            "RFC 6376, section 3.2"),
    TAG_UNKNOWN(
            "dkim.tag.unknown",
            WARN,
            "{0} is no tag of DKIM keys; receivers ignore it.",
            "Remove {0}, unless it is a misspelling.",
            "RFC 6376, section 3.6.1"),
    TAG_CHARACTER(
            "dkim.tag.character",
            ERR,
            "The value of {0} has a character that may not stand in a record: {1}.",
            "Use printable ASCII characters only.",
            "RFC 6376, section 3.2"),
    LIST_ITEM_EMPTY(
            "dkim.tag.item_empty",
            WARN,
            "The value of {0}, or an item of its list, is empty.",
            "Remove the tag or the colon.",
            "RFC 6376, section 3.6.1"),
    VALUE_CASE(
            "dkim.tag.value_case",
            WARN,
            "{0} is written with capital letters, which some receivers don't take for {1}.",
            "Write {1}.",
            "RFC 6376, section 3.2"),
    V_MISSING(
            "dkim.v.missing",
            WARN,
            "The record does not begin with v=DKIM1. Most receivers use it all the same.",
            "Begin it with v=DKIM1;.",
            "RFC 6376, section 3.6.1"),
    V_NOT_FIRST(
            "dkim.v.not_first",
            ERR,
            "v stands behind other tags; it has to be the first.",
            "Begin the record with v=DKIM1;.",
            "RFC 6376, section 3.6.1"),
    V_INVALID(
            "dkim.v.invalid",
            ERR,
            "v is {0}; receivers discard every record whose v is not exactly DKIM1, in capital letters.",
            "Write v=DKIM1.",
            "RFC 6376, section 3.6.1"),
    H_SHA1_ONLY(
            "dkim.h.sha1_only",
            ERR,
            "h allows sha1 only, with which signatures don't count any more.",
            "Remove h, or write h=sha256.",
            "RFC 8301, section 3.1"),
    H_SHA1(
            "dkim.h.sha1",
            WARN,
            "h still allows sha1, with which signatures don't count any more.",
            "Remove h, or write h=sha256.",
            "RFC 8301, section 3.1"),
    H_UNKNOWN(
            "dkim.h.unknown",
            WARN,
            "{0} is no hash algorithm of DKIM; receivers ignore it.",
            "Remove h, or write h=sha256.",
            "RFC 6376, section 3.6.1"),
    H_NONE(
            "dkim.h.none",
            ERR,
            "h allows no hash algorithm that receivers know, so that no signature counts.",
            "Remove h, or write h=sha256.",
            "RFC 6376, section 6.1.2"),
    K_UNKNOWN(
            "dkim.k.unknown",
            ERR,
            "{0} is no type of key that receivers know; they can't use the key.",
            "Write k=rsa or k=ed25519, whichever the key is.",
            "RFC 6376, section 3.6.1; RFC 8463, section 4.2"),
    N_ENCODING(
            "dkim.n.encoding",
            WARN,
            "The note has an equals sign without two hexadecimal digits in capital letters behind it.",
            "Write =3D for an equals sign, or leave the note out.",
            "RFC 6376, section 3.6.1; RFC 2045, section 6.7"),
    S_NO_MAIL(
            "dkim.s.no_mail",
            ERR,
            "s is {0}, so that the key may not sign mail.",
            "Remove s, or write s=email.",
            "RFC 6376, section 3.6.1"),
    S_REPORTS_ONLY(
            "dkim.s.reports_only",
            INFO,
            "The key may sign reports on encrypted delivery only; on any other mail it does not count.",
            "",
            "RFC 8460, section 3"),
    S_UNKNOWN(
            "dkim.s.unknown",
            WARN,
            "{0} is no type of service of DKIM; receivers ignore it.",
            "Remove {0} from s.",
            "RFC 6376, section 3.6.1"),
    T_TESTING(
            "dkim.t.testing",
            WARN,
            "The record says that signing is only being tried (t=y): receivers may treat mail with this"
                    + " signature as if it had none.",
            "Remove y from t once mail is signed as it should be.",
            "RFC 6376, section 3.6.1"),
    T_STRICT(
            "dkim.t.strict",
            INFO,
            "With t=s, signatures count only where the signing address (i=) is of the domain itself, not"
                    + " of one below it.",
            "",
            "RFC 6376, section 3.6.1"),
    T_UNKNOWN(
            "dkim.t.unknown",
            WARN,
            "{0} is no flag of DKIM; receivers ignore it.",
            "Remove {0} from t.",
            "RFC 6376, section 3.6.1"),
    G_OBSOLETE(
            "dkim.g.obsolete",
            WARN,
            "g is no longer part of DKIM; most receivers ignore it.",
            "Remove g.",
            "RFC 4871, section 3.6.1"),
    G_EMPTY(
            "dkim.g.empty",
            WARN,
            "g is empty: receivers that still follow the first DKIM standard accept no signature with"
                    + " this key.",
            "Remove g.",
            "RFC 4871, section 3.6.1"),
    P_MISSING(
            "dkim.p.missing",
            ERR,
            "The record has no p, and so no key.",
            "Add p= with the public key in base64.",
            "RFC 6376, section 3.6.1"),
    P_REVOKED(
            "dkim.p.revoked",
            INFO,
            "p is empty: the key was revoked, and signatures with this selector don't count any more.",
            "",
            "RFC 6376, section 3.6.1"),
    P_CHARACTER(
            "dkim.p.character",
            ERR,
            "The key is not base64: {0} does not belong there.",
            "Publish the key again, without lines such as BEGIN PUBLIC KEY, quotation marks and dashes:"
                    + " only A-Z, a-z, 0-9, +, / and, at the end, =.",
            "RFC 6376, sections 2.10 and 3.6.1"),
    P_INCOMPLETE(
            "dkim.p.incomplete",
            ERR,
            "The key is no whole base64: at least one character is missing.",
            "Publish the key again, all of it.",
            "RFC 4648, section 4"),
    P_PADDING(
            "dkim.p.padding",
            WARN,
            "The number of equals signs at the end of the key is wrong; some receivers refuse it.",
            "Publish the key again as it was made, with the equals signs at its end, if there were any.",
            "RFC 4648, section 3.2"),
    KEY_PRIVATE(
            "dkim.key.private",
            ERR,
            "The record has the private key in it: everybody can sign mail in the name of this domain.",
            "Make a new pair of keys under a new selector, sign with that, and remove this record. The"
                    + " old key must not be used again.",
            "RFC 6376, section 8.3"),
    KEY_CUT(
            "dkim.key.cut",
            ERR,
            "The key is cut off: it has {0} octets and should have {1}.",
            "Publish all of it. A string of a TXT record ends after 255 characters: a longer key needs"
                    + " several strings in one record.",
            "RFC 6376, section 3.6.2.2"),
    KEY_UNREADABLE(
            "dkim.key.unreadable",
            ERR,
            "What stands in p is no key that receivers can read.",
            "Publish the public key again, as it was made.",
            "RFC 6376, section 3.6.1"),
    KEY_FORM(
            "dkim.key.form",
            ERR,
            "What stands in p is {0}; receivers can't use it.",
            "Publish the public key in base64, as openssl pkey -pubout prints it, without the lines"
                    + " BEGIN and END.",
            "RFC 6376, section 3.6.1"),
    KEY_MISMATCH(
            "dkim.key.mismatch",
            ERR,
            "The key is of type {0}, but the record says {1}.",
            "Write k={0}, if that is the key with which mail is signed.",
            "RFC 6376, section 3.6.1; RFC 8463, section 4.2"),
    KEY_BARE(
            "dkim.key.bare",
            WARN,
            "The key is published without the wrapping that says of which type it is (RSAPublicKey"
                    + " instead of SubjectPublicKeyInfo). Some receivers can't read it.",
            "Publish it as openssl rsa -pubout prints it.",
            "RFC 6376, section 3.6.1; erratum 3017"),
    KEY_TRAILING(
            "dkim.key.trailing",
            WARN,
            "Something stands behind the key, which strict receivers refuse.",
            "Publish the key again, as it was made.",
            "RFC 6376, section 3.6.1"),
    KEY_TOO_SHORT(
            "dkim.key.too_short",
            ERR,
            "The RSA key has {0} bits. Receivers refuse keys below 1024 bits, because anybody can break"
                    + " them.",
            "Make a key of 2048 bits under a new selector.",
            "RFC 8301, section 3.2"),
    KEY_SHORT(
            "dkim.key.short",
            WARN,
            "The RSA key has {0} bits; it should have 2048 or more.",
            "Make a key of 2048 bits under a new selector.",
            "RFC 8301, section 3.2"),
    KEY_LONG(
            "dkim.key.long",
            WARN,
            "The RSA key has {0} bits. Receivers need not be able to use keys above 4096 bits.",
            "Make a key of 2048 bits under a new selector.",
            "RFC 8301, section 3.2"),
    KEY_NOT_EXAMINED(
            "dkim.key.not_examined",
            INFO,
            "Because of its length the key was not searched for weaknesses.",
            "",
            ""),
    KEY_MODULUS(
            "dkim.key.modulus",
            ERR,
            "The modulus of the RSA key is no number with which signatures can be verified.",
            "Make a new key under a new selector.",
            "RFC 8017, section 3.1"),
    KEY_EXPONENT_INVALID(
            "dkim.key.exponent_invalid",
            ERR,
            "The public exponent of the RSA key is {0}: with that, signatures protect nothing. It has to"
                    + " be odd and at least 3.",
            "Make a new key under a new selector, with the usual exponent 65537.",
            "RFC 8017, section 3.1"),
    KEY_EXPONENT(
            "dkim.key.exponent",
            WARN,
            "The public exponent of the RSA key is {0} instead of the usual 65537; some receivers refuse"
                    + " others.",
            "Make the next key with the exponent 65537.",
            "RFC 8017, section 3.1"),
    KEY_SMALL_FACTOR(
            "dkim.key.small_factor",
            ERR,
            "The RSA key can be divided by {0}: it is damaged, or was not made as keys are made. Anybody"
                    + " may be able to compute the private key.",
            "Check that the whole key was published unchanged; else make a new one under a new"
                    + " selector.",
            "RFC 8017, section 3.1"),
    KEY_CLOSE_FACTORS(
            "dkim.key.close_factors",
            ERR,
            "The two prime numbers of the RSA key lie so close together that anybody can compute the"
                    + " private key.",
            "Make a new key under a new selector, with other software, and remove this one.",
            "CVE-2022-26320"),
    KEY_CHIP(
            "dkim.key.roca",
            ERR,
            "The RSA key looks like those of a faulty library in smart cards and security chips, whose"
                    + " private keys can be computed (ROCA).",
            "Make a new key under a new selector, in software, and remove this one.",
            "CVE-2017-15361"),
    KEY_PUBLISHED(
            "dkim.key.published",
            ERR,
            "The private half of this key is published: {0}. Everybody can sign mail in the name of this"
                    + " domain.",
            "Make a pair of keys of your own under a new selector, and remove this one.",
            "RFC 6376, section 8.3"),
    KEY_ED25519(
            "dkim.key.ed25519",
            INFO,
            "Not all receivers can verify Ed25519 signatures yet.",
            "Sign with an RSA key under another selector as well.",
            "RFC 8463, section 6"),
    KEY_ED25519_WRAPPED(
            "dkim.key.ed25519_wrapped",
            ERR,
            "The Ed25519 key is published with the wrapping that only RSA keys have; it must be the 32"
                    + " octets of the key alone.",
            "Write p={0}.",
            "RFC 8463, section 4.2"),
    KEY_ED25519_LENGTH(
            "dkim.key.ed25519_length",
            ERR,
            "An Ed25519 key has 32 octets, which are 44 characters in base64; this one has {0} octets.",
            "Publish the key again, the 32 octets alone.",
            "RFC 8463, section 4.2"),
    KEY_ED25519_POINT(
            "dkim.key.ed25519_point",
            ERR,
            "The 32 octets are no Ed25519 key: no private key belongs to them.",
            "Publish the key again, as it was made.",
            "RFC 8032, section 5.1.3"),
    KEY_ED25519_WEAK(
            "dkim.key.ed25519_weak",
            ERR,
            "The key is one of the few with which anybody can make signatures.",
            "Make a new key under a new selector, and remove this one.",
            "RFC 8032, section 5.1");

    private final Entry entry;

    DkimFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
