package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AggregateRecordTest {

    private static AggregateRecord record(@Nullable String envelope, @Nullable String human)
            throws UnknownHostException {
        return new AggregateRecord(
                InetAddress.getByName("192.0.2.1"),
                7,
                Disposition.NONE,
                true,
                false,
                List.of(new OverrideReason("other", "four")),
                "a.example",
                envelope,
                envelope,
                List.of(new DkimResult("b.example", "s1", AuthResult.PASS, human)),
                List.of(new SpfResult("c.example", "mfrom", AuthResult.FAIL, human)));
    }

    @Test
    void onlyTheCountIsAnother() throws UnknownHostException {
        AggregateRecord record = record("d.example", "text");
        AggregateRecord other = record.withCount(9);
        assertThat(other.count()).isEqualTo(9);
        assertThat(other).isNotEqualTo(record);
        assertThat(other.withCount(7)).isEqualTo(record);
    }

    @Test
    void charactersAreThoseOfTheReportersTexts() throws UnknownHostException {
        int always = "a.example".length() + "b.example".length() + "s1".length();
        always += "c.example".length() + "other".length() + "four".length();
        assertThat(record(null, null).characters()).isEqualTo(always);
        assertThat(record("d.example", "text").characters())
                .isEqualTo(always + 2 * "d.example".length() + 2 * "text".length());
    }
}
