package org.mailvane.api.binding;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.api.limits.BodyMemory;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.util.UriUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON body of a request into a record. */
public final class BodyReader {

    /** Bytes of a body at most: twice what 5,000 of the longest names need. */
    public static final int MAX_BODY_BYTES = 4 << 20;

    /** Objects and lists within each other at most. */
    public static final int MAX_DEPTH = 64;

    /** The header that names properties of the body which mean nothing here. */
    public static final String IGNORED_HEADER = "X-Ignored-Properties";

    /** Names that the header lists at most. */
    public static final int MAX_IGNORED = 50;

    /**
     * Bytes of the header at most: a server's answer has a head of 8 KB, of everything together.
     */
    public static final int MAX_IGNORED_BYTES = 2_048;

    private static final Pattern ASIDES =
            Pattern.compile("[:,]? (?:\\(start marker|enable|maybe|\\(not recognized).*");

    public static final int MAX_NAME_SHOWN = 60;
    private static final String MORE = ", ...";

    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAX_DEPTH)
                                                    .maxStringLength(MAX_BODY_BYTES)
                                                    .build())
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private BodyReader() {}

    /**
     * A body that was read.
     *
     * @param record what it holds
     * @param ignored the header's value; null where every property means something
     */
    public record Read(Record record, @Nullable String ignored) {}

    /**
     * Reads the body. An empty one counts as an object without properties, whatever its type.
     *
     * @param partial whether nothing is required
     * @param memory counts the bytes that have come, and the memory that parsing them takes
     * @param signedIn whether its sender is known
     * @throws ApiProblem 400, 413 or 415 when it can't be read, or with what is wrong by field; 503
     *     when there is not enough memory for it
     */
    public static Read read(
            HttpServletRequest request,
            Shape shape,
            boolean partial,
            BodyMemory memory,
            boolean signedIn)
            throws IOException {
        int limit = signedIn ? MAX_BODY_BYTES : BodyMemory.STRANGER_BYTES;
        if (request.getContentLengthLong() > limit) {
            // It need not come first.
            throw BodyMemory.tooLarge(limit);
        }
        try (BodyMemory.Arriving arriving = memory.arriving(signedIn)) {
            byte[] body = arriving.read(request.getInputStream(), limit);
            try (BodyMemory.Held _ = memory.parse(arriving.bytes())) {
                return read(body, request, shape, partial);
            }
        }
    }

    private static Read read(
            byte[] bytes, HttpServletRequest request, Shape shape, boolean partial) {
        JsonNode json = JSON.createObjectNode();
        if (bytes.length > 0) {
            requireJson(request.getContentType());
            json = parse(bytes);
        }
        if (!json.isObject()) {
            throw ApiProblem.invalid(
                    FieldErrors.WHOLE,
                    "The body is "
                            + json.getNodeType().name().toLowerCase(Locale.ROOT)
                            + ": it must be a JSON object.");
        }
        FieldErrors errors = new FieldErrors();
        Record record = shape.read(json, List.of(), partial, errors::add);
        errors.throwIfAny();
        if (record == null) {
            throw new IllegalStateException("neither a record nor what is wrong: " + shape.type());
        }
        return new Read(record, header(shape.ignored(json)));
    }

    private static void requireJson(@Nullable String contentType) {
        if (contentType == null) {
            return;
        }
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            boolean json =
                    type.getType().equals("application")
                            && (type.getSubtype().equals("json")
                                    || type.getSubtype().endsWith("+json"));
            if (json) {
                return;
            }
        } catch (InvalidMediaTypeException none) {
            // Refused like any other type.
        }
        throw ApiProblem.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "Unsupported media type \""
                        + Characters.shortened(contentType)
                        + "\" in request: it must be application/json.");
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            return JSON.readTree(decoded(bytes));
        } catch (CharacterCodingException malformed) {
            throw unreadable("it is not UTF-8");
        } catch (StreamReadException malformed) {
            var place = malformed.getLocation();
            String where =
                    place == null || place.getLineNr() < 1
                            ? ""
                            : " (line %d, column %d)"
                                    .formatted(place.getLineNr(), place.getColumnNr());
            throw unreadable(
                    Characters.shortened(message(malformed.getOriginalMessage()), 200) + where);
        } catch (StreamConstraintsException tooMuch) {
            throw unreadable("it is nested too deeply, or contains a number with too many digits");
        } catch (JacksonException trailing) {
            // The one thing that goes wrong after a value was read.
            throw unreadable("there is text after the object");
        }
    }

    /**
     * Jackson would take overlong forms and other encodings; only UTF-8 is JSON (RFC 8259, section
     * 8.1), and a mark at its begin may be ignored.
     */
    private static String decoded(byte[] bytes) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static ApiProblem unreadable(String why) {
        return ApiProblem.of(
                HttpStatus.BAD_REQUEST,
                "parse_error",
                "JSON parse error: "
                        + why
                        + ". The body must be one JSON object in UTF-8, each property once, at most "
                        + MAX_DEPTH
                        + " levels deep.");
    }

    /** What Jackson says, without its guesses and its own switches. */
    private static String message(@Nullable String message) {
        String first = message == null ? "" : message.lines().findFirst().orElse("");
        String text = ASIDES.matcher(first).replaceFirst("");
        return text.isEmpty() ? "unreadable" : text;
    }

    /** Names as a header can hold them: a client may have put anything into its JSON. */
    private static @Nullable String header(List<String> names) {
        if (names.isEmpty()) {
            return null;
        }
        StringBuilder header = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            String name = encoded(names.get(i));
            if (i == MAX_IGNORED
                    || header.length() + name.length() > MAX_IGNORED_BYTES - 2 * MORE.length()) {
                return header.append(MORE).toString();
            }
            header.append(i == 0 ? "" : ", ").append(name);
        }
        return header.toString();
    }

    private static String encoded(String name) {
        return UriUtils.encode(
                name.codePointCount(0, name.length()) <= MAX_NAME_SHOWN
                        ? name
                        : Characters.shortened(name, MAX_NAME_SHOWN),
                StandardCharsets.UTF_8);
    }
}
