package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;

/** The planner's codes have texts, and its texts have codes. */
class AdviceCodesTest {

    private static final Path SOURCES = Path.of("src/main/java/org/mailvane/planner");
    private static final Pattern CODE = Pattern.compile("\"(planner\\.[a-z_.]+)\"");

    @Test
    void everyCodeHasATextAndEveryTextACode() throws IOException {
        Set<String> codes;
        try (Stream<Path> files = Files.list(SOURCES)) {
            codes =
                    files.flatMap(file -> CODE.matcher(text(file)).results())
                            .map(found -> found.group(1))
                            .collect(Collectors.toCollection(TreeSet::new));
        }
        assertThat(codes).hasSizeGreaterThan(50);
        Set<String> keys = ResourceBundle.getBundle("org.mailvane.text.planner").keySet();
        assertThat(keys)
                .filteredOn(key -> !key.endsWith(".name") && !key.endsWith(".found"))
                .containsExactlyInAnyOrderElementsOf(codes);
        for (String key : keys) {
            Matcher form = Pattern.compile("(.+)\\.(name|found)").matcher(key);
            if (form.matches()) {
                assertThat(codes).contains(form.group(1));
                assertThat(keys).contains(form.group(1) + ".name", form.group(1) + ".found");
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void numbersAndDaysAreWrittenAsTheReaderWritesThem() {
        Message share =
                days(
                        Message.of("planner.share")
                                .with("messages", 1_000)
                                .with("passed", 814)
                                .with("share", new BigDecimal("81.4"))
                                .with("needed", 98));
        assertThat(MessageFormatter.forPrograms().format(share))
                .isEqualTo(
                        "Of 1,000 messages from capable sources from 2026-10-18 to 2026-11-16, 814 passed DMARC, which is 81.4%; 98% is needed.");
        assertThat(MessageFormatter.of(Language.ENGLISH).format(share))
                .contains("from 18 Oct 2026 to 16 Nov 2026");
        assertThat(MessageFormatter.of(Language.GERMAN).format(share))
                .isEqualTo(
                        "Von 1.000 Nachrichten DMARC-fähiger Absender (18.10.2026 bis 16.11.2026) haben 814 DMARC bestanden, das sind 81,4 %; nötig sind 98 %.");
    }

    @Test
    void oneMessageIsNotSeveral() {
        Message lost =
                days(
                        Message.of("planner.source.lost")
                                .with("source", "Shop")
                                .with("where", "below")
                                .with("messages", 1));
        assertThat(MessageFormatter.of(Language.ENGLISH).format(lost))
                .startsWith("Shop: 1 message in the names of subdomains failed DMARC");
        assertThat(MessageFormatter.of(Language.GERMAN).format(lost))
                .startsWith(
                        "Shop: 1 Nachricht im Namen von Subdomains (18.10.2026 bis 16.11.2026) hat");
        assertThat(MessageFormatter.of(Language.GERMAN).format(lost.with("messages", 5)))
                .startsWith("Shop: Alle 5 Nachrichten im Namen von Subdomains");
    }

    private static Message days(Message sentence) {
        return sentence.with("begin", LocalDate.parse("2026-10-18"))
                .with("end", LocalDate.parse("2026-11-16"));
    }
}
