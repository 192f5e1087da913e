package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.issues.FoundProblem;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;

/** What of an inspection becomes a problem. */
class ProblemsTest {

    private final Problems problems =
            new Problems(RecordKind.DMARC, "_dmarc.shop.example", "v=DMARC1; p=x");

    private static Finding finding(String code, Level level) {
        return new Finding(code, level, "Text.", "Solution.", "", "", null);
    }

    private List<String> subjects() {
        return problems.toList().stream().map(FoundProblem::subject).toList();
    }

    @Test
    void errorsAndWarningsAreEachOnce() {
        problems.add(
                List.of(
                        finding("a", Level.ERR),
                        finding("b", Level.WARN),
                        finding("c", Level.INFO),
                        finding("a", Level.ERR)));
        assertThat(problems.toList())
                .containsExactly(
                        new FoundProblem(
                                "a",
                                "",
                                "err",
                                "Text.",
                                "Solution.",
                                "At _dmarc.shop.example stands: v=DMARC1; p=x"),
                        new FoundProblem(
                                "b",
                                "",
                                "warn",
                                "Text.",
                                "Solution.",
                                "At _dmarc.shop.example stands: v=DMARC1; p=x"));
    }

    @Test
    void onlySoManyAreKept() {
        problems.add(
                IntStream.rangeClosed(0, Problems.MAX_PROBLEMS)
                        .mapToObj(i -> finding("code" + i, Level.ERR))
                        .toList());
        assertThat(problems.toList()).hasSize(Problems.MAX_PROBLEMS);
    }

    @Test
    void ofALongRecordTheBeginIsShown() {
        String whole = "x".repeat(Problems.MAX_EVIDENCE);
        assertThat(evidence(whole)).endsWith(whole);
        assertThat(evidence(whole + "y")).endsWith("x...").doesNotContain("y");
    }

    private static String evidence(String value) {
        Problems problems = new Problems(RecordKind.SPF, "shop.example", value);
        problems.add(List.of(finding("a", Level.ERR)));
        return problems.toList()
                .getFirst()
                .details()
                .substring("At shop.example stands: ".length());
    }

    @Test
    void whatIsReadFromElsewhereIsTheEvidenceThere() {
        problems.readFrom("https://mta-sts.shop.example/", "version: STSv1");
        problems.add(List.of(finding("a", Level.ERR)));
        assertThat(problems.toList().getFirst().details())
                .isEqualTo("At https://mta-sts.shop.example/ stands: version: STSv1");
    }

    @Test
    void eachHostThatTakesNoReportsIsAProblem() {
        problems.naming(
                DmarcParser.parse(
                        "v=DMARC1; p=none; rua=mailto:a@one.example,mailto:b@two.one.example")
                        .rua()
                        .stream());
        problems.add(
                Stream.of("one.example", "two.one.example")
                        .map(host ->
                                DmarcFindings.EXTERNAL_UNAUTHORIZED
                                        .with(host, "shop.example", "asked.example")
                                        .about("rua"))
                        .toList());
        assertThat(subjects()).containsExactly("rua one.example", "rua two.one.example");
    }
}
