package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.actions.FoundProblem;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/** What of an inspection becomes a problem. */
class ProblemsTest {

    private final Problems problems =
            new Problems(RecordKind.DMARC, "_dmarc.shop.example", "v=DMARC1; p=x");

    private static Finding finding(String code, Level level) {
        return new Finding(code, level, Map.of(), "", "", null);
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
        Passage evidence =
                Passage.of(
                        Message.of("findings.evidence.record")
                                .with("name", "_dmarc.shop.example")
                                .with("record", "v=DMARC1; p=x"));
        assertThat(problems.toList())
                .containsExactly(
                        FoundProblem.of(finding("a", Level.ERR), "", evidence),
                        FoundProblem.of(finding("b", Level.WARN), "", evidence));
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
        return MessageFormatter.forPrograms()
                .format(problems.toList().getFirst().details())
                .substring("The record at shop.example is: ".length());
    }

    @Test
    void whatIsReadFromElsewhereIsTheEvidenceThere() {
        problems.readFrom("https://mta-sts.shop.example/", "version: STSv1");
        problems.add(List.of(finding("a", Level.ERR)));
        assertThat(MessageFormatter.forPrograms().format(problems.toList().getFirst().details()))
                .isEqualTo("The record at https://mta-sts.shop.example/ is: version: STSv1");
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

    @Test
    void aHostThatStandsInTwoTagsIsToldOnce() {
        problems.naming(
                DmarcParser.parse("v=DMARC1; p=none; rua=mailto:a@one.example").rua().stream());
        problems.add(
                Stream.of("rua", "ruf")
                        .map(tag ->
                                DmarcFindings.EXTERNAL_UNAUTHORIZED
                                        .with("one.example", "shop.example", "asked.example")
                                        .about(tag))
                        .toList());
        assertThat(subjects()).containsExactly("rua one.example");
    }

    @Test
    void whatSubdomainsAreReadyForIsNoProblem() {
        problems.add(List.of(DmarcFindings.SP_WEAKER.with("none", "reject")));
        assertThat(problems.toList()).isEmpty();
    }

    @Test
    void whatTakesNoMailMaySendSome() {
        problems.add(List.of(SpfFindings.PARKED.with("news.shop.example")));
        assertThat(problems.toList()).isEmpty();
    }

    /** Kinds of which one says again what another says; what is left of them. */
    static Stream<Arguments> echoes() {
        return Stream.of(
                arguments(
                        List.of(DmarcFindings.RECORD_NO_EFFECT.with("x"), finding("a", Level.ERR)),
                        List.of("a")),
                arguments(
                        List.of(DmarcFindings.RECORD_NO_EFFECT.with("x"), finding("a", Level.WARN)),
                        List.of("dmarc.record.no_effect", "a")),
                arguments(
                        List.of(
                                BimiFindings.AUTHORITY_INVALID.with(),
                                BimiFindings.INDICATOR_INVALID.with()),
                        List.of("bimi.authority.invalid", "bimi.indicator.invalid")),
                arguments(
                        List.of(
                                DmarcFindings.RUA_MISSING.with(),
                                finding("a", Level.ERR).about("rua")),
                        List.of("a")),
                arguments(
                        List.of(
                                DmarcFindings.RUA_MISSING.with(),
                                finding("a", Level.ERR).about("ruf")),
                        List.of("dmarc.rua.missing", "a")),
                arguments(
                        List.of(
                                DmarcFindings.TAG_REMOVED.with("pct").about("pct"),
                                finding("a", Level.WARN).about("pct")),
                        List.of("a")),
                arguments(
                        List.of(
                                DmarcFindings.TAG_REMOVED.with("pct").about("pct"),
                                finding("a", Level.WARN).about("rf")),
                        List.of("dmarc.tag.removed", "a")));
    }

    @ParameterizedTest
    @MethodSource("echoes")
    void oneFaultIsToldOnce(List<Finding> findings, List<String> told) {
        problems.add(findings);
        assertThat(problems.toList()).extracting(FoundProblem::code).isEqualTo(told);
        assertThat(problems.about("s1")).hasSameSizeAs(told);
    }
}
