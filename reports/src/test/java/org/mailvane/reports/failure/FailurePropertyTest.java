package org.mailvane.reports.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mailvane.reports.Limits;
import org.mailvane.reports.failure.FailureReport.Carrier;
import org.mailvane.reports.failure.FailureReport.HeaderField;
import org.mailvane.reports.failure.FailureReport.Sample;

/**
 * What holds for any failure report and for any mail that is nearly one. {@code -Dmailvane.fuzz=N}
 * tries N million of each.
 */
@Tag("slow")
class FailurePropertyTest {

    private static final long SEED = 20_261_120;
    private static final long MILLIONS = Long.getLong("mailvane.fuzz", 0);
    private static final long REPORTS = MILLIONS == 0 ? 1_500 : MILLIONS * 1_000_000;
    private static final long MUTANTS = MILLIONS == 0 ? 5_000 : MILLIONS * 1_000_000;

    /** Words that meet what the reader and the writer do to values. */
    private static final List<String> WORDS =
            List.of(
                    "dmarc=fail",
                    "a",
                    "(comment)",
                    "(",
                    ")",
                    "\"",
                    "<",
                    ">",
                    ",",
                    ";",
                    ":",
                    "=?",
                    "?=",
                    "=?utf-8?Q?x?=",
                    "é",
                    "日本",
                    "\ud83d\ude00",
                    "\u00a0",
                    "\u2003",
                    "\\",
                    "--",
                    "From",
                    "x".repeat(90),
                    "y".repeat(1_100),
                    "policy.example",
                    "<a@b.example>",
                    "rfc822;",
                    "%",
                    "=",
                    "'",
                    "\ufffd",
                    "192.0.2.1",
                    "\"q, q\"",
                    "ß",
                    "İ",
                    "Σ");

    private static final List<String> PIECES =
            List.of(
                    "\n",
                    "\r\n",
                    "\n\n",
                    " ",
                    "\t",
                    ":",
                    "(",
                    ")",
                    "<",
                    ">",
                    "\"",
                    ",",
                    ";",
                    "=?",
                    "?=",
                    "=?utf-8?B?4pyT?=",
                    "\0",
                    "\u00ff",
                    "--=_part",
                    "--=_part--",
                    "--=_part\n\n",
                    "Feedback-Type: auth-failure\n",
                    "Feedback-Type: abuse\n",
                    "\nSource-IP: x\n",
                    "Content-Type: message/rfc822\n\n",
                    "Content-Transfer-Encoding: base64\n",
                    "Content-Type: multipart/mixed; boundary=\"=_part\"\n\n",
                    "Reported-Domain: a.b\n",
                    "A message claiming to be from you has failed\n",
                    "------",
                    "2026",
                    "Mon,",
                    "+9999");

    @Test
    void whatIsWrittenReadsAgainAsTheSame() {
        RandomGenerator random = new Random(SEED);
        for (long i = 0; i < REPORTS; i++) {
            FailureReport report = FoundReports.only(FailureReportWriter.write(made(random)));
            WrittenReport.readsAgainAsTheSame(report);
        }
    }

    /** What is plain does not change at all, not even once. */
    @Test
    void plainReportIsWrittenAsItIs() throws UnknownHostException {
        RandomGenerator random = new Random(SEED);
        for (int i = 0; i < 1_000; i++) {
            FailureReport made = plain(random);
            FailureReport read = FoundReports.only(FailureReportWriter.write(made));
            assertThat(WrittenReport.comparable(read, ""))
                    .isEqualTo(WrittenReport.comparable(made, ""));
        }
    }

