package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.settings.Setting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;

/** Domains' records are looked up, and domains show what was found. */
class MonitorTest {

    private final DnsServer dns =
            DnsServer.of(
                    """
                    example               SOA  ns.example h.example 1 3600 600 86400 0
                    shop.example          SOA  ns.shop.example hostmaster.shop.example 7 3600 600 86400 60
                    shop.example          MX   10 mx.shop.example
                    shop.example          TXT  "v=spf1 mx -all"
                    mx.shop.example       A    192.0.2.1
                    _dmarc.shop.example   TXT  "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"
                    """);
    private final TestClock clock = new TestClock(Instant.parse("2026-03-01T09:00:00Z"));
    private final TestService service =
            TestService.start(
                    Map.of(Setting.DNS_SERVERS, dns.setting()), TestDatabases.migrated(), clock);
    private final Accounts.Created account = service.account("One");
    private final long shop = add("shop.example");

    @AfterEach
    void stop() {
        service.close();
        dns.close();
    }

    private long add(String name) {
        String token = account.apiToken();
        long group =
                service.get(token, "/api/v1/domain-groups/").json().at("/results/0/id").asLong();
        service.send(
                "POST",
                token,
                "/api/v1/domain-groups/" + group + "/add-domains/",
                "{\"domains\": [\"" + name + "\"]}");
        return service.get(token, "/api/v1/domains/?domain_exact=" + name)
                .json()
                .at("/results/0/id")
                .asLong();
    }

    private JsonNode domain() {
        return service.get(account.apiToken(), "/api/v1/domains/" + shop + "/").json();
    }

    private void work() throws InterruptedException {
        service.part(MonitorWorker.class).workAll();
    }

    @Test
    void whatIsDueIsLookedUpAndShown() throws InterruptedException {
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("unknown");
        work();
        JsonNode domain = domain();
        System.err.println(domain.toPrettyString());
        assertThat(domain.get("state_dmarc").asString()).isEqualTo("present");
        assertThat(domain.get("state_spf").asString()).isEqualTo("present");
        assertThat(domain.get("records_spf").asString()).isEqualTo("v=spf1 mx -all");
        assertThat(domain.get("spf_lookup_count").asInt()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(10));
        dns.remove("_dmarc.shop.example");
        work();
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("missing");
    }

    @Test
    void refreshAnswersWithWhatIsThereNow() {
        JsonNode refreshed =
                service.send(
                                "POST",
                                account.apiToken(),
                                "/api/v1/domains/" + shop + "/refresh/",
                                "")
                        .json();
        assertThat(refreshed.get("state_dmarc").asString()).isEqualTo("present");
        dns.remove("_dmarc.shop.example");
        dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=reject\"");
        refreshed =
                service.send(
                                "POST",
                                account.apiToken(),
                                "/api/v1/domains/" + shop + "/refresh/",
                                "")
                        .json();
        assertThat(refreshed.get("records_dmarc").asString()).isEqualTo("v=DMARC1; p=reject");
    }
}
