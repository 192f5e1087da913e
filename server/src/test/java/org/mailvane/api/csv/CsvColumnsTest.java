package org.mailvane.api.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.api.binding.InstantSerializer;
import org.mailvane.testing.Awaiting;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** The content of each column, and its format. */
class CsvColumnsTest {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .addModule(new SimpleModule().addSerializer(new InstantSerializer()))
                    .build();

    record Origin(String code, @Nullable Origin further) {}

    record Item(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            @JsonProperty("_permission") List<String> permission,
            long id,
            String domainName,
            @Nullable Instant addedDate,
            boolean topLevel,
            @Nullable Origin origin,
            Map<String, Object> states,
            List<String> names,
            BigDecimal share) {}

    private static Item item(long id, @Nullable Origin origin, Map<String, Object> states) {
        return new Item(
                Map.of("self", "x"),
                List.of("list"),
                List.of("list"),
                id,
                "a.example",
                Instant.parse("2026-11-20T10:00:00.5Z"),
                true,
                origin,
                states,
                List.of("a", "b"),
                new BigDecimal("-12.50"));
    }

    @Test
    void columnsAreThoseOfTheTypeInTheOrderAndByTheNamesOfItsJson() throws IOException {
        Map<String, Object> states = new LinkedHashMap<>();
        states.put("spf", Map.of("state", "present"));
        states.put("dmarc", "none");
        assertThat(csv(Item.class, item(1, new Origin("d", new Origin("e", null)), states)))
                .isEqualTo(
                        """
                        id,domain_name,added_date,top_level,origin.code,origin.further,states.dmarc,states.spf,names,share
                        1,a.example,2026-11-20T10:00:00.500000Z,true,d,"{""code"":""e"",""further"":null}",none,"{""state"":""present""}","[""a"",""b""]",-12.50
                        """
                                .replace("\n", "\r\n"));
    }

    @Test
    void anEmptyListHasItsHeaderRow() throws IOException {
        assertThat(csv(Item.class))
                .isEqualTo(
                        "id,domain_name,added_date,top_level,origin.code,origin.further,states,names,share\r\n");
    }

    @Test
    void nullIsEmptyAlsoWhereItsMembersHaveColumns() throws IOException {
        Item none =
                new Item(
                        Map.of(),
                        List.of(),
                        List.of(),
                        2,
                        "b.example",
                        null,
                        false,
                        null,
                        Map.of(),
                        List.of(),
                        BigDecimal.ZERO);
        String[] lines = csv(Item.class, item(1, null, Map.of("spf", "x")), none).split("\r\n", -1);
        assertThat(lines[0]).contains("origin.code,origin.further,states.spf");
        assertThat(lines[2]).isEqualTo("2,b.example,,false,,,,[],0");
    }

