package org.mailvane.reports.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.reports.Problem;
import org.mailvane.reports.tls.TlsReport.Failure;
import org.mailvane.reports.tls.TlsReport.Policy;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads every {@code NNN-name.json} of the folder {@code tls} and compares with {@code
 * NNN-name.expected.json}: a new pair of files is a new test.
 *
 * <p>The expectation holds all {@code reports}, of each all {@code policies} and the codes of all
 * {@code remarks}, and all {@code problems} by {@code reason} and a part of their {@code text}; of
 * reports, policies and {@code failures} the members that matter. {@code path} says what the file
 * is called, where that matters.
 */
class TlsGoldenTest {

    private static final String EXPECTED = ".expected.json";
    private static final JsonMapper JSON = new JsonMapper();

    static Stream<String> cases() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.list(folder())) {
            List<String> names =
                    files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> name.endsWith(EXPECTED))
                            .map(name -> name.substring(0, name.length() - EXPECTED.length()))
                            .sorted()
                            .toList();
            assertThat(names).hasSizeGreaterThanOrEqualTo(60);
            return names.stream();
        }
    }

    static Path folder() throws URISyntaxException {
        URL url = Objects.requireNonNull(TlsGoldenTest.class.getResource("/tls"));
        return Path.of(url.toURI());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void readsAsExpected(String name) throws IOException, URISyntaxException {
        byte[] json = Files.readAllBytes(folder().resolve(name + ".json"));
        JsonNode expected = JSON.readTree(Files.readAllBytes(folder().resolve(name + EXPECTED)));
        String path = expected.path("path").asString(name + ".json");

        CollectedTls read = CollectedTls.read(path, json);

        assertProblems(expected.path("problems"), read.problems, path);
        JsonNode reports = expected.path("reports");
        assertThat(read.reports).as(read.problems.toString()).hasSize(reports.size());
        for (int i = 0; i < reports.size(); i++) {
            TlsReport report = read.reports.get(i);
            assertThat(report.path()).isEqualTo(path);
            assertReport(reports.path(i), report);
        }
    }

    private static void assertProblems(JsonNode expected, List<Problem> read, String path) {
        assertThat(read).hasSize(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            Problem problem = read.get(i);
            assertThat(problem.reason().code())
                    .as(problem.diagnostic().toString())
                    .isEqualTo(expected.path(i).path("reason").asString());
            assertThat(problem.diagnostic().toString())
                    .contains(expected.path(i).path("diagnostic").asString());
            assertThat(problem.path()).isEqualTo(path);
        }
    }

    /** Also for expectations that stand elsewhere. */
    static void assertReport(JsonNode expected, TlsReport report) {
        assertMembers("report", expected, CollectedTls.members(report));
        assertThat(CollectedTls.remarks(report))
                .as(report.remarks().toString())
                .containsExactlyInAnyOrderElementsOf(
                        expected.path("remarks").valueStream().map(JsonNode::asString).toList());
        JsonNode policies = expected.path("policies");
        assertThat(report.policies()).hasSize(policies.size());
        for (int i = 0; i < policies.size(); i++) {
            Policy policy = report.policies().get(i);
            assertMembers("policy " + i, policies.path(i), CollectedTls.members(policy));
            JsonNode failures = policies.path(i).path("failures");
            assertThat(policy.failures()).hasSize(failures.size());
            for (int k = 0; k < failures.size(); k++) {
                Failure failure = policy.failures().get(k);
                assertMembers("failure " + k, failures.path(k), CollectedTls.members(failure));
            }
        }
    }

    private static void assertMembers(
            String what, JsonNode expected, Map<String, @Nullable Object> actual) {
        for (Map.Entry<String, JsonNode> member : expected.properties()) {
            if (List.of("policies", "failures", "remarks").contains(member.getKey())) {
                continue;
            }
            assertThat(actual).containsKey(member.getKey());
            JsonNode actualNode = JSON.valueToTree(actual.get(member.getKey()));
            assertThat(actualNode.toString())
                    .as(what + " " + member.getKey())
                    .isEqualTo(member.getValue().toString());
        }
    }
}
