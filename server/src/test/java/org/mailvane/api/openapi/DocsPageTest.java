package org.mailvane.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.api.ApiDocument;
import org.mailvane.api.ApiDocument.Operation;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The page that shows the API. */
class DocsPageTest {

    private static final Pattern TAG =
            Pattern.compile("<(/?)([a-z][a-z0-9]*)((?: [a-z-]+=\"[^\"]*\")*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile(" ([a-z-]+)=\"([^\"]*)\"");
    private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);
    private static final Set<String> WITHOUT_END = Set.of("meta");
    private static final double READABLE = 4.5;

    private static TestService service;
    private static ApiDocument document;
    private static Answer answer;
    private static String page;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        document = ApiDocument.of(service);
        answer = service.get(null, "/api/docs/");
        page = answer.text();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void anybodyMayReadIt() {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @CsvSource({"400", "405", "406", "413", "500", "503"})
    void itSaysWhatAnErrorMeans(String status) {
        assertThat(page)
                .containsPattern(
                        "<div id=\"error-" + status + "\"><dt>" + status + "</dt><dd>[A-Z]");
    }

    /** The licence of the country data asks for this link (CC BY 4.0, section 3(a)(1)). */
    @Test
    void itSaysWhoseTheCountriesAre() {
        assertThat(page).contains("<a href=\"https://db-ip.com\">IP Geolocation by DB-IP</a>");
    }

    @Test
    void itShowsEveryOperationWithItsExamples() {
        for (Operation operation : document.operations()) {
            String article = article(operation.id());
            assertThat(article)
                    .contains(">" + operation.method() + "<", ">" + operation.path() + "<");
            assertThat(article).contains(escaped(operation.json().get("summary").asString()));
            assertThat(article).contains(escaped(operation.json().get("description").asString()));
            operation
                    .json()
                    .path("parameters")
                    .forEach(parameter ->
                            assertThat(article)
                                    .contains("<code>" + parameter.get("name").asString() + "<"));
            operation
                    .body()
                    .path("properties")
                    .propertyNames()
                    .forEach(name -> assertThat(article).contains("<code>" + name + "<"));
            operation
                    .json()
                    .path("x-codeSamples")
                    .forEach(sample ->
                            assertThat(article).contains(escaped(sample.get("source").asString())));
            operation
                    .json()
                    .get("responses")
                    .propertyNames()
                    .forEach(status -> assertThat(article).contains(">" + status + "<"));
        }
        document.json()
                .at("/components/schemas")
                .propertyNames()
                .forEach(name -> assertThat(page).contains("id=\"object-" + name + "\""));
    }

    private static String article(String id) {
        int from = page.indexOf("<article id=\"" + id + "\"");
        assertThat(from).as(id).isPositive();
        return page.substring(from, page.indexOf("</article>", from));
    }

    @Test
    void itNeedsNothingElseAndRunsNothing() throws GeneralSecurityException {
        assertThat(page)
                .doesNotContain("<script", "<link", "<img", "<iframe", "<form", " style=\"");
        assertThat(page).doesNotContainPattern(" on[a-z]+=");
        Matcher style = STYLE.matcher(page);
        assertThat(style.find()).isTrue();
        assertThat(style.group(1)).doesNotContain("url(", "@import", "</");
        byte[] hash =
                MessageDigest.getInstance("SHA-256")
                        .digest(style.group(1).getBytes(StandardCharsets.UTF_8));
        assertThat(style.find()).as("a second style sheet").isFalse();
        assertThat(answer.header("content-security-policy"))
                .isEqualTo(
                        "default-src 'none'; style-src 'sha256-"
                                + Base64.getEncoder().encodeToString(hash)
                                + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    }

    @Test
    void itsElementsAreClosedInTheirOrder() {
        Deque<String> open = new ArrayDeque<>();
        String body = STYLE.matcher(page.substring("<!doctype html>".length())).replaceAll("");
        Matcher tags = TAG.matcher(body);
        int end = 0;
        while (tags.find()) {
            assertThat(body.substring(end, tags.start())).doesNotContain("<", ">");
            end = tags.end();
            if (tags.group(1).isEmpty() && !WITHOUT_END.contains(tags.group(2))) {
                open.push(tags.group(2));
            } else if (!tags.group(1).isEmpty()) {
                assertThat(tags.group(2)).isEqualTo(open.pop());
            }
        }
        assertThat(body.substring(end)).isEmpty();
        assertThat(open).isEmpty();
    }

    @Test
    void everyLinkLeadsSomewhereAndNoIdStandsTwice() {
        Set<String> ids = new HashSet<>();
        for (String id : attributes("id")) {
            assertThat(ids.add(id)).as(id).isTrue();
        }
        assertThat(attributes("href")).hasSizeGreaterThan(20);
        for (String href : attributes("href")) {
            if (!href.equals(service.address() + "/api/schema/")
                    && !href.equals("https://db-ip.com")) {
                assertThat(href).startsWith("#");
                assertThat(ids).contains(href.substring(1));
            }
        }
        for (String label : attributes("aria-labelledby")) {
            assertThat(ids).contains(label);
        }
        assertThat(service.get(null, "/api/schema/").status()).isEqualTo(200);
    }

    @Test
    void itHasLandmarksALanguageAndHeadingsWithoutGaps() {
        assertThat(page)
                .startsWith("<!doctype html><html lang=\"en\">")
                .contains("<title>Mailvane");
        assertThat(page).containsOnlyOnce("<h1").containsOnlyOnce("<main").containsOnlyOnce("<nav");
        assertThat(page).contains("name=\"viewport\"", "<a class=\"skip\" href=\"#main\">");
        int before = 0;
        for (MatchResult heading : Pattern.compile("<h([1-6])").matcher(page).results().toList()) {
            int level = Integer.parseInt(heading.group(1));
            assertThat(level).isLessThanOrEqualTo(before + 1);
            before = level;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ink, bg",
        "ink, surface",
        "ink, sunken",
        "ink-2, bg",
        "ink-2, surface",
        "accent, bg",
        "accent, surface",
        "accent, accent-soft"
    })
    void textCanBeReadByDayAndByNight(String text, String ground) {
        for (int theme = 0; theme < 2; theme++) {
            double one = luminance(colour(text, theme));
            double other = luminance(colour(ground, theme));
            double contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            assertThat(contrast).as("theme " + theme).isGreaterThanOrEqualTo(READABLE);
        }
    }

    /** WCAG 2.2, relative luminance. */
    private static double luminance(String hex) {
        String six = hex.length() == 6 ? hex : hex.replaceAll("(.)", "$1$1");
        double[] channels = new double[3];
        for (int i = 0; i < 3; i++) {
            double c = Integer.parseInt(six.substring(2 * i, 2 * i + 2), 16) / 255.0;
            channels[i] = c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
    }

    private static String colour(String name, int theme) {
        Matcher pair =
                Pattern.compile("--" + name + ": light-dark\\(#([0-9a-f]+), #([0-9a-f]+)\\)")
                        .matcher(page);
        assertThat(pair.find()).as(name).isTrue();
        return pair.group(theme + 1);
    }

    @Test
    void whateverTheDocumentSaysIsEscaped() {
        ObjectNode hostile = (ObjectNode) poisoned(document.json());
        String shown = DocsPage.of(hostile);
        assertThat(shown).contains("&lt;b&gt;").doesNotContain("<b>");
        List<String> expected = elements(page);
        assertThat(elements(shown)).isEqualTo(expected);
    }

    /** The same document, with something in every text that could be taken for an element. */
    private static JsonNode poisoned(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = object.objectNode();
            object.properties()
                    .forEach(member -> {
                        boolean free =
                                Set.of(
                                                "summary",
                                                "description",
                                                "title",
                                                "version",
                                                "source",
                                                "example")
                                        .contains(member.getKey());
                        copy.set(
                                member.getKey(),
                                free && member.getValue().isString()
                                        ? StringNode.valueOf(
                                                member.getValue().asString() + "\"'><b>&</b>")
                                        : poisoned(member.getValue()));
                    });
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = array.arrayNode();
            array.forEach(item -> copy.add(poisoned(item)));
            return copy;
        }
        return node;
    }

    private static List<String> elements(String html) {
        return TAG.matcher(html).results().map(tag -> tag.group(1) + tag.group(2)).toList();
    }

    private static List<String> attributes(String name) {
        List<String> values = new ArrayList<>();
        TAG.matcher(page)
                .results()
                .forEach(tag ->
                        ATTRIBUTE
                                .matcher(tag.group(3))
                                .results()
                                .forEach(attribute -> {
                                    if (attribute.group(1).equals(name)) {
                                        values.add(attribute.group(2));
                                    }
                                }));
        return values;
    }

    /** As the page of this service shows a text of the document. */
    private static String escaped(String text) {
        String here = text.replace(Examples.BASE, service.address());
        return new Html().prose(here).page().substring("<!doctype html>".length());
    }
}
