package org.mailvane.accounts;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Message;

/** What people may give as their email address. */
final class EmailAddress {

    private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

    /**
     * RFC 5321, section 4.1.2, without quoted strings and address literals, which nobody's mailbox
     * has, and with a domain of two labels at least: ann@gmail is a slip. What is left can be
     * written into a header as it is.
     */
    private static final Pattern FORM =
            Pattern.compile(
                    "(?=[^@]{1,64}@)%s(?:\\.%s)*@%s(?:\\.%s)+".formatted(ATOM, ATOM, LABEL, LABEL));

    private static final int SHOWN = 80;

    private EmailAddress() {}

    /** What is wrong with it, or null when it can be used. */
    static @Nullable Message problemOf(String email) {
        return email.length() <= User.MAX_EMAIL_LENGTH && FORM.matcher(email).matches()
                ? null
                : Message.of("errors.email.invalid")
                        .with("email", shortened(email))
                        .with("max", User.MAX_EMAIL_LENGTH);
    }

    /** As it may be shown in an error. */
    static String shortened(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }
}
