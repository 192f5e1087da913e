package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.api.binding.BodyReader;
import org.mailvane.api.binding.Coded;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.Shape;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.limits.BodyMemory;
import org.mailvane.mailauth.dns.DomainName;
import org.springframework.mock.web.MockHttpServletRequest;
import tools.jackson.databind.JsonNode;

/** The JSON body of a request, read into a record. */
class BodyTest {

    enum Colour {
        RED,
        DARK_BLUE
    }

    enum Letter implements Coded {
        NONE(""),
        YES("y");

        private final String code;

        Letter(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }
    }

    record Part(@Field(required = true) Given<Long> groupId, Given<DomainName> name) {}

    record Everything(
            Given<String> text,
            @Field(blank = true, nullable = true, maxLength = 10) Given<@Nullable String> notes,
            @Field(trimmed = false, blank = true) Given<String> password,
            Given<Boolean> flag,
            @Field(min = -5, max = 30) Given<Integer> days,
            Given<Integer> number,
            Given<Long> id,
            Given<Colour> colour,
            Given<Letter> letter,
            Given<Instant> time,
            @Field(nullable = true) Given<@Nullable LocalDate> day,
            Given<DomainName> domain,
            @Field(maxBytes = 40) Given<JsonNode> anything,
            @Field(maxItems = 3) Given<List<DomainName>> domains,
            Given<List<Long>> ids,
            Given<Part> part,
            Given<List<Part>> parts,
            @Field(orMember = "type") Given<Colour> paint,
            @Field(orMember = "type", maxItems = 3) Given<List<Colour>> paints) {}

    record Needed(@Field(required = true) Given<String> label, String always) {}

    private static Everything everything(String json) {
        return (Everything) read(Everything.class, json).record();
    }

    private static BodyReader.Read read(Class<?> type, String json) {
        return read(type, json.getBytes(StandardCharsets.UTF_8), "application/json", false);
    }

