package org.mailvane.web.parts;

import java.util.Arrays;
import java.util.List;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;

/** A form's field for names of domains, with blanks or commas between them. */
public final class NamesField {

    /** Characters that are read: one more of the longest names than may be given. */
    public static final int MAX_LENGTH = (Domains.MAX_NAMES + 1) * (DomainName.MAX_LENGTH + 1);

    private static final String BLANKS = "[\\s,;]+";

    private NamesField() {}

    /** The names, in their order. */
    public static List<String> names(String value) {
        return Arrays.stream(value.split(BLANKS, -1)).filter(word -> !word.isEmpty()).toList();
    }

    /**
     * The names as the body of a request has them. What is longer than is read stays a text, which
     * is refused: if it was cut, the last names would be left out unnoticed.
     */
    public static Object member(String value) {
        return value.length() > MAX_LENGTH ? value : names(value);
    }
}
