package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.mailvane.text.Language;
import org.mailvane.web.charts.DayChart;
import org.mailvane.web.charts.DayChart.Day;
import org.mailvane.web.parts.Policy;

/** How charts are written: as files show, which were looked at. */
class ChartMarkupTest {

    private static final Path FILES = Path.of("src/test/resources/org/mailvane/web/charts");
    private static final LocalDate LAST = LocalDate.of(2026, 11, 20);

    private final TemplateEngine engine =
            TemplateEngine.createPrecompiled(
                    null, ContentType.Html, Pages.class.getClassLoader(), "org.mailvane.web");
    private final Assets assets = new Assets();

    private String html(Language language, String template, Map<String, Object> parameters) {
        StringOutput output = new StringOutput();
        Map<String, Object> all = new java.util.HashMap<>(parameters);
        all.put(
                "frame",
                new Frame(
                        new Texts(language),
                        Theme.SYSTEM,
                        null,
                        Map.of(),
                        GroupChoice.Offer.NONE,
                        "/",
                        "",
                        assets,
                        null,
                        false,
                        false,
                        false));
        engine.render(template + ".jte", all, output);
        // Blank lines are those of the template's directives.
        return output.toString().lines().filter(l -> !l.isBlank()).collect(Collectors.joining("\n"))
                + "\n";
    }

    private static void assertFile(String name, String html) throws IOException {
        Path file = FILES.resolve(name);
        if (Boolean.getBoolean("mailvane.update")) {
            Files.createDirectories(FILES);
            Files.writeString(file, html);
        }
        assertThat(html).isEqualTo(Files.readString(file));
    }

    private String days(Language language, String title) {
        DayChart chart =
                DayChart.of(
                        List.of(
                                new Day(
                                        LAST.minusDays(2),
                                        List.of(72_100L, 113L, 974L, 318L),
                                        false,
                                        431L),
                                new Day(LAST.minusDays(1), List.of(0L, 0L, 0L, 0L), false, 0L),
                                new Day(
                                        LAST,
                                        List.of(85_974L, 3_593L, 803L, 9_371L),
                                        true,
                                        12_964L)));
        DayLinks links = day -> "/timeline?day=" + day + "&a=b";
        return html(
                language,
                "frame/chart-days",
                Map.of("id", "x", "title", title, "chart", chart, "links", links));
    }

    @Test
    void daysByCategory() throws IOException {
        assertFile("days.html", days(Language.ENGLISH, "Messages per day"));
        assertFile("days-de.html", days(Language.GERMAN, "Nachrichten je Tag"));
    }

    @Test
    void theTableSaysWhatThePictureShows() {
        Document page = Jsoup.parse(days(Language.ENGLISH, "Messages per day"));
        List<String> links = page.select("a.day").eachAttr("href");
        assertThat(page.select("tbody a").eachAttr("href"))
                .containsExactlyElementsOf(links.reversed());
        assertThat(page.expectFirst("tbody tr").text())
                .isEqualTo("20 Nov 2026 85,974 3,593 803 9,371 99,741 12,964");
        assertThat(page.select("a.day title").eachText().getLast())
                .isEqualTo(
                        "20 Nov 2026: 99,741 messages (85,974 DMARC capable, 3,593 Non-compliant, 803 Forwarders, 9,371 Threat or unknown), 12,964 failed DMARC");
        assertThat(page.select("desc").text())
                .isEqualTo(
                        "3 days to 20 Nov 2026 with 173,246 messages. Busiest day: 20 Nov 2026, 99,741. Shaded: reports for the last day are still arriving.");
        assertThat(page.select("svg[role=group]").attr("aria-labelledby"))
                .isEqualTo(page.select("svg > title").attr("id"))
                .isEqualTo("x-t");
        for (Element rect : page.select("svg[role=group] rect")) {
            assertThat(rect.attr("class")).matches("k[1-4]|failed|hit|wait");
            assertThat(rect.hasAttr("fill") || rect.hasAttr("style")).isFalse();
        }
    }

    @Test
    void whatStandsInATitleIsText() {
        Document page = Jsoup.parse(days(Language.ENGLISH, "\"><script>alert(1)</script>"));
        assertThat(page.select("script")).isEmpty();
        assertThat(page.select("caption").text()).isEqualTo("\"><script>alert(1)</script>");
    }

    @Test
    void smallPictures() throws IOException {
        String all =
                html(Language.ENGLISH, "frame/chart-bar", Map.of("part", 971L, "whole", 1_000L))
                        + html(Language.ENGLISH, "frame/chart-bar", Map.of("part", 0L, "whole", 0L))
                        + html(Language.ENGLISH, "frame/chart-spark", Map.of("points", "1,18 71,2"))
                        + html(
                                Language.ENGLISH,
                                "parts/policy",
                                Map.of("policy", Policy.QUARANTINE))
                        + html(
                                Language.ENGLISH,
                                "parts/policy",
                                Map.of("policy", Policy.NO_RECORD));
        assertFile("small.html", all);
    }

    @Test
    void scalesHaveFewLetters() {
        Texts texts = new Texts(Language.ENGLISH);
        assertThat(List.of(0L, 5L, 999L, 1_000L, 1_500L, 20_000L, 150_000L, 2_500_000L))
                .extracting(texts::compact)
                .containsExactly("0", "5", "999", "1k", "1.5k", "20k", "150k", "2.5M");
        assertThat(texts.compact(1_000_000_000_000_000_000L)).isEqualTo("1E");
        assertThat(new Texts(Language.GERMAN).compact(1_500)).isEqualTo("1,5k");
    }
}
