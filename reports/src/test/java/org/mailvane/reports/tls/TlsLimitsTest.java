package org.mailvane.reports.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.CpuLimit;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.tls.TlsReport.Failure;
import org.mailvane.reports.tls.TlsReport.Policy;

/** Every bound on a TLS report, each just kept and just crossed. */
@CpuLimit(20)
class TlsLimitsTest {

    private static final String HEAD =
            """
            {"organization-name":"Sender Example","date-range":{
            "start-datetime":"2026-03-01T00:00:00Z","end-datetime":"2026-03-01T23:59:59Z"},
            "contact-info":"tls@sender.example","report-id":"r-1","policies":[\
            """;

    private static final String POLICY =
            """
            {"policy":{"policy-type":"sts","policy-domain":"policy.example"},"summary":{
            "total-successful-session-count":1,"total-failure-session-count":20000}}\
            """;

    private static final String FAILURE =
            "{\"result-type\":\"certificate-expired\",\"failed-session-count\":1}";

    private static CollectedTls read(String json) {
        return CollectedTls.read("r.json", json.getBytes(StandardCharsets.UTF_8));
    }

    private static TlsReport policies(int count) {
        return read(HEAD + list(POLICY, count) + "]}").report();
    }

    private static String list(String item, int count) {
        return (item + ",").repeat(count - 1) + item;
    }

    private static String policy(String members, String failures) {
        return HEAD
                + "{\"policy\":{\"policy-type\":\"sts\",\"policy-domain\":\"policy.example\""
                + members
                + "},\"summary\":{\"total-successful-session-count\":1,"
                + "\"total-failure-session-count\":20000},\"failure-details\":["
                + failures
                + "]}]}";
    }

    private static TlsReport failures(int count) {
        return read(policy("", list(FAILURE, count))).report();
    }

    @Test
    void policiesOfAReport() {
        TlsReport whole = policies(Limits.POLICIES_PER_REPORT);
        assertThat(whole.policies()).hasSize(Limits.POLICIES_PER_REPORT);
        assertThat(whole.remarks()).isEmpty();

        TlsReport cut = policies(Limits.POLICIES_PER_REPORT + 1);
        assertThat(cut.policies()).hasSize(Limits.POLICIES_PER_REPORT);
        assertThat(CollectedTls.remarks(cut)).containsExactly("report.policies_dropped");
    }

    @Test
    void failureDetailsOfAReportButTheSumsStay() {
        TlsReport whole = failures(Limits.FAILURES_PER_REPORT);
        assertThat(whole.policies().getFirst().failures()).hasSize(Limits.FAILURES_PER_REPORT);
        assertThat(whole.remarks()).isEmpty();

        TlsReport cut = failures(Limits.FAILURES_PER_REPORT + 1);
        Policy policy = cut.policies().getFirst();
        assertThat(policy.failures()).hasSize(Limits.FAILURES_PER_REPORT);
        assertThat(policy.failedSessions()).isEqualTo(20_000);
        assertThat(CollectedTls.remarks(cut)).containsExactly("report.failures_dropped");
    }

    @Test
    void failureDetailsAreCountedOverAllPolicies() {
        String half = "{\"failure-details\":[" + list(FAILURE, 6_000) + "]}";
        TlsReport cut = read(HEAD + half + "," + half + "]}").report();
        assertThat(cut.policies().get(0).failures()).hasSize(6_000);
        assertThat(cut.policies().get(1).failures()).hasSize(4_000);
    }

    @Test
    void linesAndMailServersOfAPolicy() {
        for (String member : new String[] {"policy-string", "mx-host"}) {
            for (String more : new String[] {"", ",\"b\""}) {
                String items = list("\"a\"", Limits.ITEMS_PER_POLICY) + more;
                TlsReport read = read(policy(",\"" + member + "\":[" + items + "]", "")).report();
                Policy policy = read.policies().getFirst();
                assertThat(member.equals("mx-host") ? policy.mxHosts() : policy.policyString())
                        .hasSize(Limits.ITEMS_PER_POLICY)
                        .containsOnly("a");
                assertThat(CollectedTls.remarks(read))
                        .isEqualTo(more.isEmpty() ? List.of() : List.of("policy.items_dropped"));
            }
        }
    }

