package org.mailvane.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.api.DomainExamples;
import org.mailvane.api.ReportExamples;
import org.mailvane.api.Story;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs a story that calls every operation, once with success and once with its most common error.
 * The documentation shows the answers of the service.
 */
class ExamplesTest {

    private static final Path FOLDER = Path.of("src/main/resources" + Examples.FOLDER);
    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Test
    @Tag("slow")
    void theExamplesOfTheDocumentationAreWhatTheServiceAnswers() throws IOException {
        Map<String, String> told = new TreeMap<>();
        try (Story story = new Story()) {
            tell(story);
            assertThat(story.successes()).as("operations with an example").isNotEmpty();
            assertThat(story.errors().keySet())
                    .as("operations with an error")
                    .isEqualTo(story.successes().keySet());
            Set<String> operations = new TreeSet<>(story.document().byId().keySet());
            // The document would hold itself.
            operations.removeAll(Set.of("schema", "docs"));
            assertThat(story.successes().keySet())
                    .as("the story calls every operation")
                    .isEqualTo(operations);
            story.successes()
                    .forEach((id, success) -> {
                        Example error = story.errors().get(id);
                        assertThat(error).as(id).isNotNull();
                        told.put(
                                id + ".json",
                                PRETTY.writeValueAsString(new Example.Pair(success, error)) + "\n");
                    });
        }
        if (Boolean.getBoolean("mailvane.update")) {
            write(told);
        }
        assertThat(files())
                .as("run the tests with -Dmailvane.update=true to write them anew")
                .isEqualTo(told);
    }

    private static Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        if (Files.exists(FOLDER)) {
            try (Stream<Path> list = Files.list(FOLDER)) {
                for (Path file : list.toList()) {
                    files.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return files;
    }

    private static void write(Map<String, String> told) throws IOException {
        Files.createDirectories(FOLDER);
        for (String old : files().keySet()) {
            Files.delete(FOLDER.resolve(old));
        }
        for (Map.Entry<String, String> file : told.entrySet()) {
            Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
        }
    }

    /** What happens in the story, in its order. */
    private static void tell(Story story) {
        ExampleAccount account = new ExampleAccount(story);
        ReportExamples ofReports = new ReportExamples(account);
        DomainExamples ofDomains = new DomainExamples(account);
        ofDomains.entryPoints();
        ofReports.imports();
        ofReports.tlsReports();
        ofReports.reports();
        ofDomains.domains();
        ofDomains.groups();
        ofDomains.access();
        ofReports.sourceData();
        ofReports.explanations();
        ofReports.detailViewer();
        ofReports.ownSources();
        ofDomains.watching();
        ofDomains.timeline();
        ofDomains.deletions();
        ofReports.sources();
        ofReports.inspectors();
        ofDomains.users();
        ofReports.forensic();
    }
}
