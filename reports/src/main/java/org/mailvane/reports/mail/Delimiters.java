package org.mailvane.reports.mail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of a multipart whose header does not name the delimiter that is between them (RFC
 * 2046, section 5.1.1): it names none, or has it in single quotes, or misspells it.
 */
final class Delimiters {

    /** Bytes in which the first delimiter must be. */
    private static final int START_BYTES = 64 << 10;

    /** A delimiter, followed by the header of a part. */
    private static final Pattern DELIMITER =
            Pattern.compile(
                    "(?im)^--([^\\r\\n]{1,200}?)[ \\t]*\\r?\\n(?=content-?(?:type|transfer-encoding|disposition)[ \\t]*:)");

    private static final Pattern QUOTED = Pattern.compile("[\"\\\\]");

    private final InputStream all;
    private final @Nullable InputStream parts;

    private Delimiters(InputStream all, @Nullable InputStream parts) {
        this.all = all;
        this.parts = parts;
    }

    /** Looks for parts in the text before or after the declared parts. */
    static Delimiters in(InputStream text) throws IOException {
        byte[] start = text.readNBytes(START_BYTES);
        Matcher matcher = DELIMITER.matcher(new String(start, StandardCharsets.ISO_8859_1));
        if (!matcher.find()) {
            return new Delimiters(
                    new SequenceInputStream(new ByteArrayInputStream(start), text), null);
        }
        String header =
                "Content-Type: multipart/mixed; boundary=\""
                        + QUOTED.matcher(matcher.group(1)).replaceAll("\\\\$0")
                        + "\"\r\n\r\n";
        int from = matcher.start();
        InputStream rest =
                new SequenceInputStream(
                        new ByteArrayInputStream(start, from, start.length - from), text);
        return new Delimiters(
                text,
                new SequenceInputStream(
                        new ByteArrayInputStream(header.getBytes(StandardCharsets.ISO_8859_1)),
                        rest));
    }

    /** The parts as a multipart, or null if there are none. */
    @Nullable InputStream parts() {
        return parts;
    }

    /** Returns everything, if no part was found. */
    InputStream all() {
        return all;
    }
}
