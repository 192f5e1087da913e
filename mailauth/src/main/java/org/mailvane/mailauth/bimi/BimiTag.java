package org.mailvane.mailauth.bimi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.mailauth.tag.TagMeaning;

/** The tags of a BIMI record (draft-brand-indicators-for-message-identification, section 4.3). */
enum BimiTag {
    V("version", "", "Says that the record is one of BIMI. It is always BIMI1, and comes first."),
    L("logo", "", "The https address of the logo, an SVG picture. Empty: no logo is to be shown."),
    A("certificate", "", "The https address of the mark certificate, which says whose logo it is."),
    LPS(
            "logos of mailboxes",
            "",
            "Receivers look for a logo of the sender's mailbox name first, where that begins with one"
                    + " of these names; empty: always."),
    AVP(
            "preference",
            "brand",
            "Whether the logo (brand) or the sender's own picture (personal) is shown where there are"
                    + " both.");

    private final TagMeaning meaning;

    BimiTag(String title, String defaultValue, String description) {
        this.meaning = new TagMeaning(key(), title, defaultValue, description);
    }

    /** The tag of exactly this name. */
    static Optional<BimiTag> of(String name) {
        return Arrays.stream(values()).filter(tag -> tag.key().equals(name)).findFirst();
    }

    /** The tag of this name in any case. */
    static Optional<BimiTag> ofAnyCase(String name) {
        return Arrays.stream(values()).filter(tag -> tag.key().equalsIgnoreCase(name)).findFirst();
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
