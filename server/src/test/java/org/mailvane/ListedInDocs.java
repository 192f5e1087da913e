package org.mailvane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lists in docs/reference that tests write, between two markers. Run such a test with {@code
 * -Dmailvane.update=true} to write its list.
 */
final class ListedInDocs {

    private static final Path FOLDER = Path.of("..", "docs", "reference");
    private static final String BEGIN = "<!-- list:begin -->\n";
    private static final String END = "<!-- list:end -->";

    private ListedInDocs() {}

    static Path file(String name) {
        return FOLDER.resolve(name);
    }

    /** Compares the list of a document with what it should be, or writes it. */
    static void check(String name, String expected) throws IOException {
        Path document = file(name);
        String text = Files.readString(document);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        if (Boolean.getBoolean("mailvane.update")) {
            Files.writeString(document, text.substring(0, from) + expected + text.substring(to));
            return;
        }
        assertThat(text.substring(from, to))
                .as("%s; run this test with -Dmailvane.update=true to write it", document)
                .isEqualTo(expected);
    }
}
