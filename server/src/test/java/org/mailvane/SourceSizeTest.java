package org.mailvane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Source files are short enough to be read, unless a reason is stated here. */
class SourceSizeTest {

    private static final int MAX_LINES = 600;

    private static final Path ROOT = Path.of("..");

    private static final String CASES = "A list of cases that are compared with each other.";
    private static final String ONE_SET_UP =
            "All its tests need the same long set-up; about to be split by a fixture.";

    /** Longer files, and why each of them is one file. */
    private static final Map<String, String> LONGER =
            Map.ofEntries(
                    Map.entry("XmlScanner", "Speed: one loop over the characters of a document."),
                    Map.entry("FastAggregateReader", "Speed: one pass over the elements."),
                    Map.entry("PolicyPlan", "The rules of a recommendation in their order."),
                    Map.entry("Cast", "One value for each variable of the API's paths."),
                    Map.entry("DnsServer", "One scripted server, with all errors that it shows."),
                    Map.entry("PolicyDomainsTest", CASES),
                    Map.entry("PolicyPlanTest", CASES),
                    Map.entry("NextStepsTest", CASES),
                    Map.entry("ExpertCasesTest", CASES),
                    Map.entry("ReportTrustTest", CASES),
                    Map.entry("SettingsReaderTest", CASES),
                    Map.entry("BadInputTest", "One walk over all operations with all bad values."),
                    Map.entry("AddressResolverTest", ONE_SET_UP),
                    Map.entry("DetailPagesTest", ONE_SET_UP),
                    Map.entry("ImportsPageTest", ONE_SET_UP),
                    Map.entry("PackedRowsTest", ONE_SET_UP));

    @Test
    void filesAreShortUnlessAReasonIsStated() throws IOException {
        Map<String, Long> tooLong = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(SourceSizeTest::isSource).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    long count = lines.count();
                    if (count > MAX_LINES) {
                        String name = file.getFileName().toString();
                        tooLong.put(name.substring(0, name.length() - ".java".length()), count);
                    }
                }
            }
        }
        assertThat(new TreeSet<>(tooLong.keySet()))
                .as(
                        "files of more than %d lines (%s): split them by responsibility, or state"
                                + " the reason above; remove those that are short again",
                        MAX_LINES, tooLong)
                .isEqualTo(new TreeSet<>(LONGER.keySet()));
    }

    private static boolean isSource(Path file) {
        String path = file.toString();
        return path.endsWith(".java") && path.contains("src") && !path.contains("target");
    }
}
