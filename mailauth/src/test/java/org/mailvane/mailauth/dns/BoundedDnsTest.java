package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.testing.ZoneDns;

class BoundedDnsTest {

    private static final DnsName NAME = new DnsName("example.com");

    private final ZoneDns zone = ZoneDns.of("*.example.com TXT \"x\"");
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);

    @Test
    void asManyQuestionsAreAskedAsMayBe() {
        BoundedDns dns = new BoundedDns(zone, clock::get);
        for (int i = 0; i < BoundedDns.MAX_QUESTIONS; i++) {
            assertThat(dns.isSpent()).isFalse();
            assertThat(ask(dns, "n" + i).status()).isEqualTo(Status.FOUND);
        }
        assertThat(dns.isSpent()).isTrue();
        assertThat(ask(dns, "more").status()).isEqualTo(Status.NOT_ASKED);
        assertThat(dns.asked()).isEqualTo(BoundedDns.MAX_QUESTIONS);
        assertThat(zone.asked()).hasSize(BoundedDns.MAX_QUESTIONS);
    }

    @Test
    void whatIsKnownIsAnsweredAgainWithoutAsking() {
        BoundedDns dns = new BoundedDns(zone, 2, BoundedDns.MAX_TIME, clock::get);
        DnsAnswer first = ask(dns, "a");
        assertThat(ask(dns, "a")).isSameAs(first);
        assertThat(dns.asked()).isEqualTo(1);
        assertThat(dns.ask(NAME, RecordType.MX).status()).isEqualTo(Status.NO_DATA);
        assertThat(dns.isSpent()).isTrue();
        assertThat(ask(dns, "a")).isSameAs(first);
        assertThat(dns.ask(NAME, RecordType.MX).status()).isEqualTo(Status.NO_DATA);
        assertThat(zone.asked()).containsExactly("a.example.com TXT", "example.com MX");
    }

    @Test
    void failuresAreKnownAsWell() {
        ZoneDns sick = ZoneDns.of("a.example.com TIMEOUT");
        BoundedDns dns = new BoundedDns(sick, clock::get);
        assertThat(ask(dns, "a").status()).isEqualTo(Status.TIMEOUT);
        assertThat(ask(dns, "a").status()).isEqualTo(Status.TIMEOUT);
        assertThat(sick.asked()).hasSize(1);
    }

    @Test
    void nothingIsAskedWhenTheTimeIsOver() {
        BoundedDns dns = new BoundedDns(zone, clock::get);
        assertThat(dns.remaining()).isEqualTo(BoundedDns.MAX_TIME);
        // The clock may run over: System.nanoTime begins anywhere.
        clock.addAndGet(BoundedDns.MAX_TIME.toNanos() - 1);
        assertThat(dns.remaining()).isEqualTo(Duration.ofNanos(1));
        assertThat(ask(dns, "a").status()).isEqualTo(Status.FOUND);
        clock.incrementAndGet();
        assertThat(dns.remaining()).isEqualTo(Duration.ZERO);
        assertThat(dns.isSpent()).isTrue();
        assertThat(ask(dns, "b").status()).isEqualTo(Status.NOT_ASKED);
        assertThat(ask(dns, "a").status()).isEqualTo(Status.FOUND);
        clock.addAndGet(Duration.ofDays(1).toNanos());
        assertThat(dns.remaining()).isEqualTo(Duration.ZERO);
        assertThat(dns.asked()).isEqualTo(1);
    }

    private static DnsAnswer ask(Dns dns, String label) {
        return dns.ask(NAME.below(label).orElseThrow(), RecordType.TXT);
    }
}
