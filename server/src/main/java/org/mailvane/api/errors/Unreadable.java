package org.mailvane.api.errors;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiConfiguration;
import org.mailvane.api.binding.Characters;
import org.springframework.http.HttpStatus;

/** Says what is wrong with an address that was refused, by whichever part of the program. */
final class Unreadable {

    /** What no path holds, as it comes; the longer before what it is made of. */
    private static final List<String> NEVER_IN_A_PATH =
            List.of(
                    ";",
                    "%3b",
                    "//",
                    "%2f",
                    "\\",
                    "%5c",
                    "%25",
                    "%2e",
                    "%00",
                    "%0a",
                    "%0d",
                    "\0",
                    "\n",
                    "\r",
                    "/../",
                    "/./",
                    "%e2%80%a8",
                    "%e2%80%a9");

    private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})?");

    private static final String RULE = " it must be percent-encoded UTF-8";

    private Unreadable() {}

    /** What is wrong with a path; null where it looks as it should. */
    static @Nullable ApiProblem path(@Nullable String path) {
        if (path == null) {
            return null;
        }
        if (!isEncoded(path)) {
            return ApiProblem.of(
                    HttpStatus.BAD_REQUEST,
                    "The path \"" + Characters.shortened(path) + "\" can't be read:" + RULE + ".");
        }
        String lower = path.toLowerCase(Locale.ROOT);
        for (String sequence : NEVER_IN_A_PATH) {
            if (lower.contains(sequence)) {
                return ApiProblem.of(
                        HttpStatus.BAD_REQUEST,
                        "The path contains \"" + shown(sequence) + "\", which is not allowed.");
            }
        }
        return null;
    }

    /** What is wrong with the parameters of a query, or else of a form. */
    static ApiProblem parameters(@Nullable String query) {
        String[] parameters = query == null ? new String[0] : query.split("&");
        if (parameters.length > ApiConfiguration.MAX_PARAMETERS) {
            return problem(
                    "The query has "
                            + parameters.length
                            + " parameters. At most "
                            + ApiConfiguration.MAX_PARAMETERS
                            + ".");
        }
        for (String parameter : parameters) {
            if (!isEncoded(parameter)) {
                return problem(
                        "The query's \""
                                + Characters.shortened(parameter)
                                + "\" can't be read:"
                                + RULE
                                + ", with %25 for a percent sign.");
            }
        }
        return problem(
                "The request's parameters can't be read. Each must have a name and be"
                        + " percent-encoded UTF-8, and at most "
                        + ApiConfiguration.MAX_PARAMETERS
                        + " are allowed in form and query together.");
    }

    private static ApiProblem problem(String detail) {
        return ApiProblem.of(HttpStatus.BAD_REQUEST, "parse_error", detail);
    }

    private static boolean isEncoded(String text) {
        byte[] bytes = new byte[text.length()];
        int length = 0;
        Matcher escape = ESCAPE.matcher(text);
        int end = 0;
        while (escape.find()) {
            String digits = escape.group(1);
            if (digits == null) {
                return false;
            }
            for (int i = end; i < escape.start(); i++) {
                bytes[length++] = (byte) text.charAt(i);
            }
            bytes[length++] = (byte) Integer.parseInt(digits, 16);
            end = escape.end();
        }
        for (int i = end; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    private static String shown(String sequence) {
        return switch (sequence) {
            case "\0", "\n", "\r" -> "%%%02x".formatted((int) sequence.charAt(0));
            default -> sequence;
        };
    }
}
