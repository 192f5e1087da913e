package org.mailvane.mailauth.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.mailauth.tag.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a result must be, as JSON in the names of the API:
 *
 * <ul>
 *   <li>of an object, the members that are named; others are not looked at
 *   <li>of an array, every item
 *   <li>of {@code messages}, the codes, each as {@code "code"}, in any order
 * </ul>
 */
public final class Expected {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .addMixIn(Tag.class, TagNames.class)
                    .build();

    /** Names that are not valid as Java identifiers. */
    private interface TagNames {
        @JsonProperty("default")
        String defaultValue();
    }

    private final String name;
    private final JsonNode expected;

    private Expected(String name, JsonNode expected) {
        this.name = name;
        this.expected = expected;
    }

    /** What a file says. */
    public static Expected in(Path file) throws IOException {
        return new Expected(file.getFileName().toString(), JSON.readTree(Files.readString(file)));
    }

    /** Compares; a difference fails the test, with all of them and the whole result. */
    public void of(Object result) {
        // Written and read, so that numbers are what a client sees, not ints and longs.
        JsonNode actual = JSON.readTree(JSON.writeValueAsString(result));
        List<String> differences = new ArrayList<>();
        compare("", expected, actual, differences);
        assertThat(differences).as(name + ", of " + actual.toPrettyString()).isEmpty();
    }

    private static void compare(
            String at, JsonNode expected, JsonNode actual, List<String> differences) {
        if (expected.isObject() && actual.isObject()) {
            expected.propertyStream()
                    .forEach(member -> {
                        String place = at + "/" + member.getKey();
                        JsonNode there = actual.get(member.getKey());
                        if (there == null) {
                            differences.add(place + " is not there");
                        } else if (member.getKey().equals("messages")) {
                            compareCodes(place, member.getValue(), there, differences);
                        } else {
                            compare(place, member.getValue(), there, differences);
                        }
                    });
        } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
            for (int i = 0; i < expected.size(); i++) {
                compare(at + "/" + i, expected.get(i), actual.get(i), differences);
            }
        } else if (!expected.equals(actual)) {
            differences.add(at + " is " + actual + " instead of " + expected);
        }
    }

    private static void compareCodes(
            String at, JsonNode expected, JsonNode actual, List<String> differences) {
        List<String> wanted = expected.valueStream().map(JsonNode::asString).sorted().toList();
        List<String> found =
                actual.valueStream()
                        .map(message -> message.get("code").asString())
                        .sorted()
                        .toList();
        if (!wanted.equals(found)) {
            differences.add(at + " are " + found + " instead of " + wanted);
        }
    }
}
