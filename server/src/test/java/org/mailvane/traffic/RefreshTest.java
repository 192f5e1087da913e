package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.traffic.reclassify.Reclassification;
import org.mailvane.traffic.reclassify.ReclassificationFixture;
import org.mailvane.traffic.reclassify.ReclassificationWorker;

/** Tests that users can refresh source data by {@code sources/refresh/}. */
class RefreshTest {

    private static final String PATH = "/api/v1/sources/refresh/";

    private static final String ZONE =
            """
            example              SOA  ns.example hostmaster.example 7 3600 600 86400 60
            2.0.192.in-addr.arpa SOA  ns.example hostmaster.example 7 3600 600 86400 60
            1.2.0.192.in-addr.arpa 0  PTR  out.senders.example
            out.senders.example    0  A    192.0.2.1
            """;

    private final ReclassificationFixture house = new ReclassificationFixture(ZONE);

    @AfterEach
    void close() {
        house.close();
    }

    private void takeReport() {
        house.take(
                SampleReport.about("example.com")
                        .period("2026-11-19T00:00:00Z", "2026-11-19T23:59:59Z")
                        .record("192.0.2.1", 4, "none", true, true));
    }

    private Instant refreshed() {
        return refreshed(house.service.get(house.token, PATH));
    }

    private static Instant refreshed(Answer answer) {
        return Instant.parse(answer.json().get("refreshed").asString());
    }

    private Answer ask() {
        return house.service.send("POST", house.token, PATH, "{}");
    }

    /** When DNS was asked about the address last. */
    private String checked() {
        return house.sql.value("select checked from address_evidence");
    }

    private List<String> marks() {
        return house.sql.rows("select * from reclassification_queue order by domain_id");
    }

    @Test
    void addressesAreLookedUpAgainThatAreDueAndTheTimeMovesOn() {
        takeReport();
        house.settle();
        house.clock.advance(Duration.ofDays(8));
        Instant before = refreshed();
        String asked = checked();

        // It could be done before the answer is written.
        house.service.part(ReclassificationWorker.class).stop();
        Answer answer = ask();
        assertThat(answer.status()).isEqualTo(201);
        assertThat(refreshed(answer)).isEqualTo(before);
        house.service.part(ReclassificationWorker.class).start();
        house.settle();

        assertThat(refreshed()).isAfter(before);
        assertThat(checked()).isNotEqualTo(asked);
    }

    @Test
    void askingTwiceDoesNothingMore() {
        takeReport();
        house.settle();
        house.service.part(ReclassificationWorker.class).stop();
        ask();
        List<String> once = marks();
        assertThat(once).hasSize(1);
        house.clock.advance(Duration.ofSeconds(10));
        assertThat(ask().status()).isEqualTo(201);
        assertThat(marks()).isEqualTo(once);

        house.service.part(ReclassificationWorker.class).start();
        house.settle();
        assertThat(marks()).isEmpty();
    }

    @Test
    void whatDnsHasJustSaidIsNotAskedAgainButTheTimeMovesOn() {
        takeReport();
        house.settle();
        house.clock.advance(Reclassification.REQUEST_AGE.minus(Reclassification.LONGEST));
        Instant before = refreshed();
        String asked = checked();
        ask();
        house.settle();
        assertThat(refreshed()).isAfter(before);
        assertThat(checked()).isEqualTo(asked);
    }

    @Test
    void whatDnsSaidMoreThanAMinuteAgoIsAskedAgain() {
        takeReport();
        house.settle();
        String spf = house.sql.value("select max(spf_checked) from domain_evidence");
        String asked = checked();
        house.clock.advance(Reclassification.REQUEST_AGE.plusSeconds(1));
        ask();
        house.settle();
        assertThat(checked()).isNotEqualTo(asked);
        assertThat(house.sql.value("select max(spf_checked) from domain_evidence"))
                .isNotEqualTo(spf);
    }

    @Test
    void beforeTheFirstTimeItIsWhenTheAccountWasMade() {
        assertThat(refreshed()).isEqualTo(house.clock.instant());
    }

    @Test
    void withoutDomainsItIsDoneAtOnce() {
        Instant before = refreshed();
        house.clock.advance(Duration.ofSeconds(1));
        ask();
        assertThat(refreshed()).isAfter(before).isEqualTo(house.clock.instant());
    }

    @Test
    void theBodyMayBeLeftOut() {
        assertThat(house.service.send("POST", house.token, PATH, "").status()).isEqualTo(201);
        assertThat(house.service.send("POST", house.token, PATH, "{").status()).isLessThan(500);
    }
}
