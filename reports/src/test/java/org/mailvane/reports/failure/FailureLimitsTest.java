package org.mailvane.reports.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.CpuLimit;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.mail.MailDate;

/** Every bound on what is kept of a failure report, and input that is there to cross them. */
@CpuLimit(60)
class FailureLimitsTest {

    private static final String HEAD =
            """
            From: reports@receiver.example
            MIME-Version: 1.0
            Content-Type: multipart/report; report-type=feedback-report; boundary=b

            --b
            Content-Type: message/feedback-report

            Feedback-Type: auth-failure
            Auth-Failure: dmarc
            Reported-Domain: policy.example
            """;
    private static final String SAMPLE = "--b\nContent-Type: message/rfc822\n\n";

    @Test
    void aPortHasABound() {
        assertThat(FieldValues.port("" + FieldValues.LARGEST_PORT))
                .isEqualTo(FieldValues.LARGEST_PORT);
        assertThat(FieldValues.port("" + (FieldValues.LARGEST_PORT + 1))).isNull();
        assertThat(FieldValues.port("0")).isNull();
    }

    @Test
    void aReportIsAnnouncedEvenWhereReadingItFails() {
        byte[] mail = (HEAD + SAMPLE + "X: x\n".repeat(10_000)).getBytes(StandardCharsets.UTF_8);
        InputStream failing =
                new InputStream() {
                    @Override
                    public int read() {
                        throw new IllegalStateException("a defect");
                    }

                    @Override
                    public int read(byte[] into, int offset, int length) {
                        return read();
                    }
                };
        FoundReports found = new FoundReports();
        assertThatThrownBy(() ->
                        new ReportReader(Limits.DEFAULT)
                                .read(
                                        "input",
                                        () ->
                                                new SequenceInputStream(
                                                        new ByteArrayInputStream(mail), failing),
                                        found))
                .hasMessage("a defect");
        assertThat(found.announced).isOne();
        assertThat(found.reports).isEmpty();
    }

    @Test
    void headerFieldsOfASample() {
        FailureReport fits = sample(fields(Limits.SAMPLE_HEADERS, 1) + "\n");
        assertThat(fits.sample().headers()).hasSize(Limits.SAMPLE_HEADERS);
        assertThat(fits.remarks()).isEmpty();
        FailureReport crosses = sample(fields(Limits.SAMPLE_HEADERS + 1, 1) + "\nbody");
        assertThat(crosses.sample().headers()).isEqualTo(fits.sample().headers());
        assertThat(crosses.sample().body()).isEqualTo("body");
        assertThat(FoundReports.remarks(crosses)).containsExactly("sample.headers_cut");
        WrittenReport.readsAgainAsTheSame(crosses);
    }

    @Test
    void charactersOfAHeaderFieldOfASample() {
        String longest = "é".repeat(Limits.SAMPLE_HEADER_LENGTH);
        FailureReport fits = sample("X: " + longest + "\n\n");
        assertThat(fits.sample().first("x")).isEqualTo(longest);
        assertThat(fits.remarks()).isEmpty();
        for (String more : List.of("!", "\n !", "!".repeat(5_000_000))) {
            FailureReport crosses = sample("X: " + longest + more + "\nY: y\n\n");
            assertThat(crosses.sample().first("x")).isEqualTo(longest);
            assertThat(crosses.sample().first("y")).isEqualTo("y");
            assertThat(FoundReports.remarks(crosses)).containsExactly("sample.header_cut");
            WrittenReport.readsAgainAsTheSame(crosses);
        }
    }

    @Test
    void charactersOfAllHeaderFieldsOfASample() {
        int each = 1_000;
        int fitting = Limits.SAMPLE_HEADERS_LENGTH / each;
        FailureReport fits = sample(fields(fitting, each) + "\n");
        assertThat(fits.sample().headers()).hasSize(fitting);
        assertThat(fits.remarks()).isEmpty();
        FailureReport crosses = sample(fields(fitting + 1, each) + "X: x\n\nbody");
        assertThat(crosses.sample().headers()).isEqualTo(fits.sample().headers());
        assertThat(crosses.sample().body()).isEqualTo("body");
        assertThat(FoundReports.remarks(crosses)).containsExactly("sample.headers_cut");
        WrittenReport.readsAgainAsTheSame(crosses);
    }

