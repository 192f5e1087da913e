package org.mailvane.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.reflect.Method;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.core.MethodParameter;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

/** Query parameters: filters and pages. */
class FiltersTest {

    enum Policy implements Coded {
        UNSET(""),
        NONE("n"),
        REJECT("r");

        private final String code;

        Policy(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }
    }

    enum State {
        ACTIVE,
        UNKNOWN
    }

    record Everything(
            @Nullable Boolean hasErrors,
            @Nullable Integer spfLookupCountMin,
            @Nullable Long groupId,
            @Field(maxLength = 5) @Nullable String domain,
            @Nullable LocalDate createdAfter,
            @Nullable State domainState,
            @Nullable Policy policy,
            @Field(maxItems = 3) @Nullable List<State> states) {

        static final Everything NOTHING =
                new Everything(null, null, null, null, null, null, null, null);
    }

    record Needed(@Field(required = true) String searchToken) {}

    void operation(@Filters Everything filter, @Filters Needed needed, PageRequest page) {}

    private static Object resolve(int parameter, String query) {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/api/v1/things/");
        request.setQueryString(query);
        for (String part : query.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                request.addParameter(
                        part.substring(0, equals),
                        java.net.URLDecoder.decode(
                                part.substring(equals + 1),
                                java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        MethodParameter of = new MethodParameter(operation(), parameter);
        return parameter == 2
                ? new ParameterResolvers.PageResolver()
                        .resolveArgument(of, null, new ServletWebRequest(request), null)
                : new ParameterResolvers.FiltersResolver()
                        .resolveArgument(of, null, new ServletWebRequest(request), null);
    }

    private static Method operation() {
        try {
            return FiltersTest.class.getDeclaredMethod(
                    "operation", Everything.class, Needed.class, PageRequest.class);
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static ApiProblem refused(int parameter, String query) {
        ApiProblem problem =
                catchThrowableOfType(ApiProblem.class, () -> resolve(parameter, query));
        assertThat(problem).as(query).isNotNull();
        assertThat(problem.status().value()).isEqualTo(400);
        return problem;
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments("has_errors=True", "hasErrors", true),
                arguments("has_errors=0", "hasErrors", false),
                arguments("has_errors=1&has_errors=false", "hasErrors", false),
                arguments(
                        "spf_lookup_count_min=-2147483648", "spfLookupCountMin", Integer.MIN_VALUE),
                arguments("spf_lookup_count_min=%2B5", "spfLookupCountMin", 5),
                arguments("group_id=5.0", "groupId", 5L),
                arguments("group_id=%205%20", "groupId", 5L),
                arguments("domain=a%26b", "domain", "a&b"),
                arguments("created_after=2026-11-20", "createdAfter", LocalDate.of(2026, 11, 20)),
                arguments("domain_state=active", "domainState", State.ACTIVE),
                arguments("policy=n", "policy", Policy.NONE),
                arguments("policy=", "policy", Policy.UNSET),
                arguments("states=active", "states", List.of(State.ACTIVE)),
                arguments(
                        "states=unknown,%20active",
                        "states", List.of(State.UNKNOWN, State.ACTIVE)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void parametersAreRead(String query, String component, Object expected) throws Exception {
        Object read = resolve(0, query);
        for (var each : Everything.class.getRecordComponents()) {
            assertThat(each.getAccessor().invoke(read))
                    .as(each.getName())
                    .isEqualTo(each.getName().equals(component) ? expected : null);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "domain=",
                "has_errors=&group_id=&created_after=&domain_state=",
                "colour=blue",
                "hasErrors=true",
                "HAS_ERRORS=true"
            })
    void whatIsEmptyOrUnknownIsNotGiven(String query) {
        assertThat(resolve(0, query)).isEqualTo(Everything.NOTHING);
    }

    static Stream<Arguments> wrongValues() {
        String notValid = " is not valid: it must be ";
        return Stream.of(
                arguments("has_errors=yes", "has_errors", "\"yes\"" + notValid + "true or false."),
                arguments(
                        "has_errors=TRUE", "has_errors", "\"TRUE\"" + notValid + "true or false."),
                arguments(
                        "spf_lookup_count_min=2147483648",
                        "spf_lookup_count_min",
                        "\"2147483648\""
                                + notValid
                                + "a whole number from -2147483648 to 2147483647."),
                arguments(
                        "group_id=5.5",
                        "group_id",
                        "\"5.5\"" + notValid + "a whole number of 64 bits."),
                arguments(
                        "group_id=1e3",
                        "group_id",
                        "\"1e3\"" + notValid + "a whole number of 64 bits."),
                arguments("domain=a%00b", "domain", "Null characters are not allowed."),
                arguments(
                        "domain=abcdef",
                        "domain",
                        "\"abcdef\" has 6 characters: ensure this field has no more than 5."),
                arguments(
                        "created_after=20.11.2026",
                        "created_after",
                        "\"20.11.2026\""
                                + notValid
                                + "a date YYYY-MM-DD of the years 1900 to 9999."),
                arguments(
                        "domain_state=Active",
                        "domain_state",
                        "\"Active\"" + notValid + "one of active, unknown."),
                arguments("policy=x", "policy", "\"x\"" + notValid + "one of empty, n, r."),
                arguments(
                        "states=active,", "states", "\"\"" + notValid + "one of active, unknown."),
                arguments(
                        "states=active,x",
                        "states",
                        "\"x\"" + notValid + "one of active, unknown."),
                arguments(
                        "states=active,active,active,active",
                        "states",
                        "The list has 4 items: ensure it has no more than 3."));
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    void wrongValuesAreSaidByParameter(String query, String name, String text) {
        assertThat(refused(0, query).fields()).hasToString("{" + name + "=[" + text + "]}");
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() {
        assertThat(refused(0, "has_errors=x&group_id=x").fields().keySet())
                .isEqualTo(Set.of("has_errors", "group_id"));
    }

    @Test
    void aParameterCanBeRequired() {
        assertThat(refused(1, "search_token=").fields())
                .hasToString("{search_token=[This parameter is required.]}");
        assertThat(resolve(1, "search_token=a")).isEqualTo(new Needed("a"));
    }

    static Stream<Arguments> pages() {
        return Stream.of(
                arguments("", PageRequest.DEFAULT_LIMIT, 1, ""),
                arguments("limit=1&page=2", 1, 2, "limit=1"),
                arguments("limit=500", 500, 1, "limit=500"),
                arguments("limit=501", 500, 1, "limit=501"),
                arguments("limit=999999999999999999", 500, 1, "limit=999999999999999999"),
                arguments("page=last&a=1&b", PageRequest.DEFAULT_LIMIT, PageRequest.LAST, "a=1&b"),
                arguments("page=999999999999", PageRequest.DEFAULT_LIMIT, Integer.MAX_VALUE, ""),
                arguments("limit=2&limit=3", 3, 1, "limit=2&limit=3"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pagesAreRead(String query, int limit, int page, String kept) {
        assertThat(resolve(2, query))
                .isEqualTo(new PageRequest(limit, page, "/api/v1/things", kept));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=-1",
                "limit=abc",
                "limit=1.5",
                "limit=",
                "page=0",
                "page=-1",
                "page=LAST",
                "page=abc",
                "page=",
                "limit=9999999999999999999",
                "page=1%00",
                "limit=%D9%A1"
            })
    void pagesThatAreNoneAreRefusedWithWhatIsAllowed(String query) {
        String name = query.substring(0, query.indexOf('='));
        String text = String.valueOf(refused(2, query).fields().get(name));
        assertThat(text)
                .endsWith(
                        " is not valid: it must be a whole number from 1"
                                + (name.equals("page") ? ", or the word last" : "")
                                + ".]");
    }
}
