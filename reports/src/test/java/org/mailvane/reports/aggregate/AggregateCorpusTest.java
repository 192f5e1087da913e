package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.Problem;

/**
 * Reads the reports that other projects have collected, where they are at hand: beside the
 * repository in {@code ../shared/corpus}, or below the folder in the system property {@code
 * mailvane.shared}.
 */
class AggregateCorpusTest {

    private static final String FOLDER = "mailvane.shared";

    /** What another parser counts in a document. */
    private record Count(long records, long messages) {}

    @Test
    void readsEveryValidReport() throws IOException {
        List<Path> files = xmlFiles("corpus/dmarcrua/valid");
        long records = 0;
        long messages = 0;
        AggregateReader reader = new AggregateReader();
        for (Path file : files) {
            Collected read = read(reader, file);
            records += read.report().recordCount();
            messages += read.report().messageCount();
            assertThat(read.report().skippedRecords()).as(file.toString()).isZero();
            assertThat(read.report().recordCount()).isEqualTo(read.records.size());
            assertThat(count(Files.readAllBytes(file)))
                    .as(file.toString())
                    .contains(new Count(read.report().recordCount(), read.report().messageCount()));
        }
        assertThat(files).hasSize(2_396);
        assertThat(records).isEqualTo(23_796);
        assertThat(messages).isEqualTo(128_608);
    }

    /** Files of which another parser, too, can say how many records they have. */
    @Test
    void otherReportsGiveWhatAnotherParserCounts() throws IOException {
        AggregateReader reader = new AggregateReader();
        int compared = 0;
        for (Path file : xmlFiles("corpus/reports")) {
            Collected read = read(reader, file);
            Optional<Count> expected = count(Files.readAllBytes(file));
            if (!read.reports.isEmpty() && expected.isPresent()) {
                AggregateReport report = read.report();
                assertThat(report.recordCount() + report.skippedRecords())
                        .as(file.toString())
                        .isEqualTo(expected.get().records());
                assertThat(report.messageCount())
                        .as(file.toString())
                        .isEqualTo(expected.get().messages());
                compared++;
            }
        }
        assertThat(compared).isEqualTo(45);
    }

    /**
     * Only files that are not reports, or that lack their period as well as end tags, are not read.
     */
    @Test
    void everyReportOfAnyoneIsRead() throws IOException {
        Map<String, String> problems = new TreeMap<>();
        AggregateReader reader = new AggregateReader();
        for (Path file : xmlFiles("corpus/reports")) {
            for (Problem problem : read(reader, file).problems) {
                problems.put(problem.path(), problem.reason().code());
            }
        }
        assertThat(problems)
                .isEqualTo(
                        Map.of(
                                "empty.xml", "empty",
                                "bad.xml", "empty",
                                "non-dmarc.xml", "not_a_report",
                                "malformed.xml", "broken"));
    }

    /**
     * What that project calls invalid: an anonymiser has cut everything from the middle of most
     * files, so that a policy domain is left, end tags without start tags, and no record. Others
     * had no record before, and are whole.
     */
    @Test
    void reportsKnownToBeInvalidAreNotTakenInSilence() throws IOException {
        AggregateReader reader = new AggregateReader();
        List<Long> records = new ArrayList<>();
        List<Path> files = xmlFiles("corpus/dmarcrua/known-invalid");
        int broken = 0;
        for (Path file : files) {
            Collected read = read(reader, file);
            if (Files.readString(file).contains("</record>") && read.reports.isEmpty()) {
                assertThat(read.problems)
                        .singleElement()
                        .satisfies(p -> assertThat(p.reason()).isEqualTo(Problem.Reason.BROKEN));
                broken++;
            } else {
                records.add(read.report().recordCount());
            }
        }
        assertThat(files).hasSize(17);
        assertThat(broken).isEqualTo(11);
        assertThat(records).containsExactlyInAnyOrder(1L, 1L, 0L, 0L, 0L, 0L);
    }

    private static Collected read(AggregateReader reader, Path file) throws IOException {
        Collected read = new Collected();
        reader.read(String.valueOf(file.getFileName()), () -> Files.newInputStream(file), read);
        return read;
    }

    /** Counts by the parser of the JDK; empty where the document is not well-formed. */
    private static Optional<Count> count(byte[] xml) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        long records = 0;
        long messages = 0;
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(xml));
            while (reader.hasNext()) {
                if (reader.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                if (reader.getLocalName().equals("record")) {
                    records++;
                } else if (reader.getLocalName().equals("count")) {
                    messages += Long.parseLong(reader.getElementText().strip());
                }
            }
            return Optional.of(new Count(records, messages));
        } catch (XMLStreamException notWellFormed) {
            return Optional.empty();
        }
    }

    private static List<Path> xmlFiles(String folder) throws IOException {
        Path root = shared().resolve(folder);
        assumeTrue(Files.isDirectory(root), "skipped: there is no folder " + root);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        }
    }

    private static Path shared() {
        String given = System.getProperty(FOLDER);
        if (given != null) {
            return Path.of(given);
        }
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw")) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return folder.resolveSibling("shared");
    }
}