    @Test
    @Timeout(value = 24, unit = java.util.concurrent.TimeUnit.HOURS)
    void anyChangeOfAMailLeavesTheReaderWellAndWithinItsBounds()
            throws IOException, URISyntaxException {
        List<byte[]> mails = new ArrayList<>();
        try (Stream<Path> files = Files.list(FailureGoldenTest.folder())) {
            for (Path file : files.filter(f -> f.toString().endsWith(".eml")).sorted().toList()) {
                mails.add(Files.readAllBytes(file));
            }
        }
        RandomGenerator random = new Random(SEED);
        for (long i = 0; i < MUTANTS; i++) {
            byte[] mutant = mails.get(random.nextInt(mails.size()));
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                mutant = changed(mutant, random);
            }
            FoundReports found = FoundReports.in(mutant);
            assertThat(found.reports.size() + found.problems.size() + found.others.size())
                    .isBetween(1, 20);
            found.reports.forEach(FailurePropertyTest::assertWithinBounds);
        }
    }

    private static void assertWithinBounds(FailureReport report) {
        WrittenReport.readsAgainAsTheSame(report);
        assertThat(report.authFailure()).isNotEmpty();
        assertThat(report.incidents()).isPositive();
        for (List<String> list :
                List.of(
                        report.authFailure(),
                        report.originalRcptTo(),
                        report.reportedDomains(),
                        report.authenticationResults())) {
            assertThat(list).hasSizeLessThanOrEqualTo(Limits.FAILURE_LIST_ITEMS);
            assertThat(list)
                    .allMatch(t -> t.length() <= Limits.FAILURE_TEXT_LENGTH && !t.isEmpty());
        }
        for (HeaderField field : report.sample().headers()) {
            assertThat(field.value()).doesNotContain("\n", "\r", "\0");
            assertThat(field.decoded()).doesNotContain("\n", "\r", "\0");
        }
        assertThat(report.carrier().subject()).doesNotContain("\n", "\r", "\0");
        assertThat(String.valueOf(report.sample().body())).doesNotContain("\0");
    }

    private static byte[] changed(byte[] mail, RandomGenerator random) {
        int at = random.nextInt(mail.length + 1);
        int to = Math.min(mail.length, at + random.nextInt(random.nextInt(4) == 0 ? 400 : 8));
        byte[] piece =
                PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.ISO_8859_1);
        byte[] by =
                switch (random.nextInt(5)) {
                    case 0 -> new byte[] {(byte) random.nextInt()};
                    case 1 -> new byte[0];
                    case 2 -> Arrays.copyOfRange(mail, at, to);
                    default -> piece;
                };
        int end = random.nextBoolean() ? at : to;
        byte[] changed = new byte[at + by.length + mail.length - end];
        System.arraycopy(mail, 0, changed, 0, at);
        System.arraycopy(by, 0, changed, at, by.length);
        System.arraycopy(mail, end, changed, at + by.length, mail.length - end);
        return changed.length == 0 ? new byte[] {'\n'} : changed;
    }

    /** A report of any texts; reading it once makes it one that a reader gives. */
    private static FailureReport made(RandomGenerator random) {
        return new FailureReport(
                "input",
                new Carrier(
                        text(random),
                        text(random),
                        text(random),
                        text(random),
                        random.nextBoolean() ? null : instant(random)),
                text(random),
                texts(random),
                texts(random),
                text(random),
                text(random),
                texts(random),
                text(random),
                random.nextBoolean() ? null : instant(random),
                null,
                random.nextBoolean() ? null : 1 + random.nextInt(65_535),
                texts(random),
                texts(random),
                texts(random),
                text(random),
                text(random),
                text(random),
                texts(random),
                1 + random.nextInt(1_000),
                new Sample(
                        IntStream.range(0, random.nextInt(8))
                                .mapToObj(i -> new HeaderField("X-" + i, text(random)))
                                .toList(),
                        random.nextBoolean() ? null : "secret"),
                Long.toHexString(random.nextLong()),
                List.of());
    }

    private static FailureReport plain(RandomGenerator random) throws UnknownHostException {
        byte[] address = new byte[random.nextBoolean() ? 4 : 16];
        random.nextBytes(address);
        return new FailureReport(
                "input",
                new Carrier(
                        "Jörg <" + word(random) + "@receiver.example>",
                        word(random) + "@policy.example",
                        "Bericht über " + word(random),
                        word(random) + "@receiver.example",
                        instant(random)),
                word(random) + "/1.0",
                List.of("dmarc", "spf"),
                List.of("none"),
                "policy",
                word(random) + "@sender.example",
                List.of(word(random) + "@receiver.example", "\"a, b\"@receiver.example"),
                word(random),
                instant(random),
                InetAddress.getByAddress(address),
                1 + random.nextInt(65_535),
                List.of(word(random) + ".example", "policy.example"),
                List.of("mailto:" + word(random) + "@policy.example"),
                List.of("receiver.example; dmarc=fail (p=none) header.from=" + word(random)),
                word(random) + ".example",
                "@" + word(random) + ".example",
                word(random),
                List.of("txt : " + word(random) + ".example : \"v=spf1 -all\""),
                1 + random.nextInt(1_000_000),
                new Sample(
                        List.of(
                                new HeaderField("Return-Path", "<>"),
                                new HeaderField("Received", "from a  by b (" + word(random) + ")"),
                                new HeaderField("subject", "=?utf-8?Q?" + word(random) + "?="),
                                new HeaderField("X-Empty", ""),
                                new HeaderField("From", word(random) + "@other.example")),
                        null),
                Long.toHexString(random.nextLong()),
                List.of());
    }

    private static Instant instant(RandomGenerator random) {
        return Instant.ofEpochSecond(random.nextLong(400_000_000L, 7_000_000_000L));
    }

    private static String word(RandomGenerator random) {
        return "w" + Long.toString(random.nextLong(1L << 60), 36);
    }

    private static List<String> texts(RandomGenerator random) {
        return IntStream.range(0, random.nextInt(4)).mapToObj(i -> text(random)).toList();
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int words = random.nextInt(12); words > 0; words--) {
            text.append(WORDS.get(random.nextInt(WORDS.size())));
            text.append(random.nextInt(3) == 0 ? "" : " ");
        }
        return text.toString();
    }
}