    @Test
    void itemsInOneTextAreBoundedToo() {
        String lines = "a\\n".repeat(Limits.ITEMS_PER_POLICY + 1);
        TlsReport read = read(policy(",\"policy-string\":\"" + lines + "\"", "")).report();
        assertThat(read.policies().getFirst().policyString()).hasSize(Limits.ITEMS_PER_POLICY);
        assertThat(CollectedTls.remarks(read)).containsExactly("policy.items_dropped");
    }

    @Test
    void lengthOfTexts() {
        String text = "x".repeat(Limits.TEXT_LENGTH);
        for (String more : new String[] {"", "y"}) {
            TlsReport read =
                    read(policy(
                                    "",
                                    "{\"result-type\":\"a\",\"failed-session-count\":1,"
                                            + "\"failure-reason-code\":\""
                                            + text
                                            + more
                                            + "\"}"))
                            .report();
            Failure failure = read.policies().getFirst().failures().getFirst();
            assertThat(failure.failureReasonCode()).isEqualTo(text);
            assertThat(CollectedTls.remarks(read).contains("text.cut")).isEqualTo(!more.isEmpty());
        }
    }

    @Test
    void aCutTextDoesNotEndInHalfACharacter() {
        String name = "x".repeat(Limits.IDENTIFIER_LENGTH - 1);
        String json = (HEAD + "]}").replace("Sender Example", name + "\uD83D\uDE00");
        assertThat(read(json).report().organizationName()).isEqualTo(name);
    }

    @Test
    void textsOfTheDocument() {
        String text = "x".repeat(Limits.JSON_TEXT_LENGTH);
        assertThat(read((HEAD + "]}").replace("r-1", text)).report().reportId())
                .isEqualTo(text.substring(0, Limits.IDENTIFIER_LENGTH));
        assertRefused(read((HEAD + "]}").replace("r-1", text + "x")), "broken", "");
    }

    @Test
    void namesOfTheDocument() {
        String name = "x".repeat(Limits.TEXT_LENGTH);
        assertThat(read(HEAD + "],\"" + name + "\":1}").report().remarks()).isNotEmpty();
        assertThat(CollectedTls.remarks(read(HEAD + "],\"" + name + "x\":1}").report()))
                .contains("json.cut_off");
    }

    @Test
    void depthOfTheDocument() {
        int inside = Limits.JSON_DEPTH - 1;
        assertThat(read(HEAD + "],\"x\":" + "[".repeat(inside) + "]".repeat(inside) + "}").report())
                .extracting(CollectedTls::remarks)
                .isEqualTo(List.of("report.policies"));
        assertRefused(
                read(HEAD.replace("\"policies\"", "\"x\":" + "[".repeat(inside + 1))),
                "broken",
                "");
        assertThat(read("[".repeat(1_000_000)).problems.getFirst().reason())
                .isEqualTo(Problem.Reason.NOT_A_REPORT);
    }

    @Test
    void charactersKeptOfOneInput() {
        String text = "x".repeat(Limits.TEXT_LENGTH);
        String failure =
                "{\"result-type\":\"a\",\"failed-session-count\":1,\"failure-reason-code\":\""
                        + text
                        + "\",\"additional-information\":\""
                        + text
                        + "\"}";
        assertThat(read(policy("", list(failure, 2_000))).report().remarks()).isEmpty();
        assertRefused(
                read(policy("", list(failure, 5_000))),
                "too_large",
                "limit=" + Limits.KEPT_CHARACTERS);
    }

    @Test
    void manySmallReportsInOneDocumentAreBoundedToo() {
        String small = "{\"report-id\":\"" + "x".repeat(200) + "\",\"date-range\":{\"a\":1}},";
        CollectedTls read = read("[" + small.repeat(60_000));
        assertThat(read.problems.getLast().diagnostic().toString()).contains("limit.kept");
    }

    private static void assertRefused(CollectedTls read, String code, String text) {
        assertThat(read.reports).isEmpty();
        assertThat(read.problems).hasSize(1);
        assertThat(read.problems.getFirst().reason().code()).isEqualTo(code);
        assertThat(read.problems.getFirst().diagnostic().toString()).contains(text);
    }
}
