package org.mailvane.traffic.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.PublishedPolicy;
import org.mailvane.reports.aggregate.SpfResult;

/** Raw results come out of their detail as they went in. */
class RawResultsTest {

    private static final String CHARACTERS = "ab.\"\\/{}[]:,'\u0001\n\t\u001fäß€\u2028😀 ";

    private static final AggregateReport REPORT =
            new AggregateReport(
                    "",
                    null,
                    "Postbox One",
                    "",
                    null,
                    "r-1",
                    Instant.EPOCH,
                    Instant.EPOCH,
                    List.of(),
                    null,
                    new PublishedPolicy(
                            "example.com", null, null, null, null, null, null, null, null, null),
                    1,
                    1,
                    0,
                    "",
                    List.of());

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void whatIsWrittenIsRead() throws UnknownHostException {
        Detail.Maker maker = new Detail.Maker();
        for (int i = 0; i < 5_000; i++) {
            AggregateRecord record = record();
            Detail detail = maker.of(REPORT, record);
            RawResults read = RawResults.parse(detail.dkim(), detail.spf(), detail.reasons());
            assertThat(read.dkim()).isEqualTo(record.dkim());
            assertThat(read.spf()).isEqualTo(record.spf());
            assertThat(read.reasons()).isEqualTo(record.reasons());
            assertThat(read.characters())
                    .isEqualTo(
                            detail.dkim().length()
                                    + detail.spf().length()
                                    + detail.reasons().length());
        }
    }

    private AggregateRecord record() throws UnknownHostException {
        return new AggregateRecord(
                InetAddress.getByName("192.0.2.1"),
                1,
                Disposition.NONE,
                true,
                false,
                list(() -> new OverrideReason(text(), text())),
                "example.com",
                null,
                null,
                list(() -> new DkimResult(text(), text(), result(), optionalText())),
                // RFC 7208 has no "policy" (section 2.6).
                list(() -> new SpfResult(text(), text(), spfResult(), optionalText())));
    }

    private <T> List<T> list(Supplier<T> item) {
        List<T> all = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            all.add(item.get());
        }
        return all;
    }

    private AuthResult result() {
        List<AuthResult> all = List.of(AuthResult.values());
        return all.get(random.nextInt(all.size()));
    }

    private AuthResult spfResult() {
        AuthResult result = result();
        return result == AuthResult.POLICY ? AuthResult.PASS : result;
    }

    private @Nullable String optionalText() {
        return random.nextBoolean() ? null : text();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            int[] points = CHARACTERS.codePoints().toArray();
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }
}
