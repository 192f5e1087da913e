package org.mailvane.mailauth.dmarc;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mailvane.mailauth.tag.TagMeaning;

/** The tags that DMARC has (RFC 9989, section 4.7) or had (RFC 7489, section 6.3). */
enum DmarcTag {
    V("", true),
    P("none", true),
    SP("", true),
    NP("", true),
    ADKIM("r", true),
    ASPF("r", true),
    FO("0", true),
    RUA("", true),
    RUF("", true),
    PSD("u", true),
    T("n", true),
    PCT("100", false),
    RF("afrf", false),
    RI("86400", false);

    private static final Map<String, DmarcTag> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(DmarcTag::key, tag -> tag));

    private final TagMeaning meaning;

    DmarcTag(String defaultValue, boolean supported) {
        this.meaning = new TagMeaning("dmarc", key(), defaultValue, supported);
    }

    /** The one of a name; names have no case (RFC 9989, section 4.8, by RFC 5234). */
    static Optional<DmarcTag> of(String name) {
        return Optional.ofNullable(BY_KEY.get(name.toLowerCase(Locale.ROOT)));
    }

    /** Returns the tag's name as written in a record. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what is known about it. */
    TagMeaning meaning() {
        return meaning;
    }
}