    @Test
    void charactersOfABody() {
        String longest = "ü".repeat(Limits.SAMPLE_BODY_LENGTH);
        FailureReport fits = sample("X: x\n\n" + longest);
        assertThat(fits.sample().body()).isEqualTo(longest);
        assertThat(fits.remarks()).isEmpty();
        FailureReport crosses = sample("X: x\n\n" + longest + "!");
        assertThat(crosses.sample().body()).isEqualTo(longest);
        assertThat(FoundReports.remarks(crosses)).containsExactly("sample.body_cut");
        FailureReport half =
                sample("X: x\n\n" + "!".repeat(Limits.SAMPLE_BODY_LENGTH - 1) + "\ud83d\ude00!");
        assertThat(half.sample().body()).isEqualTo("!".repeat(Limits.SAMPLE_BODY_LENGTH - 1));
    }

    @Test
    void linesWithoutANameInTheHeaderOfASample() {
        FailureReport fits = sample("X: x\na\nb\nc\nY: y\n\nbody");
        assertThat(fits.sample().first("x")).isEqualTo("x a b c");
        assertThat(fits.sample().first("y")).isEqualTo("y");
        FailureReport crosses = sample("X: x\na\nb\nc\nd\nY: y\n\nbody");
        assertThat(crosses.sample().headers()).hasSize(1);
        assertThat(crosses.sample().first("x")).isEqualTo("x");
        assertThat(crosses.sample().body()).isEqualTo("a\nb\nc\nd\nY: y\n\nbody");
    }

    @Test
    void itemsOfALists() {
        String words = numbered("kind", Limits.FAILURE_LIST_ITEMS);
        assertThat(feedback("Identity-Alignment: " + words).identityAlignment())
                .hasSize(Limits.FAILURE_LIST_ITEMS);
        FailureReport crosses = feedback("Identity-Alignment: " + words + ", more");
        assertThat(crosses.identityAlignment())
                .hasSize(Limits.FAILURE_LIST_ITEMS)
                .doesNotContain("more");
        assertThat(FoundReports.remarks(crosses))
                .containsExactly("sample.missing", "feedback.too_many");
        String fields =
                IntStream.rangeClosed(0, Limits.FAILURE_LIST_ITEMS)
                        .mapToObj(i -> "Original-Rcpt-To: r" + i + "@receiver.example\n")
                        .collect(Collectors.joining());
        FailureReport recipients = feedback(fields);
        assertThat(recipients.originalRcptTo()).hasSize(Limits.FAILURE_LIST_ITEMS);
        assertThat(FoundReports.remarks(recipients)).contains("feedback.too_many");
        WrittenReport.readsAgainAsTheSame(recipients);
        FailureReport domains =
                feedback("Reported-Domain: " + numbered("d.example", 60).replace(".example", ".x"));
        assertThat(domains.reportedDomains()).hasSizeLessThanOrEqualTo(Limits.FAILURE_LIST_ITEMS);
    }

    @Test
    void charactersOfAText() {
        String longest = "t".repeat(Limits.FAILURE_TEXT_LENGTH);
        assertThat(feedback("DKIM-Selector: " + longest).dkimSelector()).isEqualTo(longest);
        for (String more : List.of("t", "t".repeat(50_000), " t".repeat(50_000))) {
            FailureReport crosses = feedback("DKIM-Selector: " + longest + more);
            assertThat(crosses.dkimSelector()).isEqualTo(longest);
            assertThat(FoundReports.remarks(crosses)).contains("feedback.cut");
            WrittenReport.readsAgainAsTheSame(crosses);
        }
        assertThat(feedback("Original-Mail-From: " + longest).originalMailFrom())
                .hasSize(Limits.TEXT_LENGTH);
    }

    @Test
    void charactersOfAWord() {
        assertThat(feedback("Identity-Alignment: " + "w".repeat(100)).identityAlignment())
                .containsExactly("w".repeat(100));
        assertThat(feedback("Identity-Alignment: " + "w".repeat(101)).identityAlignment())
                .containsExactly("w".repeat(100));
    }

