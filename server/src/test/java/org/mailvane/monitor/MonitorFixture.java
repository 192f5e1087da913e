package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.mailvane.accounts.Accounts;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** A service with one watched domain, whose DNS and clock the test moves. */
final class MonitorFixture implements AutoCloseable {

    static final String ZONE =
            """
            example               SOA  ns.example h.example 1 3600 600 86400 0
            shop.example          SOA  ns.shop.example hostmaster.shop.example 7 3600 600 86400 60
            shop.example          MX   10 mx.shop.example
            shop.example          TXT  "v=spf1 mx -all"
            mx.shop.example       A    192.0.2.1
            _dmarc.shop.example   TXT  "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"
            """;

    final TestClock clock = new TestClock(Instant.parse("2026-03-01T09:00:00Z"));
    final TestService service = TestService.shared(clock);
    final DnsServer dns = service.dns();
    final TestSql sql = service.sql();
    final Accounts.Created account = service.account("One");
    final long shop;

    MonitorFixture() {
        // Each test says when it works.
        service.part(MonitorWorker.class).stop();
        dns.add(ZONE);
        shop = add("shop.example");
    }

    @Override
    public void close() {
        service.close();
    }

    long add(String name) {
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

    JsonNode domain() {
        return service.get(account.apiToken(), "/api/v1/domains/" + shop + "/").json();
    }

    void work() throws InterruptedException {
        service.part(MonitorWorker.class).workAll();
    }

    JsonNode refreshed(long id) {
        Answer answer =
                service.send("POST", account.apiToken(), "/api/v1/domains/" + id + "/refresh/", "");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** Lets time pass in small steps, and what is due then be looked up. */
    void pass(Duration time) throws InterruptedException {
        for (Instant end = clock.instant().plus(time); clock.instant().isBefore(end); ) {
            clock.advance(Duration.ofMinutes(5));
            work();
        }
    }

    void check(WatchedDomain domain) throws InterruptedException {
        Monitor monitor = service.part(Monitor.class);
        monitor.check(monitor.looks(List.of(domain)).getFirst(), false);
    }

    /** How often a name was asked for a type from some question on. */
    long asked(String name, String type, int from) {
        List<String> all = dns.asked();
        return all.subList(from, all.size()).stream().filter((name + " " + type)::equals).count();
    }

    /** Has all that is due looked up until it is known for sure, and starts a new hour. */
    int settled() throws InterruptedException {
        pass(Duration.ofHours(2));
        return dns.asked().size();
    }
}
