package org.mailvane.failurereport;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a record in the API, such as {@code 0123456789abcdef0123456789abcdef.eml}.
 *
 * @param contentHash its 32 hexadecimal digits, in small letters
 */
public record RecordName(String contentHash) {

    private static final Pattern FORM =
            Pattern.compile("([0-9a-f]{32})" + Pattern.quote(ForensicRecord.SUFFIX));

    /** Reads a name; empty where it can't be one. */
    public static Optional<RecordName> parse(String text) {
        Matcher name = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        return name.matches() ? Optional.of(new RecordName(name.group(1))) : Optional.empty();
    }
}