    @Test
    void charactersOfAFieldNameOfASample() {
        String longest = "N".repeat(Limits.IDENTIFIER_LENGTH);
        FailureReport report = sample(longest + ": a\n" + longest + "N: b\nX: x\n\n");
        assertThat(report.sample().first(longest)).isEqualTo("a " + longest + "N: b");
        assertThat(report.sample().headers()).hasSize(2);
    }

    @Test
    void charactersOfADate() {
        String date = "Mon, 5 Jan 2026 10:00:00 +0100";
        String fits = date.replace(" 5", " ".repeat(200 - date.length()) + " 5");
        assertThat(MailDate.parse(fits)).isEqualTo(MailDate.parse(date)).isNotNull();
        assertThat(MailDate.parse(fits + " ")).isNull();
    }

    @Test
    void charactersOfWhatTheCarrierSays() {
        String longest = "s".repeat(Limits.TEXT_LENGTH);
        for (String more : List.of("", "s", "é", "s".repeat(20_000))) {
            FailureReport report =
                    FoundReports.only(
                            bytes("Subject: " + longest + more + "\n" + HEAD + "\n--b--\n"));
            assertThat(report.carrier().subject()).isEqualTo(longest);
            WrittenReport.readsAgainAsTheSame(report);
        }
    }

    @Test
    void linesOfATextBeforeItsSample() {
        String begin =
                """
                From: a@b.example

                A message claiming to be from you has failed
                  Sender Domain: policy.example
                """;
        String sample = "------ This is a copy of the headers\n\nX: x\n";
        FailureReport fits = FoundReports.only(bytes(begin + "\n".repeat(198) + sample));
        assertThat(fits.sample().first("X")).isEqualTo("x");
        FailureReport crosses = FoundReports.only(bytes(begin + "\n".repeat(199) + sample));
        assertThat(crosses.reportedDomains()).containsExactly("policy.example");
        assertThat(crosses.sample().headers()).isEmpty();
    }

