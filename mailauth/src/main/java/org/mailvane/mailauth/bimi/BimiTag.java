package org.mailvane.mailauth.bimi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.mailauth.tag.TagMeaning;

/** The tags of a BIMI record (draft-brand-indicators-for-message-identification, section 4.3). */
enum BimiTag {
    V(""),
    L(""),
    A(""),
    LPS(""),
    AVP("brand");

    private final TagMeaning meaning;

    BimiTag(String defaultValue) {
        this.meaning = new TagMeaning("bimi", key(), defaultValue, true);
    }

    /** The tag of exactly this name. */
    static Optional<BimiTag> of(String name) {
        return Arrays.stream(values()).filter(tag -> tag.key().equals(name)).findFirst();
    }

    /** The tag of this name in any case. */
    static Optional<BimiTag> ofAnyCase(String name) {
        return Arrays.stream(values()).filter(tag -> tag.key().equalsIgnoreCase(name)).findFirst();
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
