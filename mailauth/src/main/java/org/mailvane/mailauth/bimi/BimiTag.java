package org.mailvane.mailauth.bimi;

import java.util.Arrays;
import java.util.Optional;

/** The tags of a BIMI record (draft-brand-indicators-for-message-identification, section 4.3). */
enum BimiTag {
    V(
            "v",
            "Version",
            "",
            "Says that the record is one of BIMI. It is always BIMI1, and comes first."),
    L(
            "l",
            "Logo",
            "",
            "The https address of the logo, an SVG picture. Empty: no logo is to be shown."),
    A(
            "a",
            "Certificate",
            "",
            "The https address of the mark certificate, which says whose logo it is."),
    LPS(
            "lps",
            "Logos of mailboxes",
            "",
            "Receivers look for a logo of the sender's mailbox name first, where that begins with one"
                    + " of these names; empty: always."),
    AVP(
            "avp",
            "Preference",
            "brand",
            "Whether the logo (brand) or the sender's own picture (personal) is shown where there are"
                    + " both.");

    private final String key;
    private final String title;
    private final String defaultValue;
    private final String description;

    BimiTag(String key, String title, String defaultValue, String description) {
        this.key = key;
        this.title = title;
        this.defaultValue = defaultValue;
        this.description = description;
    }

    /** The tag of exactly this name. */
    static Optional<BimiTag> of(String name) {
        return Arrays.stream(values()).filter(tag -> tag.key.equals(name)).findFirst();
    }

    /** The tag of this name in any case. */
    static Optional<BimiTag> ofAnyCase(String name) {
        return Arrays.stream(values()).filter(tag -> tag.key.equalsIgnoreCase(name)).findFirst();
    }

    String title() {
        return title;
    }

    String defaultValue() {
        return defaultValue;
    }

    String description() {
        return description;
    }

    /** Its name in a record. */
    @Override
    public String toString() {
        return key;
    }
}
