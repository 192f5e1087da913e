package org.mailvane.api.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.FormBody;
import org.mailvane.api.binding.Given;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/** What is wrong with fields, for the API and for pages. */
class FieldErrorsTest {

    private static String german(Passage passage) {
        return MessageFormatter.of(Language.GERMAN).format(passage);
    }

    private static String english(Passage passage) {
        return MessageFormatter.forPrograms().format(passage);
    }

    @Test
    void theApiIsAnsweredInEnglishAndPagesInTheirLanguage() {
        FieldErrors errors = new FieldErrors();
        errors.add("name", Message.of("errors.required"));
        errors.add("domains", 3, Message.of("errors.sources.slug").with("slug", "A"));
        errors.add("domains", 3, "It has {no} message.");
        errors.add("moves", 1, "group", "Unknown.");
        ApiProblem problem = ApiProblem.invalid(errors);
        assertThat(problem.fields())
                .isEqualTo(
                        Map.of(
                                "name",
                                List.of("This field is required."),
                                "domains",
                                Map.of(
                                        "3",
                                        List.of(
                                                "\"A\" is not valid: it must be lower case letters and digits, with single hyphens between.",
                                                "It has {no} message.")),
                                "moves",
                                Map.of("1", Map.of("group", List.of("Unknown.")))));
        assertThat(problem.messages()).containsOnlyKeys("name", "domains", "moves");
        assertThat(german(problem.messages().get("name")))
                .isEqualTo("Dieses Feld ist erforderlich.");
        assertThat(german(problem.messages().get("domains")))
                .isEqualTo(
                        "„A“ ist ungültig. Erlaubt sind Kleinbuchstaben und Ziffern, mit einzelnen Bindestrichen dazwischen. It has {no} message.");
        assertThat(english(problem.messages().get("moves"))).isEqualTo("Unknown.");
    }

    /** Numbers in English have no separators, which requests don't have either. */
    @Test
    void valuesAreSaidAsTheyWereSent() {
        record Form(
                @Field(maxItems = 1_000, min = 1, max = 20_000) Given<List<Integer>> numbers,
                @Field(maxLength = 2_000) Given<String> text,
                @Field(allowed = "errors.allowed.network")
                        Given<org.mailvane.mailauth.dns.IpNetwork> network) {}
        ApiProblem problem = refused(Form.class, Map.of("numbers", List.of("x", List.of())));
        assertThat(english(problem.messages().get("numbers")))
                .isEqualTo(
                        "\"x\" is not valid: it must be a whole number from 1 to 20000."
                                + " A list is not valid: it must be a whole number from 1 to 20000.");
        assertThat(german(problem.messages().get("numbers")))
                .isEqualTo(
                        "„x“ ist ungültig. Erforderlich ist eine ganze Zahl von 1 bis 20000."
                                + " Eine Liste ist ungültig. Erforderlich ist eine ganze Zahl von 1 bis 20000.");
        problem = refused(Form.class, Map.of("text", "y".repeat(2_001)));
        assertThat(english(problem.messages().get("text")))
                .endsWith(" has 2001 characters: ensure this field has no more than 2000.");
        assertThat(german(problem.messages().get("text")))
                .endsWith("hat 2.001 Zeichen. Erlaubt sind höchstens 2.000.");
        problem = refused(Form.class, Map.of("network", "10.0.0.0/{0}"));
        assertThat(german(problem.messages().get("network")))
                .isEqualTo(
                        "„10.0.0.0/{0}“ ist ungültig. Erforderlich ist eine IPv4- oder IPv6-Adresse oder ein Netz wie 192.0.2.0/24 oder 2001:db8::/32.");
    }

    private static ApiProblem refused(Class<? extends Record> type, Map<String, ?> members) {
        try {
            FormBody.read(type, members);
        } catch (ApiProblem refused) {
            return refused;
        }
        throw new AssertionError("was read");
    }
}
