package org.mailvane.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.spf.SpfEvaluator;
import org.mailvane.mailauth.spf.SpfParser;
import org.mailvane.mailauth.spf.SpfResult;
import org.mailvane.mailauth.spf.SpfVerdict;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * SPF evaluations with all DNS answers in memory. The senders belong to many domains. Each domain
 * has its own record that includes the records of four large providers, and two of these include
 * others: ten terms that need a DNS query, which is the limit, eleven records and about seventy
 * networks. One operation is a thousand evaluations.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
@State(Scope.Benchmark)
public class SpfBenchmark {

    private static final int EVALUATIONS = 1_000;
    private static final int DOMAINS = 200;
    private static final long SEED = 7208;
    private static final long MIDWAY = 0x0A00_0000L;

    /** F: the whole tree is walked, and nobody passes; M: half of the hosts pass midway. */
    @Param({"F", "M"})
    public String walk = "F";

    private final Map<Question, DnsAnswer> answers = new HashMap<>();
    private final List<Message> messages = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final SpfEvaluator evaluator = new SpfEvaluator(System::nanoTime);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final DnsAnswer nothing = DnsAnswer.without(Status.NO_SUCH_NAME);
    private final Dns dns = (name, type) -> answers.getOrDefault(new Question(name, type), nothing);

    private record Question(DnsName name, RecordType type) {}

    private record Message(IpAddress ip, String sender, String helo) {}

    /** Makes the zones and the messages. */
    @Setup
    public void make() {
        text(
                "a.mailer.example",
                "v=spf1 include:a1.mailer.example include:a2.mailer.example"
                        + " include:a3.mailer.example ~all");
        text("a1.mailer.example", networks(12, "") + " ~all");
        text("a2.mailer.example", networks(6, " ip6:2001:db8:%x::/48") + " ~all");
        text("a3.mailer.example", networks(8, "") + " ~all");
        text(
                "b.office.example",
                networks(14, "") + " ip4:10.0.0.0/8 include:b1.office.example -all");
        text("b1.office.example", networks(10, " ip6:2001:db8:%x::/48") + " -all");
        text("c.letters.example", networks(9, "") + " a:mta.letters.example ~all");
        text("d.tickets.example", networks(7, "") + " ?all");
        address("mta.letters.example", IpAddress.v4(0xC612_0001L));
        for (int i = 0; i < DOMAINS; i++) {
            String domain = "customer-" + i + ".example";
            text(
                    domain,
                    "v=spf1 mx ip4:198.18."
                            + i
                            + ".0/24 include:a.mailer.example include:b.office.example"
                            + " include:c.letters.example include:d.tickets.example -all");
            put(
                    domain,
                    RecordType.MX,
                    new DnsRecord.MailExchanger(10, new DnsName("mx." + domain)));
            address("mx." + domain, IpAddress.v4(0xC613_0000L + i));
        }
        for (int i = 0; i < EVALUATIONS; i++) {
            boolean passes = walk.equals("M") && i % 2 == 0;
            long address = passes ? MIDWAY + random.nextInt(1 << 24) : 0xCB00_7100L + i % 256;
            int domain = random.nextInt(DOMAINS);
            messages.add(
                    new Message(
                            IpAddress.v4(address),
                            "user" + i + "@customer-" + domain + ".example",
                            "host" + i + ".example.net"));
        }
        check();
    }

    /** Evaluations. */
    @Benchmark
    public void evaluate(Amounts amounts, Blackhole blackhole) {
        for (Message message : messages) {
            blackhole.consume(
                    evaluator.checkHost(message.ip(), message.sender(), message.helo(), dns));
        }
        amounts.evaluations += messages.size();
        amounts.end();
    }

    /** Reading the records alone, as if none had been seen before. */
    @Benchmark
    public void parse(Amounts amounts, Blackhole blackhole) {
        for (String text : texts) {
            blackhole.consume(SpfParser.parse(text));
        }
        amounts.records += texts.size();
        amounts.end();
    }

    /** That what is measured is what is meant. */
    private void check() {
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            SpfResult result =
                    evaluator.checkHost(message.ip(), message.sender(), message.helo(), dns);
            boolean passes = walk.equals("M") && i % 2 == 0;
            boolean isExpected =
                    passes
                            ? result.result() == SpfVerdict.PASS
                            : result.result() == SpfVerdict.FAIL
                                    && result.lookups() == SpfEvaluator.MAX_LOOKUPS;
            if (!isExpected) {
                throw new IllegalStateException(message + ": " + result);
            }
        }
    }

    private String networks(int count, String also) {
        StringBuilder text = new StringBuilder("v=spf1");
        for (int i = 0; i < count; i++) {
            text.append(" ip4:172.")
                    .append(16 + random.nextInt(16))
                    .append('.')
                    .append(random.nextInt(256))
                    .append(".0/")
                    .append(18 + random.nextInt(7));
        }
        if (!also.isEmpty()) {
            text.append(also.formatted(random.nextInt(1 << 16)));
        }
        return text.toString().replaceAll("(\\d+)\\.0/(1\\d|2[0-3])", "0.0/$2");
    }

    private void text(String name, String text) {
        texts.add(text);
        put(name, RecordType.TXT, new DnsRecord.Text("other-verification=0123456789abcdef"));
        put(name, RecordType.TXT, new DnsRecord.Text(text));
    }

    private void address(String name, IpAddress address) {
        put(name, RecordType.A, new DnsRecord.Address(address));
    }

    private void put(String name, RecordType type, DnsRecord record) {
        Question question = new Question(new DnsName(name), type);
        List<DnsRecord> records = new ArrayList<>();
        DnsAnswer before = answers.get(question);
        if (before != null) {
            records.addAll(before.records());
        }
        records.add(record);
        answers.put(question, DnsAnswer.of(records));
    }
}
