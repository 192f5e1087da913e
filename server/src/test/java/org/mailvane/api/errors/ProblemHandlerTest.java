package org.mailvane.api.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UnsupportedEncodingException;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What Spring itself throws on the way to an operation becomes an answer in our shape. */
class ProblemHandlerTest {

    private static final JsonMapper JSON = new JsonMapper();

    private MockMvc mvc;

    @BeforeEach
    void open() {
        mvc =
                MockMvcBuilders.standaloneSetup(new Operations())
                        .setControllerAdvice(
                                new ProblemHandler(
                                        new ProblemWriter(
                                                JSON,
                                                new DefaultListableBeanFactory()
                                                        .getBeanProvider(ProblemPage.class)),
                                        new ApiCatalogue(new RequestMappingHandlerMapping())))
                        .build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/query?days=x       | days | \"x\" is not valid: it must be a whole number.",
                "/query?days=        | days | \"\" is not valid: it must be a whole number.",
                "/query              | days | This parameter is required.",
                "/query?days=1&all=x | all  | \"x\" is not valid: it must be true or false.",
                "/query?days=1&of=x  | of   | \"x\" is not valid: it must be one of PUBLIC, SIGNED_IN, WRITER, ADMIN.",
                "/query?days=1&on=x  | on   | \"x\" is not valid: it must be a value of the kind LocalDate."
            })
    void aWrongQueryParameterIs400ByField(String address, String field, String text)
            throws Exception {
        MockHttpServletResponse answer = get(address);
        assertThat(answer.getStatus()).isEqualTo(400);
        assertThat(json(answer).get("code").asString()).isEqualTo("invalid");
        assertThat(json(answer).get(field).get(0).asString()).isEqualTo(text);
        assertThat(json(answer).get("request_id").asString())
                .isEqualTo(answer.getHeader("X-Request-Id"));
    }

    @Test
    void aLongValueIsShortened() throws Exception {
        String text = json(get("/query?days=" + "x".repeat(5_000))).get("days").get(0).asString();
        assertThat(text).startsWith("\"" + "x".repeat(40) + "...\"").hasSizeLessThan(100);
    }

    @Test
    void whatDoesNotFitAnObjectIs400ByItsField() throws Exception {
        MockHttpServletResponse answer = get("/object?size=large");
        assertThat(answer.getStatus()).isEqualTo(400);
        assertThat(json(answer).get("size")).hasSize(1);
    }

    @Test
    void aPathIdThatIsNoNumberIs404() throws Exception {
        MockHttpServletResponse answer = get("/item/x");
        assertThat(answer.getStatus()).isEqualTo(404);
        assertThat(json(answer).get("code").asString()).isEqualTo("not_found");
    }

    @ParameterizedTest
    @CsvSource({
        "/header, 400, bad_request",
        "/fail/gone, 410, gone",
        "/fail/conflict, 409, conflict"
    })
    void whatSpringHasAStatusForKeepsIt(String address, int status, String code) throws Exception {
        MockHttpServletResponse answer = get(address);
        assertThat(answer.getStatus()).isEqualTo(status);
        assertThat(json(answer).get("code").asString()).isEqualTo(code);
        assertThat(json(answer).get("detail").asString()).isNotBlank();
    }

    @Test
    void aFailureOfOursTellsNothing() throws Exception {
        for (String address : new String[] {"/fail/broken", "/fail/upstream"}) {
            MockHttpServletResponse answer = get(address);
            assertThat(answer.getStatus()).isEqualTo(500);
            assertThat(answer.getContentAsString()).doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @CsvSource({"slow, statement_timeout", "away, database_unavailable"})
    void aStatementThatTakesTooLongIsNoDatabaseThatIsAway(String how, String code)
            throws Exception {
        MockHttpServletResponse answer = get("/fail/" + how);
        assertThat(answer.getStatus()).isEqualTo(503);
        assertThat(json(answer).get("code").asString()).isEqualTo(code);
        assertThat(answer.getHeader("Retry-After")).isNotBlank();
        assertThat(answer.getContentAsString()).doesNotContain("secret");
    }

    private MockHttpServletResponse get(String address) throws Exception {
        return mvc.perform(MockMvcRequestBuilders.get(address)).andReturn().getResponse();
    }

    private static JsonNode json(MockHttpServletResponse answer)
            throws UnsupportedEncodingException {
        return JSON.readTree(answer.getContentAsString());
    }

    /** What an object is made of. */
    record Form(int size) {}

    /** The profile keeps it out of the services of other tests. */
    @RestController
    @Profile("problem-handler-test")
    static final class Operations {

        @GetMapping("/query")
        String query(
                @RequestParam long days,
                @RequestParam(defaultValue = "false") boolean all,
                @RequestParam(defaultValue = "ADMIN") Access of,
                @RequestParam(required = false) LocalDate on) {
            return days + " " + all + of + on;
        }

        @GetMapping("/object")
        String object(@ModelAttribute Form form) {
            return form.toString();
        }

        @GetMapping("/item/{id}")
        String item(@PathVariable long id) {
            return "" + id;
        }

        @GetMapping("/header")
        String header(@RequestHeader("X-Needed") String needed) {
            return needed;
        }

        @GetMapping("/fail/{how}")
        String fail(@PathVariable String how) {
            return switch (how) {
                case "gone" -> throw new ResponseStatusException(HttpStatus.GONE);
                case "conflict" ->
                        throw new ResponseStatusException(HttpStatus.CONFLICT, "Too slow.");
                case "upstream" ->
                        throw new ResponseStatusException(HttpStatus.BAD_GATEWAY, "secret");
                case "slow" ->
                        throw new QueryTimeoutException(
                                "secret", new SQLException("cancelled", "57014"));
                case "away" ->
                        throw new DataAccessResourceFailureException(
                                "secret", new SQLException("gone", "57P01"));
                case "broken" -> throw new IllegalStateException("secret");
                default -> how;
            };
        }
    }
}
