package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.mailvane.testing.WebServer;

/** Tests what the timeline shows about records that change: each change once, and nothing else. */
@Tag("slow")
class RecordChangesTest {

    private static final Duration DAY = CheckTimes.EVERYTHING;

    private static final String POLICY =
            "version: STSv1\nmode: %s\nmx: mx.shop.example\nmax_age: 86400\n";

    private static final String KEY = "v=DKIM1; k=ed25519; p=";

    /** Of RFC 8463, and one more. */
    private static final List<String> KEYS =
            List.of(
                    "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                    "YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=");

    @TempDir private Path folder;

    private final TestClock clock = new TestClock(Instant.parse("2026-03-01T09:00:00Z"));
    private final WebServer web = WebServer.start();

    private TestService service;
    private DnsServer dns;
    private TestSql sql;

    /** It trusts the certificates of this web server, which is why it is not the shared one. */
    @BeforeEach
    void open() {
        service =
                TestService.fresh(
                        Map.of(
                                Setting.FETCH_ALLOW, "127.0.0.1",
                                Setting.FETCH_CA_FILE, web.authority(folder).toString(),
                                Setting.FETCH_HTTPS_PORT, String.valueOf(web.port())),
                        clock);
        service.part(MonitorWorker.class).stop();
        dns = service.dns();
        sql = service.sql();
        dns.add(
                """
                example               SOA  ns.example h.example 1 3600 600 86400 0
                shop.example          MX   10 mx.shop.example
                shop.example          TXT  "v=spf1 mx -all"
                mx.shop.example       A    192.0.2.1
                mta-sts.shop.example  A    127.0.0.1
                www.shop.example      A    127.0.0.1
                _dmarc.shop.example   TXT  "v=DMARC1; p=reject"
                """);
        web.serve("/.well-known/mta-sts.txt", "text/plain", POLICY.formatted("testing"));
        Accounts.Created account = service.account("One");
        String token = account.apiToken();
        long group =
                service.get(token, "/api/v1/domain-groups/").json().at("/results/0/id").asLong();
        service.send(
                "POST",
                token,
                "/api/v1/domain-groups/" + group + "/add-domains/",
                "{\"domains\": [\"shop.example\"]}");
        long shop = service.get(token, "/api/v1/domains/").json().at("/results/0/id").asLong();
        service.send("PATCH", token, "/api/v1/domains/" + shop + "/", "{\"selectors\": [\"s1\"]}");
    }

    @AfterEach
    void close() {
        service.close();
        web.close();
    }

    private void look() throws InterruptedException {
        service.forgetAnswers();
        service.part(MonitorWorker.class).workAll();
    }

    /** Looks a day later, and once more to confirm what was seen. */
    private void dayPasses() throws InterruptedException {
        clock.advance(DAY);
        look();
        clock.advance(CheckTimes.CONFIRM);
        look();
    }

    private List<String> news() {
        List<String> news =
                sql.rows(
                        """
                        select change || ': ' || split_part(old_value, E'\\n', 1) || ' -> '
                            || split_part(new_value, E'\\n', 1)
                        from timeline_event where change <> 'domain_added' order by id
                        """);
        sql.execute("delete from timeline_event");
        return news;
    }

    private void publish(String name, String text) {
        dns.remove(name);
        if (!text.isEmpty()) {
            dns.add(name + " TXT \"" + text.replace("\"", "\\\"") + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dkim    | s1._domainkey.shop.example | v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= | v=DKIM1; k=ed25519; p=YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=",
                "bimi    | default._bimi.shop.example | v=BIMI1; l=https://www.shop.example/a.svg | v=BIMI1; l=https://www.shop.example/b.svg",
                "mta_sts | _mta-sts.shop.example      | v=STSv1; id=1 | v=STSv1; id=2",
                "tls_rpt | _smtp._tls.shop.example    | v=TLSRPTv1; rua=mailto:a@shop.example | v=TLSRPTv1; rua=mailto:b@shop.example"
            })
    void eachChangeIsToldOnceWhenItWasSeenTwice(
            String kind, String name, String first, String second) throws InterruptedException {
        dayPasses();
        assertThat(news()).isEmpty();

        publish(name, first);
        clock.advance(DAY);
        look();
        assertThat(news()).as("seen once").isEmpty();
        clock.advance(CheckTimes.CONFIRM);
        look();
        assertThat(news()).containsExactly(kind + "_added:  -> " + first);

        publish(name, second);
        clock.advance(DAY);
        look();
        publish(name, first);
        clock.advance(CheckTimes.CONFIRM);
        look();
        dayPasses();
        assertThat(news()).as("what was there for a moment").isEmpty();

        publish(name, second);
        dayPasses();
        assertThat(news()).containsExactly(kind + "_changed: " + first + " -> " + second);
        dayPasses();
        assertThat(news()).as("told already").isEmpty();

        for (String failure : List.of("SERVFAIL", "REFUSED")) {
            dns.remove(name);
            dns.add(name + " " + failure);
            dayPasses();
            dayPasses();
            assertThat(news()).as(failure).isEmpty();
        }
        publish(name, second);
        dayPasses();
        assertThat(news()).as("as before").isEmpty();

        publish(name, "");
        clock.advance(DAY);
        look();
        assertThat(news()).as("seen once").isEmpty();
        clock.advance(CheckTimes.CONFIRM);
        look();
        assertThat(news()).containsExactly(kind + "_removed: " + second + " -> ");
    }

    @Test
    void aKeyThatIsRevokedIsToldOnce() throws InterruptedException {
        publish("s1._domainkey.shop.example", KEY + KEYS.getFirst());
        dayPasses();
        news();
        publish("s1._domainkey.shop.example", "v=DKIM1; p=");
        dayPasses();
        dayPasses();
        assertThat(news())
                .containsExactly("dkim_changed: " + KEY + KEYS.getFirst() + " -> v=DKIM1; p=");
    }

    @Test
    void thePolicyOfMtaStsChangesBesideItsRecord() throws InterruptedException {
        publish("_mta-sts.shop.example", "v=STSv1; id=1");
        dayPasses();
        news();

        policy("enforce");
        dayPasses();
        dayPasses();
        assertThat(news()).containsExactly("mta_sts_changed: version: STSv1 -> version: STSv1");
        assertThat(sql.rows("select 1 from timeline_event")).isEmpty();

        web.say("/.well-known/mta-sts.txt", "HTTP/1.1 503 Busy\r\n\r\n");
        dayPasses();
        assertThat(news()).as("cannot be fetched").isEmpty();
        policy("enforce");
        dayPasses();
        assertThat(news()).as("as before").isEmpty();

        web.say("/.well-known/mta-sts.txt", "HTTP/1.1 404 Not Found\r\n\r\n");
        dayPasses();
        assertThat(news()).as("not there").isEmpty();
        assertThat(
                        sql.value(
                                "select coalesce(details ->> 'policy_file', 'none') from watched_record where kind = 'mta_sts'"))
                .isEqualTo("none");
        policy("none");
        dayPasses();
        assertThat(news())
                .as("another one than before")
                .containsExactly("mta_sts_changed: version: STSv1 -> version: STSv1");
    }

    private void policy(String mode) {
        web.serve("/.well-known/mta-sts.txt", "text/plain", POLICY.formatted(mode));
    }
}
