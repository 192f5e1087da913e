package org.mailvane.intake.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.reports.Limits;

/** Tests what is kept in memory of one envelope. */
class EnvelopeReaderTest {

    /** With the row of its policy. */
    private static final int FAILURES = (int) (EnvelopeReader.HELD_ROWS / 4) - 1;

    @Test
    void tlsReportsUpToTheLimitOfRowsAreHeldAndFurtherOnesAreTold() {
        ReadEnvelope fits = read(reports(4));
        assertThat(fits.tlsReports()).hasSize(4);
        assertThat(fits.recordCount()).isEqualTo(EnvelopeReader.HELD_ROWS);
        assertThat(fits.remarks()).isEmpty();
        ReadEnvelope crosses = read(reports(5));
        assertThat(crosses.tlsReports()).hasSize(4);
        assertThat(crosses.remarks())
                .singleElement()
                .satisfies(remark -> {
                    assertThat(remark.outcome()).isEqualTo(Remark.Outcome.FAILED);
                    assertThat(remark.code()).isEqualTo("too_large");
                    assertThat(remark.english()).contains("20,000 rows");
                });
    }

    @Test
    void whatCannotBeReadMayHoldAFailureReport() {
        ReadEnvelope given =
                new EnvelopeReader(Limits.DEFAULT)
                        .read(
                                new Envelope(
                                        "a.eml",
                                        1,
                                        () -> {
                                            throw new IOException("given up");
                                        }));
        assertThat(given.holdsFailure()).isTrue();
        assertThat(given.remarks()).extracting(Remark::code).containsExactly("unreadable");
    }

    /** Reports with as little as possible in each row, so that no other limit is met first. */
    private static String reports(int number) {
        String failure = "{\"result-type\": \"a\", \"failed-session-count\": 1}";
        String failures = String.join(",", Collections.nCopies(FAILURES, failure));
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < number; i++) {
            all.append(
                    """
                    {"organization-name": "Postbox One", "report-id": "r%d",
                     "date-range": {"start-datetime": "2026-11-19T00:00:00Z",
                      "end-datetime": "2026-11-19T23:59:59Z"},
                     "policies": [{"policy": {"policy-type": "sts", "policy-domain": "shop.example"},
                       "summary": {"total-successful-session-count": 1,
                        "total-failure-session-count": %d},
                       "failure-details": [%s]}]}
                    """
                            .formatted(i, FAILURES, failures));
        }
        return all.toString();
    }

    private static ReadEnvelope read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new EnvelopeReader(Limits.DEFAULT)
                .read(
                        new Envelope(
                                "reports.json",
                                bytes.length,
                                () -> RawMessage.read(new ByteArrayInputStream(bytes))));
    }
}
