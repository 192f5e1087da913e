package org.mailvane.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.AnnotatedType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Shape;
import org.mailvane.mailauth.dns.DomainName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Schemas of what requests and answers hold. */
class JsonSchemasTest {

    private final JsonMapper json =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();
    private final JsonSchemas schemas = new JsonSchemas(json);

    enum Colour {
        RED,
        DARK_BLUE
    }

    record Part(@Field(required = true) Given<Long> groupId) {}

    record Request(
            @Field(required = true, maxLength = 5) Given<String> label,
            @Field(blank = true, nullable = true, description = "Free.")
                    Given<@Nullable String> notes,
            @Field(maxLength = Integer.MAX_VALUE) Given<String> secret,
            Given<Boolean> flag,
            @Field(min = 1, max = 30) Given<Integer> days,
            Given<Long> id,
            @Field(nullable = true) Given<@Nullable Colour> colour,
            Given<Instant> time,
            @Field(nullable = true) Given<@Nullable LocalDate> day,
            Given<DomainName> domain,
            @Field(maxBytes = 10) Given<JsonNode> anything,
            @Field(maxItems = 3) Given<List<Long>> ids,
            List<Part> parts,
            @Field(orMember = "type", maxItems = 2) Given<List<Colour>> paints) {}

    @Test
    void bodiesAreDescribedByWhatReadsThem() {
        JsonNode expected =
                json.readTree(
                        """
                        {"type": "object",
                         "properties": {
                           "label": {"type": "string", "maxLength": 5, "minLength": 1},
                           "notes": {"type": ["string", "null"], "maxLength": 1000, "description": "Free."},
                           "secret": {"type": "string", "minLength": 1},
                           "flag": {"type": "boolean"},
                           "days": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 30},
                           "id": {"type": "integer", "format": "int64"},
                           "colour": {"type": ["string", "null"], "enum": ["red", "dark_blue", null]},
                           "time": {"type": "string", "format": "date-time"},
                           "day": {"type": ["string", "null"], "format": "date"},
                           "domain": {"type": "string", "minLength": 1, "maxLength": 253, "description":
                             "A domain name: labels of 1 to 63 letters, digits and hyphens, the last no number, 253 characters in all."},
                           "anything": {"description": "Any JSON value of up to 10 bytes."},
                           "ids": {"type": "array", "maxItems": 3,
                             "items": {"type": "integer", "format": "int64"}},
                           "parts": {"type": "array", "maxItems": 5000,
                             "items": {"type": "object", "required": ["group_id"],
                               "properties": {"group_id": {"type": "integer", "format": "int64"}}}},
                           "paints": {"type": "array", "maxItems": 2, "items": {"anyOf": [
                             {"type": "string", "enum": ["red", "dark_blue"]},
                             {"type": "object", "required": ["type"],
                               "properties": {"type": {"type": "string", "enum": ["red", "dark_blue"],
                                 "description": "The value."}}}]}}},
                         "required": ["label", "parts"]}
                        """);
        Shape shape = Shape.ofBody(Request.class);
        // Read again, since a number is of the type that it was put in as.
        assertThat(json.readTree(schemas.ofBody(shape, false).toString())).isEqualTo(expected);
        assertThat(schemas.ofBody(shape, true).get("required"))
                .isEqualTo(json.readTree("[\"parts\"]"));
    }

    record Inner(String name) {}

    record Answer(
            @JsonProperty("_links") Map<String, String> links,
            long id,
            int number,
            double share,
            boolean isFlag,
            @Nullable Instant time,
            UUID uid,
            LocalDate day,
            Colour colour,
            JsonNode states,
            List<@Nullable String> names,
            Inner inner,
            @Nullable Inner other,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String seldom) {}

    @Test
    void answersAreDescribedAsJacksonWritesThem() throws NoSuchMethodException {
        JsonNode reference = schemas.ofAnswer(returned("answer"));
        assertThat(reference)
                .isEqualTo(json.readTree("{\"$ref\": \"#/components/schemas/Answer\"}"));
        assertThat(schemas.components().keySet()).containsExactly("Answer", "Inner");
        assertThat(schemas.components().get("Answer"))
                .isEqualTo(
                        json.readTree(
                                """
                                {"type": "object",
                                 "properties": {
                                   "_links": {"type": "object", "additionalProperties": {"type": "string"},
                                     "description": "Absolute URLs of related resources."},
                                   "id": {"type": "integer", "format": "int64", "description": "Identifier."},
                                   "number": {"type": "integer", "format": "int32"},
                                   "share": {"type": "number"},
                                   "is_flag": {"type": "boolean"},
                                   "time": {"type": ["string", "null"], "format": "date-time"},
                                   "uid": {"type": "string", "format": "uuid"},
                                   "day": {"type": "string", "format": "date"},
                                   "colour": {"type": "string", "enum": ["RED", "DARK_BLUE"]},
                                   "states": {},
                                   "names": {"type": "array", "items": {"type": ["string", "null"]}},
                                   "inner": {"$ref": "#/components/schemas/Inner"},
                                   "other": {"anyOf": [{"$ref": "#/components/schemas/Inner"}, {"type": "null"}]},
                                   "seldom": {"type": ["string", "null"]}},
                                 "required": ["_links", "id", "number", "share", "is_flag", "time", "uid", "day",
                                   "colour", "states", "names", "inner", "other"]}
                                """));
    }

    @Test
    void listsHaveTheirEnvelope() throws NoSuchMethodException {
        AnnotatedType listing = returned("listing");
        assertThat(JsonSchemas.isList(listing.getType())).isTrue();
        assertThat(schemas.ofList(listing))
                .isEqualTo(json.readTree("{\"$ref\": \"#/components/schemas/InnerList\"}"));
        JsonNode list = Objects.requireNonNull(schemas.components().get("InnerList"));
        assertThat(list.at("/properties/results/items"))
                .isEqualTo(json.readTree("{\"$ref\": \"#/components/schemas/Inner\"}"));
        assertThat(list.at("/properties").propertyNames())
                .containsExactly(
                        "_links",
                        "_permissions",
                        "_permission",
                        "count",
                        "pages",
                        "current_page",
                        "per_page",
                        "results");
    }

    @Test
    void twoTypesOfOneNameAndTypesWithoutASchemaAreMistakes() throws NoSuchMethodException {
        schemas.ofAnswer(returned("inner"));
        assertThatIllegalStateException()
                .isThrownBy(() -> schemas.ofAnswer(returned("otherInner")))
                .withMessageContaining("Inner");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schemas.ofAnswer(returned("thread")))
                .withMessageContaining("Thread");
    }

    private static AnnotatedType returned(String method) throws NoSuchMethodException {
        return Answers.class.getDeclaredMethod(method).getAnnotatedReturnType();
    }

    /** What operations may answer. */
    interface Answers {

        Answer answer();

        Inner inner();

        Other.Inner otherInner();

        Listing<Inner> listing();

        Thread thread();
    }

    interface Other {

        record Inner(int number) {}
    }
}