    @Test
    void everyListAtItsLimitReadsAgain() {
        String longest = "t ".repeat(Limits.FAILURE_TEXT_LENGTH / 2 - 1) + "tt";
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < Limits.FAILURE_LIST_ITEMS; i++) {
            fields.append("Authentication-Results: ").append(longest).append('\n');
            fields.append("SPF-DNS: ").append(longest).append('\n');
            fields.append("Auth-Failure: ").append(i).append("x".repeat(200)).append('\n');
            fields.append("Original-Rcpt-To: ").append("a".repeat(2_000)).append(i).append('\n');
        }
        FailureReport report = feedback(fields.toString());
        assertThat(report.spfDns()).hasSize(Limits.FAILURE_LIST_ITEMS).containsOnly(longest);
        WrittenReport.readsAgainAsTheSame(report);
    }

    @Test
    void tenMegabytesOfHeaderInASample() {
        FailureReport report = sample(fields(10_000, 1_000) + "\nbody");
        assertThat(report.sample().headers()).hasSizeLessThanOrEqualTo(Limits.SAMPLE_HEADERS);
        assertThat(report.sample().body()).isEqualTo("body");
    }

    @Test
    void tenMegabytesInTheHeaderOfTheCarrier() {
        FoundReports found =
                FoundReports.in(
                        bytes("To: a@b\nX: " + "x".repeat(10 << 20) + "\n" + HEAD + "--b--\n"));
        assertThat(found.reports).isEmpty();
        assertThat(found.problems)
                .extracting(Problem::reason)
                .containsExactly(Problem.Reason.TOO_LARGE);
    }

    @Test
    void endlessLines() {
        byte[] chunk = bytes("x".repeat(1 << 20));
        for (String begin :
                List.of(
                        HEAD + "DKIM-Selector: ",
                        HEAD + "wrapped ",
                        HEAD + SAMPLE + "X: ",
                        HEAD + SAMPLE + "no name ",
                        HEAD + SAMPLE + "X: x\n\n",
                        "From: a@b.example\n\nA message claiming to be from you has failed\n"
                                + "Sender Domain: policy.example\nSPF Alignment: ")) {
            FoundReports found =
                    FoundReports.in(() ->
                            new SequenceInputStream(
                                    new ByteArrayInputStream(bytes(begin)),
                                    new SequenceInputStream(
                                            Collections.enumeration(
                                                    Collections.nCopies(16, chunk).stream()
                                                            .map(c ->
                                                                    (InputStream)
                                                                            new ByteArrayInputStream(
                                                                                    c))
                                                            .toList()))));
            assertThat(found.reports).hasSize(1);
            FailureReport report = found.reports.getFirst();
            assertThat(report.reportedDomains()).containsExactly("policy.example");
            assertThat(FailureReportWriter.write(report).length).isLessThan(1 << 20);
        }
    }

    /** What was read before a bound on the mail is a report all the same. */
    @Test
    void deepMultipartsBehindTheFields() {
        StringBuilder mail = new StringBuilder(HEAD);
        String outer = "b";
        for (int i = 0; i <= 200; i++) {
            mail.append(
                    "--%s\nContent-Type: multipart/mixed; boundary=d%d\n\n".formatted(outer, i));
            outer = "d" + i;
        }
        FoundReports found = FoundReports.in(bytes(mail.toString()));
        assertThat(found.reports).hasSize(1);
        assertThat(found.reports.getFirst().reportedDomains()).containsExactly("policy.example");
        assertThat(found.problems)
                .extracting(Problem::reason)
                .containsExactly(Problem.Reason.TOO_DEEP);
    }

    @Test
    void tooManyPartsBehindTheFields() {
        FoundReports found =
                FoundReports.in(
                        bytes(
                                HEAD
                                        + "--b\n\nx\n".repeat(Limits.DEFAULT.mailParts() + 1)
                                        + "--b--"));
        assertThat(found.reports).hasSize(1);
        assertThat(found.problems)
                .extracting(Problem::reason)
                .containsExactly(Problem.Reason.TOO_MANY_ENTRIES);
    }

    /** Each of these takes hours where something is done again for every character. */
    @Test
    void hostileValuesTakeLittleTime() {
        int many = 1 << 16;
        for (String value :
                List.of(
                        "(".repeat(many),
                        "()".repeat(many),
                        "\"".repeat(many),
                        "<".repeat(many),
                        "=?".repeat(many),
                        "=?utf-8?B?".repeat(many),
                        "=?utf-8?Q?a?= ".repeat(many),
                        ",".repeat(many),
                        "rfc822;".repeat(many),
                        "a.".repeat(many),
                        "xn--".repeat(many),
                        "1".repeat(many),
                        "1:".repeat(many),
                        " ".repeat(many) + "x")) {
            StringBuilder fields = new StringBuilder();
            for (String name :
                    List.of(
                            "User-Agent",
                            "Auth-Failure",
                            "Delivery-Result",
                            "Original-Mail-From",
                            "Original-Rcpt-To",
                            "Arrival-Date",
                            "Source-IP",
                            "Source-Port",
                            "Incidents",
                            "DKIM-Domain",
                            "Authentication-Results")) {
                fields.append(name).append(": ").append(value).append('\n');
            }
            FailureReport report =
                    FoundReports.only(
                            bytes(
                                    HEAD
                                            + fields
                                            + SAMPLE
                                            + "From: "
                                            + value
                                            + "\nSubject: "
                                            + value
                                            + "\n\n"));
            assertThat(report.sample().first("Subject").length())
                    .isLessThanOrEqualTo(Limits.SAMPLE_HEADER_LENGTH);
            WrittenReport.readsAgainAsTheSame(report);
        }
    }

    private static FailureReport sample(String sample) {
        return FoundReports.only(bytes(HEAD + SAMPLE + sample + "\n--b--\n"));
    }

    private static FailureReport feedback(String fields) {
        return FoundReports.only(bytes(HEAD + fields + "\n--b--\n"));
    }

    /** Fields whose name and value together have so many characters, but for small ones. */
    private static String fields(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> "X" + ":" + "v".repeat(Math.max(0, length - 1)) + "\n")
                .collect(Collectors.joining());
    }

    private static String numbered(String word, int count) {
        return IntStream.range(0, count).mapToObj(i -> word + i).collect(Collectors.joining(", "));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
