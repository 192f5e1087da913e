package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads every {@code NNN-name.xml} of the folder {@code aggregate} and compares with {@code
 * NNN-name.expected.json}: a new pair of files is a new test.
 *
 * <p>The expectation holds {@code records}, all of them, and the codes of all {@code remarks}; of a
 * record, of the {@code report} and of its {@code policy} only the members that matter. Where no
 * report is expected it holds the code of the {@code problem} and a part of its {@code text}.
 * {@code path} says what the file is called, where that matters. Results are written as {@code
 * domain selector result words} and {@code domain scope result words}.
 */
class AggregateGoldenTest {

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
            assertThat(names).hasSizeGreaterThanOrEqualTo(40);
            return names.stream();
        }
    }

    private static Path folder() throws URISyntaxException {
        URL url = Objects.requireNonNull(AggregateGoldenTest.class.getResource("/aggregate"));
        return Path.of(url.toURI());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void readsAsExpected(String name) throws IOException, URISyntaxException {
        byte[] xml = Files.readAllBytes(folder().resolve(name + ".xml"));
        JsonNode expected = JSON.readTree(Files.readAllBytes(folder().resolve(name + EXPECTED)));
        String path = expected.path("path").asString(name + ".xml");

        Collected read = Collected.read(path, xml);

        if (expected.has("problem")) {
            assertThat(read.problem().reason().code())
                    .as(read.problem().diagnostic().toString())
                    .isEqualTo(expected.path("problem").asString());
            assertThat(read.problem().diagnostic().toString())
                    .contains(expected.path("diagnostic").asString(""));
            assertThat(read.problem().path()).isEqualTo(path);
            return;
        }
        AggregateReport report = read.report();
        assertThat(report.path()).isEqualTo(path);
        assertMembers("report", expected.path("report"), report(report));
        assertMembers("policy", expected.path("policy"), policy(report.policy()));
        assertThat(read.remarks())
                .as(report.remarks().toString())
                .containsExactlyInAnyOrderElementsOf(
                        expected.path("remarks").valueStream().map(JsonNode::asString).toList());
        assertThat(read.records).hasSize(expected.path("records").size());
        assertThat(report.recordCount()).isEqualTo(read.records.size());
        for (int i = 0; i < read.records.size(); i++) {
            assertMembers(
                    "record " + (i + 1),
                    expected.path("records").path(i),
                    record(read.records.get(i)));
        }
    }

    private static void assertMembers(
            String what, JsonNode expected, Map<String, @Nullable Object> actual) {
        for (Map.Entry<String, JsonNode> member : expected.properties()) {
            assertThat(actual).containsKey(member.getKey());
            JsonNode actualNode = JSON.valueToTree(actual.get(member.getKey()));
            assertThat(actualNode.toString())
                    .as(what + " " + member.getKey())
                    .isEqualTo(member.getValue().toString());
        }
    }

    private static Map<String, @Nullable Object> report(AggregateReport report) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("version", report.version());
        members.put("orgName", report.orgName());
        members.put("email", report.email());
        members.put("extraContactInfo", report.extraContactInfo());
        members.put("reportId", report.reportId());
        members.put("reportIdIsContentHash", report.reportId().equals(report.contentHash()));
        members.put("begin", report.begin().toString());
        members.put("end", report.end().toString());
        members.put("errors", report.errors());
        members.put("generator", report.generator());
        members.put("recordCount", report.recordCount());
        members.put("messageCount", report.messageCount());
        members.put("skippedRecords", report.skippedRecords());
        return members;
    }

    private static Map<String, @Nullable Object> policy(PublishedPolicy policy) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("domain", policy.domain());
        members.put("adkim", policy.adkim());
        members.put("aspf", policy.aspf());
        members.put("p", policy.p());
        members.put("sp", policy.sp());
        members.put("np", policy.np());
        members.put("pct", policy.pct());
        members.put("fo", policy.fo());
        members.put("testing", policy.testing());
        members.put("discoveryMethod", policy.discoveryMethod());
        return members;
    }

    private static Map<String, @Nullable Object> record(AggregateRecord record) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("sourceIp", record.sourceIp().getHostAddress());
        members.put("count", record.count());
        members.put("disposition", record.disposition().name().toLowerCase(Locale.ROOT));
        members.put("dkim", record.dkimAligned() ? "pass" : "fail");
        members.put("spf", record.spfAligned() ? "pass" : "fail");
        members.put("headerFrom", record.headerFrom());
        members.put("envelopeFrom", record.envelopeFrom());
        members.put("envelopeTo", record.envelopeTo());
        members.put(
                "reasons",
                record.reasons().stream().map(r -> r.type() + ": " + r.comment()).toList());
        members.put(
                "dkimResults",
                record.dkim().stream()
                        .map(d -> line(d.domain(), d.selector(), d.result(), d.humanResult()))
                        .toList());
        members.put(
                "spfResults",
                record.spf().stream()
                        .map(s -> line(s.domain(), s.scope(), s.result(), s.humanResult()))
                        .toList());
        return members;
    }

    private static String line(
            String first, String second, AuthResult result, @Nullable String words) {
        return first
                + " "
                + second
                + " "
                + result.name().toLowerCase(Locale.ROOT)
                + (words == null ? "" : " " + words);
    }
}
