package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;

class MonitorFiguresTest {

    private static final Instant NOW = Instant.parse("2026-03-01T09:00:00Z");

    @Test
    void dueDomainsAreCountedUpToANumber() {
        TestClock clock = new TestClock(NOW);
        try (TestService service = TestService.shared(clock)) {
            service.sql()
                    .execute(
                            """
                            with added as (
                                insert into domain (account_id, name, top_level, origin, added_date)
                                select %d, 'd' || i || '.example', true, 'm', now()
                                from generate_series(1, 3) i
                                returning account_id, id)
                            insert into watched_domain
                                (account_id, domain_id, dmarc_due, full_due, leased_until)
                            select account_id, id, '%2$s', '%2$s', 'infinity' from added
                            """
                                    .formatted(service.account("One").account().id(), NOW));
            WatchedDomainTable table = service.part(WatchedDomainTable.class);
            assertThat(table.backlog(NOW, 3).domains()).isEqualTo(3);
            assertThat(table.backlog(NOW, 2).domains()).isEqualTo(2);

            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            new MonitorFigures(table, SettingsReader.read(Map.of(), Map.of(), null), clock)
                    .bindTo(registry);
            assertThat(registry.get("mailvane.monitor.due.domains").gauge().getId())
                    .satisfies(id ->
                            assertThat(id.getDescription())
                                    .contains("at most " + MonitorFigures.MAX_COUNTED));
        }
    }
}
