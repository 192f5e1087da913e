package org.mailvane.mailauth.spf;

/** The values of macros in one case (RFC 7208, section 7.2). */
@FunctionalInterface
public interface MacroValues {

    /**
     * The value of a macro, before it is split, reversed and escaped.
     *
     * @param letter of the macro, in lower case: one of {@code slodiphcrtv}
     */
    String of(char letter);
}
