package org.mailvane.mailauth.spf;

import java.util.Locale;

/** Which modifier a term is. */
public enum ModifierKind {
    /** Another domain's record decides where no mechanism matches (section 6.1). */
    REDIRECT,
    /** Names the explanation for refused senders (section 6.2). */
    EXP,
    /** Any other, which is ignored (section 6). */
    UNKNOWN;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Its name in records. */
    public String word() {
        return word;
    }
}
