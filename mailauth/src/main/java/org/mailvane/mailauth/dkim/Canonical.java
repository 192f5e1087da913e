package org.mailvane.mailauth.dkim;

import org.mailvane.mailauth.message.HeaderField;

/** Header fields in the form that is signed (RFC 6376, section 3.4). */
final class Canonical {

    private Canonical() {}

    /** Returns a field without a line end. */
    static String field(HeaderField field, boolean isRelaxed) {
        return isRelaxed ? relaxed(field.name(), field.value()) : field.raw();
    }

    /** Section 3.4.2: the name in lower case, the value in one line with single blanks. */
    private static String relaxed(String name, String value) {
        StringBuilder text = new StringBuilder(name.length() + value.length() + 1);
        text.append(name).append(':');
        int start = text.length();
        boolean isBlank = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ' ' || c == '\t') {
                isBlank = true;
            } else if (c != '\r' && c != '\n') {
                if (isBlank && text.length() > start) {
                    text.append(' ');
                }
                isBlank = false;
                text.append(c);
            }
        }
        return text.toString();
    }
}
