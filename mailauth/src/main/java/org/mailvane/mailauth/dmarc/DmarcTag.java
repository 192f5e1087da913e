package org.mailvane.mailauth.dmarc;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mailvane.mailauth.tag.TagMeaning;

/**
 * The tags that DMARC has (RFC 9989, section 4.7) or had (RFC 7489, section 6.3), with what people
 * are told about them.
 */
enum DmarcTag {
    V("version", "", "Says that this is a DMARC record. It must come first.", true),
    P(
            "policy",
            "none",
            "What receivers are asked to do with mail from this domain that fails DMARC: none"
                    + " (nothing), quarantine (treat as suspicious) or reject (refuse).",
            true),
    SP(
            "policy for subdomains",
            "the value of p",
            "The policy for subdomains that exist and have no record of their own.",
            true),
    NP(
            "policy for subdomains that do not exist",
            "the value of sp, else of p",
            "The policy for subdomains that do not exist in DNS, from which no mail can be genuine."
                    + " Older receivers do not know it.",
            true),
    ADKIM(
            "alignment of DKIM",
            "r",
            "How closely the domain of a DKIM signature must match the sender's: r (relaxed: the"
                    + " same organisation) or s (strict: the same name).",
            true),
    ASPF(
            "alignment of SPF",
            "r",
            "How closely the domain that SPF checked must match the sender's: r (relaxed: the same"
                    + " organisation) or s (strict: the same name).",
            true),
    FO(
            "failure report options",
            "0",
            "For which failures receivers are asked to send failure reports: 0 (everything failed),"
                    + " 1 (anything failed), d (a DKIM signature failed), s (SPF failed).",
            true),
    RUA(
            "addresses for aggregate reports",
            "",
            "Where receivers are asked to send daily reports about all mail from this domain.",
            true),
    RUF(
            "addresses for failure reports",
            "",
            "Where receivers are asked to send reports about single messages that failed.",
            true),
    PSD(
            "public suffix domain",
            "u",
            "Whether organisations register their domains below this one: y (yes, like a top-level"
                    + " domain), n (no, this is an organisation's own) or u (not said).",
            true),
    T(
            "test mode",
            "n",
            "Whether the policy is only being tried out: y (receivers apply one level less) or n.",
            true),
    PCT(
            "percentage",
            "100",
            "Older receivers apply the policy to this share of the mail that fails only. Receivers"
                    + " of today do not know it.",
            false),
    RF(
            "format of failure reports",
            "afrf",
            "Told older receivers the format of failure reports. There was never more than one.",
            false),
    RI(
            "report interval",
            "86400",
            "Asked older receivers for a report each so many seconds; almost all send one a day.",
            false);

    private static final Map<String, DmarcTag> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(DmarcTag::key, tag -> tag));

    private final TagMeaning meaning;

    DmarcTag(String title, String defaultValue, String description, boolean supported) {
        this.meaning = new TagMeaning(key(), title, defaultValue, description, supported);
    }

    /** The one of a name; names have no case (RFC 9989, section 4.8, by RFC 5234). */
    static Optional<DmarcTag> of(String name) {
        return Optional.ofNullable(BY_KEY.get(name.toLowerCase(Locale.ROOT)));
    }

    /** As it stands in a record. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What people are told about it. */
    TagMeaning meaning() {
        return meaning;
    }
}