    record Text(String text) {}

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-5", "@a", "\tx", "\rx", "\nx", "="})
    void textThatASpreadsheetWouldCalculateGetsAnApostrophe(String text) throws IOException {
        assertThat(row(new Text(text))).isEqualTo("'" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1", " =1", "'=1", "5", "\u00e4\u20ac\ud83d\ude00", ""})
    void otherTextStaysAsItIs(String text) throws IOException {
        assertThat(row(new Text(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "a\"b", "a\nb", "a\r\nb"})
    void textIsQuotedWhereItMust(String text) throws IOException {
        assertThat(csv(Text.class, new Text(text)))
                .isEqualTo("text\r\n\"" + text.replace("\"", "\"\"") + "\"\r\n");
    }

    @Test
    void whatSteersATerminalOrTurnsTheWritingIsReplaced() throws IOException {
        assertThat(row(new Text("v=spf1 \u001b[2J\u202ellA-"))).isEqualTo("v=spf1 ?[2J?llA-");
    }

    record Numbers(int whole, double part, long large) {}

    @Test
    void numbersStayNumbers() throws IOException {
        assertThat(csv(Numbers.class, new Numbers(-5, -0.5, Long.MIN_VALUE)))
                .isEqualTo("whole,part,large\r\n-5,-0.5,-9223372036854775808\r\n");
    }

    @JsonPropertyOrder({"b", "a"})
    record Ordered(int a, int b) {}

    @Test
    void theOrderIsThatOfTheJson() throws IOException {
        assertThat(csv(Ordered.class, new Ordered(1, 2))).isEqualTo("b,a\r\n2,1\r\n");
    }

    @Test
    void itemsThatAreMapsHaveTheColumnsOfTheFirst() throws IOException {
        assertThat(csv(Map.class, Map.of("=x", 1))).isEqualTo("'=x\r\n1\r\n");
    }

    @CsvNames({"count=Count", "from_domain=Header-From"})
    record Renamed(int id, String fromDomain, int count) {}

    @Test
    void aTypeMaySayWhichColumnsStandFirstAndTheirNames() throws IOException {
        assertThat(csv(Renamed.class, new Renamed(1, "a.example", 7)))
                .isEqualTo("Count,Header-From,id\r\n7,a.example,1\r\n");
    }

    @CsvNames("missing=Missing")
    record Misnamed(int id) {}

    @Test
    void aNameOfNoColumnIsAMistake() {
        assertThatIllegalStateException()
                .isThrownBy(() -> csv(Misnamed.class))
                .withMessageContaining("missing");
    }

    record Counts(int a, Integer b, long c, Long d, boolean e, Boolean f, @Nullable Long none) {}

    @Test
    void wholeNumbersAndBooleansAreAsInJson() throws IOException {
        assertThat(csv(Counts.class, new Counts(-1, 2, -3L, 4L, true, false, null)))
                .isEqualTo("a,b,c,d,e,f,none\r\n-1,2,-3,4,true,false,\r\n");
    }

    record Texts(@Nullable List<@Nullable String> texts) {}

    static List<List<@Nullable String>> texts() {
        return List.of(
                List.of(),
                List.of(""),
                List.of("a", "b"),
                List.of("=a", "-b"),
                List.of("a\"b", "c\\d", "e/f"),
                List.of("\r\n\t\b\f\u0000\u001f"),
                List.of("\u00e4\u20ac\ud83d\ude00"),
                Arrays.asList("a", null));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void listsOfTextsAreTheirJson(List<@Nullable String> texts) throws IOException {
        String cell = JSON.valueToTree(texts).toString();
        assertThat(csv(Texts.class, new Texts(texts)))
                .isEqualTo("texts\r\n" + quoted(cell) + "\r\n");
    }

    @Test
    void whatJsonLeavesAsItIsIsReplacedInListsToo() throws IOException {
        assertThat(csv(Texts.class, new Texts(List.of("a\u007f\u2028\u202eb"))))
                .isEqualTo("texts\r\n\"[\"\"a???b\"\"]\"\r\n");
    }

    @Test
    void noListIsEmpty() throws IOException {
        assertThat(csv(Texts.class, new Texts(null))).isEqualTo("texts\r\n\r\n");
    }

    enum Kind {
        ONE
    }

    record Written(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long asText,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int leftOut,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> leftOutToo,
            @JsonSerialize(using = Loud.class) String loud,
            @JsonIgnore String ignored,
            @JsonProperty("Other") String renamed,
            List<Kind> kinds,
            Kind kind,
            Object anything,
            double part) {}

    static final class Loud extends StdSerializer<String> {

        Loud() {
            super(String.class);
        }

        @Override
        public void serialize(String value, JsonGenerator json, SerializationContext context) {
            json.writeString(value + "!");
        }
    }

    @Test
    void whatJacksonIsToldOfAPropertyHolds() throws IOException {
        Written item =
                new Written(
                        -5, 0, List.of(), "a", "b", "c", List.of(Kind.ONE), Kind.ONE, "=d", 0.5);
        assertThat(csv(Written.class, item))
                .isEqualTo(
                        """
                        as_text,left_out,left_out_too,loud,Other,kinds,kind,anything,part
                        '-5,,,a!,c,"[""ONE""]",ONE,'=d,0.5
                        """
                                .replace("\n", "\r\n"));
    }

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    record Sparse(int count, String text) {}

    @Test
    void whatJacksonIsToldOfATypeHolds() throws IOException {
        assertThat(csv(Sparse.class, new Sparse(0, "a"))).isEqualTo("count,text\r\n,a\r\n");
    }

    record Uncalled(@JsonProperty("_links") Object links, long id) {}

    @Test
    void whatIsNotShownIsNotMade() throws IOException {
        Object links =
                new Object() {
                    @JsonValue
                    String value() {
                        throw new IllegalStateException("asked for");
                    }
                };
        assertThat(csv(Uncalled.class, new Uncalled(links, 1))).isEqualTo("id\r\n1\r\n");
    }

    @Test
    @Tag("slow")
    void noMoreThanOneWindowIsInMemory() throws IOException {
        List<WeakReference<List<Text>>> windows = new ArrayList<>();
        IntFunction<List<Text>> next =
                part -> {
                    Awaiting.until(
                            "the windows before are gone",
                            Duration.ofSeconds(20),
                            () -> {
                                System.gc();
                                return windows.stream().allMatch(w -> w.refersTo(null));
                            });
                    List<Text> window = new ArrayList<>(List.of(new Text("part " + part)));
                    windows.add(new WeakReference<>(window));
                    return window;
                };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CsvDocument.of(JSON, JSON.constructType(Text.class), next.apply(1), 4, next).writeTo(out);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("text\r\npart 1\r\npart 2\r\npart 3\r\npart 4\r\n");
        assertThat(windows).hasSize(4);
    }

    private static String quoted(String cell) {
        return cell.contains("\"") || cell.contains(",")
                ? "\"" + cell.replace("\"", "\"\"") + "\""
                : cell;
    }

    private static String row(Text item) throws IOException {
        String csv = csv(Text.class, item);
        String cell = csv.substring("text\r\n".length(), csv.length() - 2);
        return cell.startsWith("\"") ? cell.substring(1, cell.length() - 1) : cell;
    }

    private static String csv(Class<?> type, Object... items) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CsvDocument.of(JSON, JSON.constructType(type), Arrays.asList(items), 1, none -> List.of())
                .writeTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
