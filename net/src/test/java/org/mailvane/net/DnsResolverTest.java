package org.mailvane.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DnsRecord.Address;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.dns.DnsRecord.Other;
import org.mailvane.mailauth.dns.DnsRecord.StartOfZone;
import org.mailvane.mailauth.dns.DnsRecord.Target;
import org.mailvane.mailauth.dns.DnsRecord.Text;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.DnsExchange.Timing;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;

/** DNS as a real server tells it, and what is made of one that doesn't. */
class DnsResolverTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    /** For servers that don't answer; long enough for those that do. */
    private static final Timing SHORT =
            new Timing(Duration.ofMillis(400), Duration.ofMillis(1500), SOON);

    private static final Timing LONG = new Timing(SOON, SOON, SOON);

    private final DnsServer server = DnsServer.of("");
    private final AtomicLong now = new AtomicLong();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        server.close();
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void everyTypeIsRead() {
        server.add(
                """
                all.example   A      192.0.2.1
                all.example   A      192.0.2.2
                all.example   AAAA   2001:db8::1
                all.example   NS     ns.example
                all.example   MX     10 mx.example
                all.example   MX     65535 Other.example
                all.example   TXT    "v=spf1 " "-all"
                all.example   SPF    "v=spf1 -all"
                all.example   SOA    ns.example host.example 4294967295 2 3 4 5
                all.example   TLSA   0301 01ab
                alias.example CNAME  all.example
                1.2.0.192.in-addr.arpa PTR all.example
                none.example  MX     0 .
                """);
        assertThat(records("all.example", RecordType.A))
                .containsExactly(address("192.0.2.1"), address("192.0.2.2"));
        assertThat(records("all.example", RecordType.AAAA)).containsExactly(address("2001:db8::1"));
        assertThat(records("all.example", RecordType.NS))
                .containsExactly(new Target(name("ns.example")));
        assertThat(records("all.example", RecordType.MX))
                .containsExactly(
                        new MailExchanger(10, name("mx.example")),
                        new MailExchanger(65_535, name("other.example")));
        assertThat(records("all.example", RecordType.TXT))
                .containsExactly(new Text(List.of("v=spf1 ", "-all")));
        assertThat(records("all.example", RecordType.SPF)).containsExactly(new Text("v=spf1 -all"));
        assertThat(records("all.example", RecordType.SOA))
                .containsExactly(
                        new StartOfZone(name("ns.example"), name("host.example"), 4_294_967_295L));
        assertThat(records("all.example", RecordType.TLSA)).containsExactly(new Other("030101ab"));
        assertThat(records("alias.example", RecordType.CNAME))
                .containsExactly(new Target(name("all.example")));
        assertThat(records("1.2.0.192.in-addr.arpa", RecordType.PTR))
                .containsExactly(new Target(name("all.example")));
        assertThat(records("none.example", RecordType.MX))
                .containsExactly(new MailExchanger(0, DnsName.ROOT));
    }

    @Test
    void mappedAddressStaysWhatItIs() {
        server.add("mapped.example AAAA ::ffff:192.0.2.1");
        assertThat(records("mapped.example", RecordType.AAAA))
                .containsExactly(address("::ffff:192.0.2.1"));
    }

    @Test
    void whatIsThereTwiceIsReadOnce() {
        server.add("twice.example A 192.0.2.1\ntwice.example A 192.0.2.1");
        assertThat(records("twice.example", RecordType.A)).containsExactly(address("192.0.2.1"));
    }

    @Test
    void textsKeepTheirOctets() {
        server.add(
                """
                odd.example TXT "\\x00\\xff\\\\\\x22\\xc3\\xa9"
                odd.example TXT ""
                """);
        assertThat(records("odd.example", RecordType.TXT))
                .containsExactly(new Text("\0\u00ff\\\"\u00c3\u00a9"), new Text(""));
    }

    @Test
    void namesOfAnyOctetsAreAskedForAsTheyAre() {
        String odd = "\\032\0\u00ff \"@(;$*.odd.example";
        server.add("\\\\032\\x00\\xff\\x20\\\"@(;$*.odd.example A 192.0.2.1");
        assertThat(records(odd, RecordType.A)).containsExactly(address("192.0.2.1"));
        String longest = ("a".repeat(63) + ".").repeat(3) + "b".repeat(61);
        server.add(longest + " A 192.0.2.2");
        assertThat(records(longest, RecordType.A)).containsExactly(address("192.0.2.2"));
    }

    @Test
    void rootIsAName() {
        server.add(". NS a.example");
        assertThat(records(".", RecordType.NS)).containsExactly(new Target(name("a.example")));
    }

    @Test
    void absenceIsToldFromFailure() {
        server.add(
                """
                there.example    A 192.0.2.1
                deep.sub.example A 192.0.2.1
                sick.example     SERVFAIL
                shut.example     REFUSED
                old.example      NOTIMP
                lame.example     LAME
                broken.example   A 192.0.2.1
                broken.example   BROKEN
                lost.example     DROP
                """);
        DnsResolver dns = resolver(SHORT);
        assertThat(status(dns, "there.example")).isEqualTo(Status.FOUND);
        assertThat(dns.ask(name("there.example"), RecordType.MX).status())
                .isEqualTo(Status.NO_DATA);
        assertThat(status(dns, "sub.example")).isEqualTo(Status.NO_DATA);
        assertThat(status(dns, "nowhere.example")).isEqualTo(Status.NO_SUCH_NAME);
        assertThat(status(dns, "sick.example")).isEqualTo(Status.SERVER_FAILURE);
        assertThat(status(dns, "shut.example")).isEqualTo(Status.SERVER_FAILURE);
        assertThat(status(dns, "old.example")).isEqualTo(Status.SERVER_FAILURE);
        assertThat(status(dns, "lame.example")).isEqualTo(Status.SERVER_FAILURE);
        assertThat(status(dns, "broken.example")).isEqualTo(Status.SERVER_FAILURE);
        assertThat(status(dns, "lost.example")).isEqualTo(Status.TIMEOUT);
    }

    @Test
    void whereNobodyListensThereIsNoAnswerAndNoWaiting() throws IOException {
        int port;
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        DnsResolver dns =
                resolver(LONG, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        long begin = System.nanoTime();
        assertThat(status(dns, "any.example")).isEqualTo(Status.TIMEOUT);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
    }

    @Test
    void lostQuestionIsAskedOnceMore() {
        server.add("lossy.example A 192.0.2.1\nlossy.example DROP 1");
        assertThat(status(resolver(SHORT), "lossy.example")).isEqualTo(Status.FOUND);
        assertThat(server.asked()).containsExactly("lossy.example A", "lossy.example A");
    }

    @Test
    void eachServerIsAskedAsOftenAsItMayBeAndNoMoreWhenItFails() {
        DnsServer second = add(DnsServer.of("lost.example DROP\nsick.example SERVFAIL"));
        server.add("lost.example DROP\nsick.example REFUSED");
        DnsResolver dns = resolver(SHORT, server.address(), second.address());
        assertThat(status(dns, "sick.example")).isEqualTo(Status.SERVER_FAILURE);
        assertThat(server.asked()).hasSize(1);
        assertThat(second.asked()).hasSize(1);
        Timing patient = new Timing(Duration.ofMillis(100), SOON, SOON);
        DnsResolver slow = resolver(patient, server.address(), second.address());
        assertThat(status(slow, "lost.example")).isEqualTo(Status.TIMEOUT);
        assertThat(server.asked()).hasSize(1 + DnsExchange.ROUNDS);
        assertThat(second.asked()).hasSize(1 + DnsExchange.ROUNDS);
    }

    @Test
    void timeOfAllAttemptsTogetherIsBounded() {
        DnsServer second = add(DnsServer.of("lost.example DROP"));
        server.add("lost.example DROP");
        Timing timing = new Timing(Duration.ofMillis(300), Duration.ofMillis(450), SOON);
        DnsResolver dns = resolver(timing, server.address(), second.address());
        assertThat(status(dns, "lost.example")).isEqualTo(Status.TIMEOUT);
        assertThat(server.asked()).hasSize(1);
        assertThat(second.asked()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVFAIL", "REFUSED", "DROP", "LAME", "BROKEN", "HANGUP"})
    void whereOneServerFailsTheNextIsAsked(String behaviour) {
        DnsServer second = add(DnsServer.of("found.example A 192.0.2.1"));
        server.add("found.example A 192.0.2.2\nfound.example " + behaviour);
        DnsResolver dns = resolver(SHORT, server.address(), second.address());
        assertThat(dns.ask(name("found.example"), RecordType.A).records())
                .containsExactly(address("192.0.2.1"));
    }

    @Test
    void serverThatAnsweredLastIsAskedFirst() {
        DnsServer second = add(DnsServer.of("a.example A 192.0.2.1\nb.example A 192.0.2.1"));
        server.add("a.example DROP\nb.example A 192.0.2.2");
        DnsResolver dns = resolver(SHORT, server.address(), second.address());
        assertThat(status(dns, "a.example")).isEqualTo(Status.FOUND);
        assertThat(dns.ask(name("b.example"), RecordType.A).records())
                .containsExactly(address("192.0.2.1"));
    }

    @Test
    void serverWithoutExtensionsIsAskedWithoutThem() {
        server.add("old.example A 192.0.2.1\nold.example NO_EDNS");
        assertThat(status(resolver(LONG), "old.example")).isEqualTo(Status.FOUND);
    }

    @Test
    void whatIsTooLongForUdpComesByTcp() {
        server.add("cut.example A 192.0.2.1\ncut.example TRUNCATED");
        for (int i = 0; i < 240; i++) {
            server.add("huge.example TXT \"" + "x".repeat(247) + "%03d".formatted(i) + "\"");
        }
        DnsResolver dns = resolver(LONG);
        assertThat(status(dns, "cut.example")).isEqualTo(Status.FOUND);
        assertThat(dns.ask(name("huge.example"), RecordType.TXT).texts())
                .hasSize(240)
                .allSatisfy(text -> assertThat(text.joined()).hasSize(250));
        assertThat(server.asked()).contains("cut.example A TCP", "huge.example TXT TCP");
    }

    @Test
    void answerOfUdpSizeComesByUdp() {
        for (int i = 0; i < 4; i++) {
            server.add("big.example TXT \"" + "x".repeat(200) + i + "\"");
        }
        assertThat(resolver(LONG).ask(name("big.example"), RecordType.TXT).texts()).hasSize(4);
        assertThat(server.asked()).containsExactly("big.example TXT");
    }

    @Test
    void connectionThatIsClosedInsteadOfAnAnswerIsAFailure() {
        server.add("hang.example A 192.0.2.1\nhang.example HANGUP");
        assertThat(status(resolver(LONG), "hang.example")).isEqualTo(Status.SERVER_FAILURE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WRONG_ID", "WRONG_QUESTION", "ECHO"})
    void whatAnswersSomethingElseIsPassedOver(String behaviour) {
        server.add("a.example A 192.0.2.1\na.example " + behaviour + " " + DnsExchange.MAX_STRAYS);
        assertThat(status(resolver(LONG), "a.example")).isEqualTo(Status.FOUND);
        assertThat(server.asked()).containsExactly("a.example A");
    }

    @Test
    void tooManyOfThemLeadToTcp() {
        server.add("a.example A 192.0.2.1\na.example WRONG_ID " + (DnsExchange.MAX_STRAYS + 1));
        assertThat(status(resolver(LONG), "a.example")).isEqualTo(Status.FOUND);
        assertThat(server.asked()).containsExactly("a.example A", "a.example A TCP");
    }

    @Test
    void aliasesAreFollowedAndTold() {
        server.add(
                """
                example       SOA   ns.example host.example 1 2 3 4 60
                a.example     CNAME b.example
                b.example     CNAME c.example
                c.example     A     192.0.2.1
                void.example  CNAME nothing.example
                """);
        DnsAnswer found = resolver(LONG).ask(name("a.example"), RecordType.A);
        assertThat(found.records()).containsExactly(address("192.0.2.1"));
        assertThat(found.aliases()).containsExactly(name("b.example"), name("c.example"));
        DnsAnswer empty = resolver(LONG).ask(name("a.example"), RecordType.MX);
        assertThat(empty.status()).isEqualTo(Status.NO_DATA);
        assertThat(empty.aliases()).containsExactly(name("b.example"), name("c.example"));
        DnsAnswer nowhere = resolver(LONG).ask(name("void.example"), RecordType.A);
        assertThat(nowhere.status()).isEqualTo(Status.NO_SUCH_NAME);
        assertThat(nowhere.aliases()).containsExactly(name("nothing.example"));
    }

    @Test
    void aliasesThatAServerLeavesOpenAreAskedOn() {
        server.add(
                """
                a.example CNAME b.example
                a.example ALIAS_ONLY
                b.example CNAME c.example
                b.example ALIAS_ONLY
                c.example A     192.0.2.1
                d.example CNAME gone.example
                d.example ALIAS_ONLY
                """);
        DnsAnswer found = resolver(LONG).ask(name("a.example"), RecordType.A);
        assertThat(found.records()).containsExactly(address("192.0.2.1"));
        assertThat(found.aliases()).containsExactly(name("b.example"), name("c.example"));
        assertThat(server.asked()).containsExactly("a.example A", "b.example A", "c.example A");
        assertThat(status(resolver(LONG), "d.example")).isEqualTo(Status.NO_SUCH_NAME);
    }

    @Test
    void aliasesInACircleAreAFailure() {
        server.add(
                """
                a.example    CNAME b.example
                b.example    CNAME a.example
                self.example CNAME self.example
                x.example    CNAME y.example
                x.example    ALIAS_ONLY
                y.example    CNAME x.example
                y.example    ALIAS_ONLY
                """);
        for (String start : List.of("a.example", "self.example", "x.example")) {
            assertThat(status(resolver(LONG), start)).isEqualTo(Status.SERVER_FAILURE);
        }
    }

    @Test
    void onlySoManyAliasesAreFollowed() {
        for (int i = 0; i <= AnswerReader.MAX_ALIASES; i++) {
            server.add("n" + i + ".example CNAME n" + (i + 1) + ".example");
        }
        server.add("n" + (AnswerReader.MAX_ALIASES + 1) + ".example A 192.0.2.1");
        assertThat(status(resolver(LONG), "n1.example")).isEqualTo(Status.FOUND);
        assertThat(status(resolver(LONG), "n0.example")).isEqualTo(Status.SERVER_FAILURE);
    }

    @ParameterizedTest
    @CsvSource({
        // What is asked, how long its answer is kept, in seconds.
        "hour.example, A, 3600",
        "day.example, A, 3600",
        "minute.example, A, 60",
        "zero.example, A, 1",
        "shortest.example, A, 7",
        "alias.example, A, 30",
        "hour.example, MX, 120",
        "zone.example, MX, 90",
        "deep.long.example, A, 900",
        "nowhere.else, A, 1",
        "sick.example, A, 5"
    })
    void answersAreKeptForTheirTimeWithinBounds(String name, RecordType type, int seconds) {
        server.add(
                """
                example       SOA   ns.example host.example 1 2 3 4 120
                zone.example  90    SOA ns.example host.example 1 2 3 4 120
                long.example  86400 SOA ns.example host.example 1 2 3 4 86400
                hour.example  3600  A 192.0.2.1
                day.example   86400 A 192.0.2.1
                minute.example  60  A 192.0.2.1
                zero.example    0   A 192.0.2.1
                shortest.example 9  A 192.0.2.1
                shortest.example 7  A 192.0.2.2
                shortest.example 8  A 192.0.2.3
                alias.example   30  CNAME minute.example
                sick.example        SERVFAIL
                """);
        DnsResolver dns = resolver(LONG);
        DnsAnswer first = dns.ask(name(name), type);
        now.addAndGet(Duration.ofSeconds(seconds).toNanos() - 1);
        DnsAnswer kept = dns.ask(name(name), type);
        assertThat(server.asked()).hasSize(1);
        assertThat(kept.status()).isEqualTo(first.status());
        assertThat(kept.records()).isEqualTo(first.records());
        assertThat(kept.ttl()).isEqualTo(Math.max(0, first.ttl() - (seconds - 1)));
        now.addAndGet(1);
        dns.ask(name(name), type);
        assertThat(server.asked()).hasSize(2);
    }

    @Test
    void timeToKeepIsTold() {
        server.add(
                """
                example         SOA   ns.example host.example 1 2 3 4 120
                day.example     86400 A 192.0.2.1
                longest.example 2147483647 A 192.0.2.1
                """);
        DnsResolver dns = resolver(LONG);
        assertThat(dns.ask(name("day.example"), RecordType.A).ttl()).isEqualTo(86_400);
        assertThat(dns.ask(name("longest.example"), RecordType.A).ttl()).isEqualTo(2_147_483_647);
        assertThat(dns.ask(name("day.example"), RecordType.MX).ttl()).isEqualTo(120);
        assertThat(dns.ask(name("nowhere"), RecordType.MX).ttl()).isZero();
    }

    @Test
    void questionThatManyHaveAtOnceIsAskedOnce() throws InterruptedException {
        server.add("slow.example A 192.0.2.1\nslow.example DELAY 300");
        DnsResolver dns = resolver(LONG);
        var answers = new ConcurrentLinkedQueue<DnsAnswer>();
        join(
                IntStream.range(0, 200)
                        .mapToObj(i ->
                                Thread.ofVirtual()
                                        .start(() ->
                                                answers.add(
                                                        dns.ask(
                                                                name("slow.example"),
                                                                RecordType.A))))
                        .toList());
        assertThat(answers)
                .hasSize(200)
                .allSatisfy(answer ->
                        assertThat(answer.records()).containsExactly(address("192.0.2.1")));
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void thousandsOfQuestionsAtOnceAreAllAnswered() throws InterruptedException {
        server.add("*.many.example A 192.0.2.1");
        DnsResolver dns = resolver(new Timing(Duration.ofSeconds(1), SOON, SOON));
        var answers = new ConcurrentLinkedQueue<DnsAnswer>();
        join(
                IntStream.range(0, 3_000)
                        .mapToObj(i ->
                                Thread.ofVirtual()
                                        .start(() ->
                                                answers.add(
                                                        dns.ask(
                                                                name("n" + i + ".many.example"),
                                                                RecordType.A))))
                        .toList());
        assertThat(answers)
                .hasSize(3_000)
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(Status.FOUND));
    }

    @Test
    void onlySoManyQuestionsAreOnTheirWayAtOnce() throws InterruptedException {
        int more = 50;
        DnsResolver dns = resolver(new Timing(SOON, SOON, Duration.ofMillis(500)));
        var unasked = new ConcurrentLinkedQueue<Status>();
        List<Thread> askers = new ArrayList<>();
        for (int i = 0; i < DnsExchange.MAX_IN_FLIGHT + more; i++) {
            String name = "n" + i + ".lost.example";
            server.add(name + " DROP");
            askers.add(Thread.ofVirtual().start(() -> unasked.add(status(dns, name))));
            int asked = Math.min(i + 1, DnsExchange.MAX_IN_FLIGHT);
            // Some at a time: a burst would be more than the socket of the server holds.
            if (asked % 64 == 0) {
                Awaiting.until("asked", SOON, () -> server.asked().size() >= asked);
            }
        }
        Awaiting.until("all others have given up", SOON, () -> unasked.size() == more);
        assertThat(unasked).containsOnly(Status.TIMEOUT);
        assertThat(server.asked()).hasSize(DnsExchange.MAX_IN_FLIGHT);
        askers.forEach(Thread::interrupt);
        join(askers);
    }

    @Test
    void portsAreManyAndInNoOrder() {
        server.add("*.port.example A 192.0.2.1");
        DnsResolver dns = resolver(LONG);
        int questions = 20 * UdpSockets.MAX_USES;
        for (int i = 0; i < questions; i++) {
            dns.ask(name("n" + i + ".port.example"), RecordType.A);
        }
        List<Integer> ports = server.ports();
        assertThat(new HashSet<>(ports)).hasSizeBetween(18, 20);
        assertThat(ports.stream().distinct().toList())
                .isNotEqualTo(ports.stream().distinct().sorted().toList());
        assertThat(ports).allMatch(port -> port >= 32_768);
    }

    @Test
    void whoIsInterruptedGivesUpAndTheOthersAreAnsweredStill() throws InterruptedException {
        server.add("slow.example A 192.0.2.1\nslow.example DELAY 500");
        DnsResolver dns = resolver(LONG);
        var given = new ConcurrentLinkedQueue<Status>();
        var interrupted = new ConcurrentLinkedQueue<Boolean>();
        Thread first =
                Thread.ofVirtual()
                        .start(() -> {
                            given.add(status(dns, "slow.example"));
                            interrupted.add(Thread.currentThread().isInterrupted());
                        });
        Awaiting.until("asked", SOON, () -> server.asked().size() == 1);
        var answered = new ConcurrentLinkedQueue<Status>();
        Thread second = Thread.ofVirtual().start(() -> answered.add(status(dns, "slow.example")));
        Awaiting.until("waiting", SOON, () -> second.getState() == Thread.State.WAITING);
        first.interrupt();
        join(List.of(first, second));
        assertThat(given).containsExactly(Status.TIMEOUT);
        assertThat(interrupted).containsExactly(true);
        assertThat(answered).containsExactly(Status.FOUND);
    }

    @Test
    void serversAreTheOnesThatAreSet() {
        server.add("set.example A 192.0.2.1");
        DnsResolver dns = add(DnsResolver.of(List.of(server.address()), LookupListener.NONE));
        assertThat(status(dns, "set.example")).isEqualTo(Status.FOUND);
    }

    @Test
    void withoutASettingTheSystemsServersAreAsked() {
        // Which they are differs; that there are some, and nothing throws, does not.
        DnsResolver dns = add(DnsResolver.of(List.of(), LookupListener.NONE));
        assertThat(dns.kept()).isZero();
    }

    private DnsResolver resolver(Timing timing) {
        return resolver(timing, server.address());
    }

    private DnsResolver resolver(Timing timing, InetSocketAddress... servers) {
        Ticker ticker = now::get;
        return add(DnsResolver.of(List.of(servers), LookupListener.NONE, timing, ticker));
    }

    private <T extends AutoCloseable> T add(T toClose) {
        opened.add(toClose);
        return toClose;
    }

    private List<DnsRecord> records(String name, RecordType type) {
        DnsAnswer answer = resolver(LONG).ask(name(name), type);
        assertThat(answer.status()).isEqualTo(Status.FOUND);
        return answer.records();
    }

    private static Status status(DnsResolver dns, String name) {
        return dns.ask(name(name), RecordType.A).status();
    }

    private static DnsRecord address(String text) {
        return new Address(IpAddress.parse(text).orElseThrow());
    }

    private static DnsName name(String text) {
        return DnsName.parse(text).orElseThrow();
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            assertThat(thread.join(SOON)).isTrue();
        }
    }
}