    private static BodyReader.Read read(
            Class<?> type, byte[] bytes, @Nullable String contentType, boolean partial) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setContent(bytes);
        request.setContentType(contentType);
        try {
            return BodyReader.read(request, Shape.ofBody(type), partial, new BodyMemory(), true);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static ApiProblem refused(Class<?> type, String json) {
        return refused(type, json.getBytes(StandardCharsets.UTF_8), "application/json");
    }

    private static ApiProblem refused(Class<?> type, byte[] bytes, String contentType) {
        ApiProblem problem =
                catchThrowableOfType(ApiProblem.class, () -> read(type, bytes, contentType, false));
        assertThat(problem).as(type + " is refused").isNotNull();
        return problem;
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments("{\"text\": \" a b \"}", "text", "a b"),
                arguments("{\"text\": 5}", "text", "5"),
                arguments("{\"text\": \"\\ud83d\\ude00\"}", "text", "\ud83d\ude00"),
                arguments("{\"notes\": \"\"}", "notes", ""),
                arguments("{\"notes\": null}", "notes", null),
                arguments("{\"notes\": \"0123456789\"}", "notes", "0123456789"),
                // Ten characters, though twenty units of Java's.
                arguments(
                        "{\"notes\": \"" + "\ud83d\ude00".repeat(10) + "\"}",
                        "notes",
                        "\ud83d\ude00".repeat(10)),
                arguments("{\"password\": \" a \"}", "password", " a "),
                arguments("{\"flag\": true}", "flag", true),
                arguments("{\"flag\": \"False\"}", "flag", false),
                arguments("{\"flag\": 1}", "flag", true),
                arguments("{\"flag\": \"0\"}", "flag", false),
                arguments("{\"days\": -5}", "days", -5),
                arguments("{\"days\": 30}", "days", 30),
                arguments("{\"days\": 30.0}", "days", 30),
                arguments("{\"days\": \"7\"}", "days", 7),
                arguments("{\"number\": 2147483647}", "number", Integer.MAX_VALUE),
                arguments("{\"number\": -2147483648}", "number", Integer.MIN_VALUE),
                arguments("{\"id\": 9223372036854775807}", "id", Long.MAX_VALUE),
                arguments("{\"id\": -9223372036854775808}", "id", Long.MIN_VALUE),
                arguments("{\"colour\": \"dark_blue\"}", "colour", Colour.DARK_BLUE),
                arguments("{\"letter\": \"\"}", "letter", Letter.NONE),
                arguments("{\"letter\": \"y\"}", "letter", Letter.YES),
                arguments(
                        "{\"time\": \"2026-11-20T10:18:50.875874+01:00\"}",
                        "time",
                        Instant.parse("2026-11-20T09:18:50.875874Z")),
                arguments(
                        "{\"time\": \"1900-01-01T00:00:00Z\"}",
                        "time",
                        Instant.parse("1900-01-01T00:00:00Z")),
                arguments("{\"day\": \"2024-02-29\"}", "day", LocalDate.of(2024, 2, 29)),
                arguments("{\"day\": null}", "day", null),
                arguments(
                        "{\"domain\": \"Shop.Example.\"}",
                        "domain",
                        new DomainName("shop.example")),
                arguments("{\"domains\": []}", "domains", List.of()),
                arguments(
                        "{\"domains\": [\"a.example\", \"b.example\"]}",
                        "domains",
                        List.of(new DomainName("a.example"), new DomainName("b.example"))),
                arguments("{\"ids\": [1, \"2\", 3.0]}", "ids", List.of(1L, 2L, 3L)),
                arguments("{\"paint\": \"red\"}", "paint", Colour.RED),
                arguments("{\"paint\": {\"type\": \"red\", \"x\": 1}}", "paint", Colour.RED),
                arguments(
                        "{\"paints\": [{\"type\": \"red\"}, \"dark_blue\", \"red\"]}",
                        "paints",
                        List.of(Colour.RED, Colour.DARK_BLUE, Colour.RED)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesAreRead(String json, String component, @Nullable Object expected) throws Exception {
        Everything read = everything(json);
        for (var each : Everything.class.getRecordComponents()) {
            Given<?> given = (Given<?>) each.getAccessor().invoke(read);
            if (each.getName().equals(component)) {
                assertThat(given).isEqualTo(Given.of(expected));
            } else {
                assertThat(given.isGiven()).as(each.getName()).isFalse();
            }
        }
    }

    static Stream<Arguments> wrongValues() {
        String notValid = " is not valid: it must be ";
        return Stream.of(
                arguments("text", "null", "This field may not be null."),
                arguments("text", "\"\"", "This field may not be blank."),
                arguments("text", "\"  \"", "This field may not be blank."),
                arguments("text", "true", "true" + notValid + "a text."),
                arguments("text", "[]", "A list" + notValid + "a text."),
                arguments("text", "{}", "An object" + notValid + "a text."),
                arguments("text", "\"a\\u0000b\"", "Null characters are not allowed."),
                arguments("text", "\"\\ud800\"", "Half of a surrogate pair is not allowed."),
                arguments("text", "\"\\udc00x\"", "Half of a surrogate pair is not allowed."),
                arguments(
                        "text",
                        "\"" + "x".repeat(1_001) + "\"",
                        "\""
                                + "x".repeat(40)
                                + "...\" has 1001 characters: ensure this field has no more than 1000."),
                arguments(
                        "notes",
                        "\"0123456789a\"",
                        "\"0123456789a\" has 11 characters: ensure this field has no more than 10."),
                arguments("flag", "null", "This field may not be null."),
                arguments("flag", "\"yes\"", "\"yes\"" + notValid + "true or false."),
                arguments("flag", "2", "2" + notValid + "true or false."),
                arguments("flag", "{}", "An object" + notValid + "true or false."),
                arguments("days", "-6", "-6" + notValid + "a whole number from -5 to 30."),
                arguments("days", "31", "31" + notValid + "a whole number from -5 to 30."),
                arguments("days", "1.5", "1.5" + notValid + "a whole number from -5 to 30."),
                arguments("days", "\"\"", "\"\"" + notValid + "a whole number from -5 to 30."),
                arguments("days", "true", "true" + notValid + "a whole number from -5 to 30."),
                arguments("days", "[1]", "A list" + notValid + "a whole number from -5 to 30."),
                arguments(
                        "number",
                        "2147483648",
                        "2147483648" + notValid + "a whole number from -2147483648 to 2147483647."),
                arguments(
                        "id",
                        "9223372036854775808",
                        "9223372036854775808" + notValid + "a whole number of 64 bits."),
                arguments("colour", "\"RED\"", "\"RED\"" + notValid + "one of red, dark_blue."),
                arguments("colour", "\"\"", "\"\"" + notValid + "one of red, dark_blue."),
                arguments("colour", "1", "1" + notValid + "one of red, dark_blue."),
                arguments("letter", "\"x\"", "\"x\"" + notValid + "one of empty, y."),
                arguments(
                        "time",
                        "\"2026-11-20T10:18:50\"",
                        "\"2026-11-20T10:18:50\""
                                + notValid
                                + "a date-time YYYY-MM-DDTHH:MM:SS with Z or an offset +HH:MM, of the years"
                                + " 1900 to 9999."),
                arguments(
                        "time",
                        "\"1899-12-31T23:59:59Z\"",
                        "\"1899-12-31T23:59:59Z\""
                                + notValid
                                + "a date-time YYYY-MM-DDTHH:MM:SS with Z or an offset +HH:MM, of the years"
                                + " 1900 to 9999."),
                arguments(
                        "day",
                        "\"2026-02-29\"",
                        "\"2026-02-29\""
                                + notValid
                                + "a date YYYY-MM-DD of the years 1900 to 9999."),
                arguments(
                        "day",
                        "5",
                        "5" + notValid + "a date YYYY-MM-DD of the years 1900 to 9999."),
                arguments(
                        "domain",
                        "\"-a.example\"",
                        "\"-a.example\""
                                + notValid
                                + "a domain name: labels of 1 to 63 letters, digits and hyphens, the last no number, 253 characters in all."),
                arguments("domains", "\"a.example\"", "\"a.example\"" + notValid + "a list."),
                arguments("domains", "{}", "An object" + notValid + "a list."),
                arguments(
                        "domains",
                        "[\"a.example\", \"b.example\", \"c.example\", \"d.example\"]",
                        "The list has 4 items: ensure it has no more than 3."),
                arguments(
                        "anything",
                        "\"" + "x".repeat(39) + "\"",
                        "This field has 41 bytes: it may have no more than 40."),
                arguments("anything", "{\"a\": \"\\u0000\"}", "Null characters are not allowed."),
                arguments("anything", "[\"\\ud800\"]", "Half of a surrogate pair is not allowed."),
                arguments("part", "5", "5" + notValid + "an object."),
                arguments("part", "null", "This field may not be null."),
                arguments("paint", "[]", "A list" + notValid + "one of red, dark_blue."),
                arguments("paint", "null", "This field may not be null."),
                arguments(
                        "paints",
                        "[\"red\", \"red\", \"red\", {\"type\": \"red\"}]",
                        "The list has 4 items: ensure it has no more than 3."));
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    void wrongValuesAreSaidByField(String field, String value, String text) {
        ApiProblem problem = refused(Everything.class, "{\"" + field + "\": " + value + "}");
        assertThat(problem.status().value()).isEqualTo(400);
        assertThat(problem.code()).isEqualTo("invalid");
        assertThat(problem.fields()).hasToString("{" + field + "=[" + text + "]}");
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnceByIndexAndMember() {
        ApiProblem problem =
                refused(
                        Everything.class,
                        """
                        {"days": 99, "ids": [1, null, "x"], "domains": ["a.example", "?"],
                         "parts": [{"group_id": 1}, {"name": "?"}, 7]}
                        """);
        assertThat(problem.fields().keySet()).isEqualTo(Set.of("days", "ids", "domains", "parts"));
        assertThat(String.valueOf(problem.fields().get("ids")))
                .startsWith("{1=[This field may not be null.], 2=[\"x\" is not valid");
        assertThat(String.valueOf(problem.fields().get("domains"))).startsWith("{1=[\"?\" is not");
        assertThat(String.valueOf(problem.fields().get("parts")))
                .startsWith("{1={group_id=[This field is required.], name=[\"?\" is not valid")
                .endsWith("2=[7 is not valid: it must be an object.]}");
    }

    @Test
    void whatMayComeInAnObjectIsSaidByItsPlaceThere() {
        ApiProblem problem =
                refused(
                        Everything.class,
                        """
                        {"paint": {}, "paints": ["green", {"type": "green"}, {"type": null}]}
                        """);
        assertThat(problem.fields())
                .hasToString(
                        "{paint={type=[This field is required.]},"
                                + " paints={0=[\"green\" is not valid: it must be one of red, dark_blue.],"
                                + " 1={type=[\"green\" is not valid: it must be one of red, dark_blue.]},"
                                + " 2={type=[This field may not be null.]}}}");
        assertThat(refused(Everything.class, "{\"paints\": [5, null]}").fields())
                .hasToString(
                        "{paints={0=[5 is not valid: it must be one of red, dark_blue.],"
                                + " 1=[This field may not be null.]}}");
    }

    @Test
    void whatStandsBesideAMemberIsIgnoredAndSaid() {
        assertThat(
                        read(
                                        Everything.class,
                                        "{\"paints\": [\"red\", {\"type\": \"red\", \"shade\": 1}]}")
                                .ignored())
                .isEqualTo("paints.shade");
    }

    @Test
    void whatIsRequiredMustBeThereUnlessInAPatch() {
        assertThat(refused(Needed.class, "{}").fields())
                .hasToString("{label=[This field is required.], always=[This field is required.]}");
        byte[] patch = "{\"always\": \"a\"}".getBytes(StandardCharsets.UTF_8);
        Needed read = (Needed) read(Needed.class, patch, "application/json", true).record();
        assertThat(read).isEqualTo(new Needed(Given.absent(), "a"));
    }

    @Test
    void membersOfObjectsAreRequiredInAPatchToo() {
        byte[] patch = "{\"part\": {}}".getBytes(StandardCharsets.UTF_8);
        ApiProblem problem =
                catchThrowableOfType(
                        ApiProblem.class,
                        () -> read(Everything.class, patch, "application/json", true));
        assertThat(problem.fields()).hasToString("{part={group_id=[This field is required.]}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "[]", "[1]", "\"text\"", "5", "true", "null"})
    void aBodyThatIsNoObjectIsRefused(String json) {
        ApiProblem problem = refused(Everything.class, json);
        assertThat(problem.status().value()).isEqualTo(400);
        assertThat(String.valueOf(problem.fields().get("non_field_errors")))
                .endsWith("it must be a JSON object.]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"text\"",
                "{\"text\": }",
                "{} {}",
                "{}x",
                "{'text': 1}",
                "{text: 1}",
                "{\"text\": \"a\", \"text\": \"b\"}",
                "{\"x\": {\"a\": 1, \"a\": 2}}",
                "{\"text\": \"a\nb\"}",
                "{\"days\": 01}",
                "{\"days\": NaN}",
                "{\"days\": +1}",
                "{\"text\": \"\\x\"}",
                "{/* why */}",
                "<xml/>"
            })
    void whatIsNoJsonIsRefusedWithItsPlace(String json) {
        ApiProblem problem = refused(Everything.class, json);
        assertThat(problem.status().value()).isEqualTo(400);
        assertThat(problem.code()).isEqualTo("parse_error");
        assertThat(problem.detail())
                .startsWith("JSON parse error: ")
                .doesNotContain("tools.jackson", "Source:", "StreamRead", "ALLOW_", "enable");
    }

    @Test
    void invalidUtf8IsRefused() {
        for (byte[] bad :
                List.of(
                        new byte[] {(byte) 0xFF},
                        new byte[] {(byte) 0xC3, '('},
                        // A surrogate, and a slash in two bytes.
                        new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                        new byte[] {(byte) 0xC0, (byte) 0xAF})) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.writeBytes("{\"text\": \"".getBytes(StandardCharsets.UTF_8));
            body.writeBytes(bad);
            body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
            ApiProblem problem = refused(Everything.class, body.toByteArray(), "application/json");
            assertThat(problem.status().value()).as(Arrays.toString(bad)).isEqualTo(400);
        }
    }

    @Test
    void onlyUtf8IsReadAndAMarkBeforeItIsIgnored() {
        byte[] utf16 = "{\"text\": \"a\"}".getBytes(StandardCharsets.UTF_16LE);
        assertThat(refused(Everything.class, utf16, "application/json").code())
                .isEqualTo("parse_error");
        assertThat(everything("\uFEFF{\"text\": \"a\"}").text()).isEqualTo(Given.of("a"));
    }

    @Test
    void nestingIsReadUpToItsLimit() {
        int inside = BodyReader.MAX_DEPTH - 1;
        String deepest = "[".repeat(inside) + "]".repeat(inside);
        assertThat(read(Everything.class, "{\"x\": " + deepest + "}").ignored()).isEqualTo("x");
        ApiProblem problem = refused(Everything.class, "{\"x\": [" + deepest + "]}");
        assertThat(problem.code()).isEqualTo("parse_error");
    }

    @Test
    void aBodyIsReadUpToItsLimit() {
        byte[] largest = new byte[BodyReader.MAX_BODY_BYTES];
        Arrays.fill(largest, (byte) ' ');
        largest[0] = '{';
        largest[largest.length - 1] = '}';
        assertThat(read(Everything.class, largest, "application/json", false).ignored()).isNull();
        byte[] larger = Arrays.copyOf(largest, largest.length + 1);
        larger[largest.length] = ' ';
        ApiProblem problem = refused(Everything.class, larger, "application/json");
        assertThat(problem.status().value()).isEqualTo(413);
        assertThat(problem.detail()).contains(String.valueOf(BodyReader.MAX_BODY_BYTES));
    }

    @Test
    void aLongTextIsQuotedInShort() {
        ApiProblem problem =
                refused(Everything.class, "{\"text\": \"" + "x".repeat(1 << 20) + "\"}");
        assertThat(problem.status().value()).isEqualTo(400);
        assertThat(problem.fields().toString()).hasSizeLessThan(200);
    }

    @Test
    void aLongNumberIsRefusedInShort() {
        ApiProblem problem = refused(Everything.class, "{\"days\": " + "9".repeat(1_000) + "}");
        assertThat(problem.status().value()).isEqualTo(400);
        assertThat(problem.fields().toString() + problem.detail()).hasSizeLessThan(500);
        assertThat(refused(Everything.class, "{\"days\": 1e400}").status().value()).isEqualTo(400);
        for (String field : List.of("text", "anything")) {
            String beyond = "{\"" + field + "\": 1e999999999}";
            assertThat(refused(Everything.class, beyond).fields().keySet())
                    .isEqualTo(Set.of(field));
        }
    }

    @Test
    void anEmptyBodyIsAnEmptyObjectWhateverItsType() {
        for (String type : Arrays.asList(null, "text/plain", "application/json", "nonsense")) {
            Everything read =
                    (Everything) read(Everything.class, new byte[0], type, false).record();
            assertThat(read.text().isGiven()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json;charset=UTF-8",
                "Application/JSON",
                "application/merge-patch+json"
            })
    void jsonIsTakenUnderItsNames(String type) {
        assertThat(read(Everything.class, "{}".getBytes(StandardCharsets.UTF_8), type, false))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/xml",
                "multipart/form-data; boundary=x",
                "application/x-www-form-urlencoded",
                "nonsense",
                "text/json"
            })
    void anotherMediaTypeIs415(String type) {
        ApiProblem problem = refused(Everything.class, "{}".getBytes(StandardCharsets.UTF_8), type);
        assertThat(problem.status().value()).isEqualTo(415);
        assertThat(problem.detail()).contains("\"" + type + "\"", "application/json");
    }

    @Test
    void propertiesThatMeanNothingAreNamedOnce() {
        assertThat(
                        read(
                                        Everything.class,
                                        """
                                        {"other": 1, "text": "a", "part": {"group_id": 1, "colour": 2},
                                         "parts": [{"group_id": 1, "x": 1}, {"group_id": 2, "x": 2}],
                                         "a b\\r\\nSet-Cookie: c": 1, "groß": 1}
                                        """)
                                .ignored())
                .isEqualTo("other, a%20b%0D%0ASet-Cookie%3A%20c, gro%C3%9F, part.colour, parts.x");
    }

    @Test
    void namesOfPropertiesThatMeanNothingAreListedUpToALimit() {
        StringBuilder json = new StringBuilder("{\"" + "n".repeat(100) + "\": 1");
        for (int i = 1; i <= BodyReader.MAX_IGNORED; i++) {
            json.append(", \"p").append(i).append("\": 1");
        }
        String ignored = read(Everything.class, json + "}").ignored();
        assertThat(ignored)
                .startsWith("n".repeat(60) + "..., p1, p2")
                .endsWith("p" + (BodyReader.MAX_IGNORED - 1) + ", ...");
    }
}
