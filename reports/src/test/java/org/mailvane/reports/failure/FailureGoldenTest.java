package org.mailvane.reports.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.reports.failure.FailureReport.Carrier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads every {@code NNN-name.eml} of the folder {@code failure} and compares with {@code
 * NNN-name.expected.json}: a new pair of files is a new test.
 *
 * <p>The expectation says {@code why} it is a case, and holds the codes of all {@code remarks}; of
 * the {@code report} and of its {@code carrier} only the members that matter; of the sample all
 * {@code headers}, its {@code body}, and the {@code first} or {@code all} decoded values of names,
 * where they matter. {@code several} holds the source addresses of several reports. Where no report
 * is expected there is the code of the {@code problem} and a part of its {@code text}.
 *
 * <p>Each report is also written and read again, which must give it once more.
 */
class FailureGoldenTest {

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
            assertThat(names).hasSizeGreaterThanOrEqualTo(120);
            return names.stream();
        }
    }

    static Path folder() throws URISyntaxException {
        URL url = Objects.requireNonNull(FailureGoldenTest.class.getResource("/failure"));
        return Path.of(url.toURI());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void readsAsExpected(String name) throws IOException, URISyntaxException {
        byte[] mail = Files.readAllBytes(folder().resolve(name + ".eml"));
        JsonNode expected = JSON.readTree(Files.readAllBytes(folder().resolve(name + EXPECTED)));

        FoundReports found = FoundReports.in(mail);

        assertThat(found.others).isEmpty();
        if (expected.has("problem")) {
            assertThat(found.reports).isEmpty();
            assertThat(found.problems).hasSize(1);
            assertThat(found.problems.getFirst().reason().code())
                    .isEqualTo(expected.path("problem").asString());
            assertThat(found.problems.getFirst().diagnostic().toString())
                    .contains(expected.path("diagnostic").asString());
            return;
        }
        assertThat(found.problems).isEmpty();
        found.reports.forEach(WrittenReport::readsAgainAsTheSame);
        if (expected.has("several")) {
            assertThat(found.reports.stream().map(r -> text(r.sourceIp())).toList())
                    .isEqualTo(strings(expected.path("several")));
            return;
        }
        assertThat(found.reports).hasSize(1);
        assertReport(expected, found.reports.getFirst());
    }

    private static void assertReport(JsonNode expected, FailureReport report) {
        assertThat(report.path()).isEqualTo(expected.path("path").asString("input"));
        assertMembers("report", expected.path("report"), members(report));
        assertMembers("carrier", expected.path("carrier"), carrier(report.carrier()));
        assertThat(FoundReports.remarks(report))
                .as(report.remarks().toString())
                .containsExactlyInAnyOrderElementsOf(strings(expected.path("remarks")));
        if (expected.has("received")) {
            assertThat(String.valueOf(report.received()))
                    .isEqualTo(expected.path("received").asString());
        }
        if (expected.has("headers")) {
            assertThat(
                            report.sample().headers().stream()
                                    .map(h -> (h.name() + ": " + h.value()).strip())
                                    .toList())
                    .isEqualTo(strings(expected.path("headers")));
        }
        if (expected.has("body")) {
            assertThat(JSON.valueToTree(report.sample().body()).toString())
                    .isEqualTo(expected.path("body").toString());
        }
        for (Map.Entry<String, JsonNode> first : expected.path("first").properties()) {
            assertThat(report.sample().first(first.getKey()))
                    .isEqualTo(first.getValue().asString());
        }
        for (Map.Entry<String, JsonNode> all : expected.path("all").properties()) {
            assertThat(report.sample().all(all.getKey())).isEqualTo(strings(all.getValue()));
        }
    }

    private static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
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

    private static Map<String, @Nullable Object> members(FailureReport report) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("userAgent", report.userAgent());
        members.put("authFailure", report.authFailure());
        members.put("identityAlignment", report.identityAlignment());
        members.put("deliveryResult", report.deliveryResult());
        members.put("originalMailFrom", report.originalMailFrom());
        members.put("originalRcptTo", report.originalRcptTo());
        members.put("originalEnvelopeId", report.originalEnvelopeId());
        members.put("arrivalDate", text(report.arrivalDate()));
        members.put("sourceIp", text(report.sourceIp()));
        members.put("sourcePort", report.sourcePort());
        members.put("reportedDomains", report.reportedDomains());
        members.put("reportedUris", report.reportedUris());
        members.put("authenticationResults", report.authenticationResults());
        members.put("dkimDomain", report.dkimDomain());
        members.put("dkimIdentity", report.dkimIdentity());
        members.put("dkimSelector", report.dkimSelector());
        members.put("spfDns", report.spfDns());
        members.put("incidents", report.incidents());
        return members;
    }

    private static Map<String, @Nullable Object> carrier(Carrier carrier) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("from", carrier.from());
        members.put("to", carrier.to());
        members.put("subject", carrier.subject());
        members.put("messageId", carrier.messageId());
        members.put("date", text(carrier.date()));
        return members;
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value instanceof InetAddress address) {
            return address.getHostAddress();
        }
        return value == null ? null : value.toString();
    }
}
