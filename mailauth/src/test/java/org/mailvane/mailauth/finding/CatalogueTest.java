package org.mailvane.mailauth.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.finding.FindingKind.Entry;

class CatalogueTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "findings.md");

    @Test
    void everyCodeIsOfItsFormAndThereOnce() {
        List<String> codes = entries().stream().map(Entry::code).toList();
        assertThat(codes)
                .doesNotHaveDuplicates()
                .allSatisfy(code -> assertThat(code).matches("[a-z_]+\\.[a-z_0-9]+\\.[a-z_0-9]+"));
    }

    @Test
    void everyErrorAndWarningSaysWhatToDo() {
        assertThat(entries())
                .allSatisfy(entry -> {
                    assertThat(entry.text()).as(entry.code()).endsWith(".");
                    if (entry.level() != Level.INFO) {
                        assertThat(entry.solution()).as(entry.code()).endsWith(".");
                    }
                });
    }

    /** People may read what to do alone. */
    @Test
    void whatToDoSaysWithWhat() {
        assertThat(entries())
                .allSatisfy(entry ->
                        assertThat(entry.solution())
                                .as(entry.code())
                                .doesNotMatch(
                                        "(Remove|Delete|(Correct|Change) or \\w+) (it|them)\\b.*"));
    }

    @Test
    void theDocumentListsAll() throws IOException {
        String document = document();
        if (Boolean.getBoolean("mailvane.update")) {
            Files.writeString(DOCUMENT, document);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("docs/findings.md; -Dmailvane.update=true writes it")
                .isEqualTo(document);
    }

    private static List<Entry> entries() {
        return Catalogue.all().stream().map(FindingKind::entry).toList();
    }

    private static String document() {
        StringBuilder text = new StringBuilder();
        text.append(
                """
                # Findings

                What inspections can say, written from the catalogue in the code (`mailauth`, package `finding`). Codes are
                stable. `err`: it does not work; `warn`: it works, but not as it should or not everywhere; `info`: worth
                knowing. `{0}`, `{1}`... stand for values of the case.
                """);
        String record = "";
        for (Entry entry : entries()) {
            String of = entry.code().substring(0, entry.code().indexOf('.'));
            if (!of.equals(record)) {
                record = of;
                text.append("\n## `").append(of).append("`\n\n");
                text.append("| Code | Level | What was found | What to do | Reference |\n");
                text.append("|---|---|---|---|---|\n");
            }
            text.append(
                    "| `%s` | %s | %s | %s | %s |%n"
                            .formatted(
                                    entry.code(),
                                    entry.level(),
                                    cell(entry.text()),
                                    cell(entry.solution()),
                                    cell(entry.reference())));
        }
        return text.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
