package org.mailvane.reports.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Values;
import org.mailvane.reports.tls.TlsReport.Failure;
import org.mailvane.reports.tls.TlsReport.Policy;

/**
 * Whatever is done to a report, reading it ends with reports that keep to their bounds, or a
 * problem, and the same bytes are read the same way. {@code -Dmailvane.fuzz=10} makes ten million
 * of them.
 */
@Tag("slow")
class TlsPropertyTest {

    private static final int SEED = 8460;
    private static final int USUAL_ROUNDS = 4_000;
    private static final long FUZZ = Long.getLong("mailvane.fuzz", 0) * 1_000_000;

    /** Pieces that a mutation puts in. */
    private static final List<byte[]> PIECES =
            Stream.of(
                            "{",
                            "}",
                            "[",
                            "]",
                            ",",
                            ":",
                            "\"",
                            "'",
                            "\\",
                            "\\u0000",
                            "\\ud800",
                            "null",
                            "true",
                            "-1",
                            "1e999999999",
                            "99999999999999999999",
                            "NaN",
                            "/*",
                            "//",
                            "#",
                            "\u0000",
                            "\uFEFF",
                            "\u00e9",
                            "\n",
                            "\"policies\":",
                            "\"policy\":",
                            "\"summary\":{}",
                            "\"failure-details\":[{}]",
                            "\"mx-host\":\"a, b\"",
                            "\"policy-string\":\"[\\\"a\\\"]\"",
                            "\"report-id\":\"x\",",
                            "2026-13-45T99:99:99Z",
                            "+0000",
                            " UTC",
                            "@",
                            "<",
                            ">")
                    .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
                    .toList();

    @Test
    @Timeout(value = 10, unit = TimeUnit.HOURS)
    void mutantsNeverThrowAndKeepToTheBounds() throws IOException, URISyntaxException {
        List<byte[]> samples = samples();
        SplittableRandom random = new SplittableRandom(SEED);
        for (long round = Math.max(FUZZ, USUAL_ROUNDS); round > 0; round--) {
            byte[] mutant = mutant(samples.get(random.nextInt(samples.size())), random);
            try {
                assertBounded(mutant);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(new String(mutant, StandardCharsets.ISO_8859_1), e);
            }
        }
    }

    private static List<byte[]> samples() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.list(TlsGoldenTest.folder())) {
            List<byte[]> samples = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                if (!file.toString().endsWith(".expected.json")) {
                    samples.add(Files.readAllBytes(file));
                }
            }
            return samples;
        }
    }

    private static byte[] mutant(byte[] sample, RandomGenerator random) {
        byte[] mutant = sample;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(mutant.length);
            int to = Math.min(mutant.length, at + random.nextInt(64));
            mutant =
                    switch (random.nextInt(5)) {
                        case 0 -> joined(mutant, at, PIECES.get(random.nextInt(PIECES.size())), at);
                        case 1 -> joined(mutant, at, new byte[0], to);
                        case 2 -> joined(mutant, to, Arrays.copyOfRange(mutant, at, to), to);
                        case 3 -> joined(mutant, at, PIECES.get(random.nextInt(PIECES.size())), to);
                        default -> joined(mutant, at, new byte[] {(byte) random.nextInt()}, at + 1);
                    };
            if (mutant.length == 0) {
                return sample;
            }
        }
        return random.nextInt(4) == 0
                ? Arrays.copyOf(mutant, 1 + random.nextInt(mutant.length))
                : mutant;
    }

    private static byte[] joined(byte[] bytes, int upTo, byte[] piece, int from) {
        byte[] joined = Arrays.copyOf(bytes, upTo + piece.length + bytes.length - from);
        System.arraycopy(piece, 0, joined, upTo, piece.length);
        System.arraycopy(bytes, from, joined, upTo + piece.length, bytes.length - from);
        return joined;
    }

    private static void assertBounded(byte[] json) throws IOException {
        CollectedTls read = CollectedTls.read("a > r.json", json);
        assertThat(read.reports.size() + read.problems.size()).isPositive();
        read.reports.forEach(TlsPropertyTest::assertBounded);
        CollectedTls again = CollectedTls.read("a > r.json", json);
        assertThat(again.reports).isEqualTo(read.reports);
    }

    private static void assertBounded(TlsReport report) {
        assertIdentifier(report.organizationName());
        assertIdentifier(report.contactInfo());
        assertIdentifier(report.reportId());
        assertThat(report.organizationName()).isNotEmpty();
        assertThat(report.reportId()).isNotEmpty();
        assertThat(report.end()).isAfterOrEqualTo(report.begin());
        assertThat(report.contentHash()).matches("[0-9a-f]{32}");
        for (Policy policy : report.policies()) {
            assertCount(policy.successfulSessions());
            assertCount(policy.failedSessions());
            policy.policyString().forEach(line -> assertText(line, Limits.TEXT_LENGTH));
            policy.mxHosts().forEach(TlsPropertyTest::assertIdentifier);
            assertThat(policy.policyDomain()).isLowerCase();
            for (Failure failure : policy.failures()) {
                assertCount(failure.failedSessions());
                assertIdentifier(failure.resultType());
                assertIdentifier(failure.sendingMtaIp());
                assertIdentifier(failure.receivingIp());
                assertIdentifier(failure.receivingMxHostname());
                assertIdentifier(failure.receivingMxHelo());
                assertText(failure.failureReasonCode(), Limits.TEXT_LENGTH);
                assertText(failure.additionalInformation(), Limits.TEXT_LENGTH);
            }
        }
    }

    private static void assertCount(long count) {
        assertThat(count).isBetween(0L, Values.MAX_COUNT);
    }

    private static void assertIdentifier(String text) {
        assertText(text, Limits.IDENTIFIER_LENGTH);
    }

    private static void assertText(String text, int limit) {
        assertThat(text.length()).isLessThanOrEqualTo(limit);
        assertThat(text).doesNotContain("\u0000");
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(text)).isTrue();
    }
}
