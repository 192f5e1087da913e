package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** What stands in which column, and how. */
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
    @ValueSource(strings = {"=1+1", "+1", "-5", "@a", "\tx", "\rx", "="})
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
