package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Starts and stops the demo as a process, as a person does: a part of {@link DemoTest}. The tests
 * share one process.
 */
abstract class DemoProcess {

    @TempDir private static Path folder;

    private static MailvaneProcess demo;
    private static DemoApi api;

    @BeforeAll
    static void start() throws Exception {
        demo =
                MailvaneProcess.start(
                        folder,
                        "demo",
                        "--domains",
                        String.valueOf(SharedDemo.DOMAINS),
                        "--http-address",
                        "127.0.0.1:0");
        demo.awaitDemo();
        api = DemoApi.ofReader(demo);
    }

    @AfterAll
    static void endsInOrder() throws Exception {
        try (MailvaneProcess ending = demo) {
            api.close();
            if (ending.canBeTerminated()) {
                ending.terminate();
                ending.awaitExit();
                assertThat(ending.err()).doesNotContain("Exception", " ERROR ");
            }
        }
    }

    @Test
    void aWholeDemoShowsSourcesOfAllFourCategories() {
        assertThat(DemoApi.after(demo.out(), "Sign in as     "))
                .isEqualTo("reader@mailvane.example");
        assertThat(DemoApi.after(demo.out(), "Password       ")).matches("[0-9a-z]{20}");
        assertThat(names(1)).contains("Office mail servers", "NewsBlaster");
        assertThat(names(2)).containsExactly("Ticket Desk");
        assertThat(names(3)).contains("Alumni forwarding");
        assertThat(names(4)).isNotEmpty();
    }

    private static List<String> names(int category) {
        return api.texts("sources/?category=" + category, "name");
    }

    /** Also in two JVMs, each of which has another order of what has none. */
    @Test
    void twoStartsOnOneDayGiveTheSame() {
        SharedDemo other = SharedDemo.get();
        // Unless midnight has passed between them.
        if (LocalDate.now(ZoneOffset.UTC).equals(other.today())) {
            try (DemoApi others = other.readersApi()) {
                assertThat(told(api)).hasSizeGreaterThan(40).isEqualTo(told(others));
            }
        }
    }

    /** What a demo's timeline and domains tell, but for what happens while one looks. */
    private static List<String> told(DemoApi api) {
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        List<String> told = new ArrayList<>();
        api.list("timeline-events/?limit=500").stream()
                .map(JsonNode::toString)
                .map(DemoProcess::withoutAddress)
                .filter(event -> !event.contains("\"created\":\"" + today))
                .forEach(told::add);
        for (JsonNode domain : api.list("domains/?limit=100")) {
            told.add(
                    Stream.of(
                                    "domain",
                                    "records_dmarc",
                                    "count_dmarc_capable",
                                    "count_non_dmarc_capable",
                                    "count_forwarded",
                                    "count_threat_other",
                                    "dmarc_count")
                            .map(member -> domain.get(member).asString())
                            .collect(Collectors.joining(" ")));
        }
        return told;
    }

    /** Each start listens on another port. */
    private static String withoutAddress(String json) {
        return json.replaceAll("http://127\\.0\\.0\\.1:\\d+", "");
    }

    @Test
    void aDemoThatIsStoppedBeforeItIsReadyEndsInOrder() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        try (MailvaneProcess stopped =
                MailvaneProcess.start(
                        folder,
                        List.of("-Djava.io.tmpdir=" + temporary),
                        Map.of(),
                        "demo",
                        "--http-address",
                        "127.0.0.1:0")) {
            stopped.awaitErr("sample reports about 14 domains");
            if (stopped.canBeTerminated()) {
                stopped.terminate();
                stopped.awaitExit();
                assertThat(stopped.out()).isEmpty();
                assertThat(stopped.err())
                        .contains("Stopping after the current step")
                        .doesNotContain("\tat ");
                assertThat(temporary).isDirectoryNotContaining("glob:**/mailvane-demo-*");
            }
        }
    }
}
