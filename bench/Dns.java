import com.sun.management.OperatingSystemMXBean;

import org.mailvane.mailauth.dkim.DkimInspector;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.MailHosts;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.mtasts.MtaStsInspector;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.spf.SpfEvaluator;
import org.mailvane.mailauth.spf.SpfInspector;
import org.mailvane.mailauth.spf.SpfVerdict;
import org.mailvane.mailauth.tlsrpt.TlsRptInspector;
import org.mailvane.net.DnsResolver;
import org.mailvane.net.LookupListener;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SimpleResolver;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures what asks DNS, against {@code DnsAnswers} in another process; {@code dns.sh} runs it.
 * Where answers are waited for, by virtual threads, each with one piece of work after the other.
 */
public final class Dns {

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int KNOWN_DOMAINS = 100;
    private static final Duration WARM_UP = Duration.ofSeconds(15);
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final int NOBODY = 0xCB00_7100;
    private static final int MIDWAY = 0x0A00_0000;

    private final InetSocketAddress server;
    private final long serverPid;
    private final DnsResolver dns;
    private final AtomicInteger next = new AtomicInteger(KNOWN_DOMAINS);
    private final LongAdder wrong = new LongAdder();
    private final SpfEvaluator evaluator = new SpfEvaluator(System::nanoTime);

    private Dns(int port, long serverPid) {
        this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.serverPid = serverPid;
        this.dns = DnsResolver.of(List.of(server), LookupListener.NONE);
    }

    public static void main(String[] args) throws Exception {
        Dns bench = new Dns(Integer.parseInt(args[0]), Long.parseLong(args[1]));
        for (String what : args[2].split(",")) {
            switch (what) {
                case "warm" -> {
                    bench.measure(
                            "SPF, answers kept, whole tree", CORES, () -> bench.spf(true, false));
                    bench.measure("SPF, answers kept, half pass", CORES, () -> bench.spf(true, true));
                }
                case "cold" -> {
                    bench.measure(
                            "SPF, nothing kept, whole tree", 256, () -> bench.spf(false, false));
                    bench.measure(
                            "SPF, nothing kept, half pass", 256, () -> bench.spf(false, true));
                }
                case "inspect" -> bench.measure("inspections of a domain", 256, bench::inspect);
                case "questions" -> {
                    bench.measure("questions", 256, bench::question);
                    SimpleResolver library = new SimpleResolver(bench.server);
                    bench.measure(
                            "questions, dnsjava's resolver", 256, () -> bench.question(library));
                }
                default -> throw new IllegalArgumentException(what);
            }
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private void measure(String what, int threads, Work work) throws Exception {
        LongAdder done = new LongAdder();
        boolean[] over = new boolean[1];
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(
                    // Virtual ones that never wait would not let each other run.
                    (threads > CORES ? Thread.ofVirtual() : Thread.ofPlatform())
                            .start(() -> {
                                try {
                                    while (!over[0]) {
                                        work.run();
                                        done.increment();
                                    }
                                } catch (Exception failed) {
                                    wrong.increment();
                                }
                            }));
        }
        Thread.sleep(WARM_UP);
        wrong.reset();
        long begin = System.nanoTime();
        double cpu = cpu();
        double serverCpu = serverCpu();
        long before = done.sum();
        Thread.sleep(TIME);
        double seconds = (System.nanoTime() - begin) / 1e9;
        cpu = cpu() - cpu;
        serverCpu = serverCpu() - serverCpu;
        long count = done.sum() - before;
        over[0] = true;
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.printf(
                "%-34s %,9.0f/s  %,9.0f a CPU-second (%.1f us, and %.1f us of the server)  %.2f of %d"
                        + " cores  wrong %d%n",
                what,
                count / seconds,
                count / cpu,
                cpu / count * 1e6,
                serverCpu / count * 1e6,
                (cpu + serverCpu) / seconds,
                CORES,
                wrong.sum());
    }

    private static double cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e9;
    }

    /** Of the process of the server, in hundredths as Linux tells it. */
    private double serverCpu() throws Exception {
        String stat = Files.readString(Path.of("/proc/" + serverPid + "/stat"));
        String[] values = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(values[11]) + Long.parseLong(values[12])) / 100.0;
    }

    private void check(boolean right) {
        if (!right) {
            wrong.increment();
        }
    }

    private void spf(boolean known, boolean half) {
        int number = next.getAndIncrement();
        boolean passes = half && number % 2 == 0;
        String domain = domain(known ? number % KNOWN_DOMAINS : number);
        var result =
                evaluator.checkHost(
                        IpAddress.v4((passes ? MIDWAY : NOBODY) + number % 256),
                        "user@" + domain,
                        "mail.example.net",
                        dns);
        check(result.result() == (passes ? SpfVerdict.PASS : SpfVerdict.FAIL));
    }

    private static final SpfInspector SPF = new SpfInspector();
    private static final DkimInspector DKIM = new DkimInspector();
    private static final MtaStsInspector MTA_STS = new MtaStsInspector();
    private static final TlsRptInspector TLS_RPT = new TlsRptInspector(ServiceAddresses.NONE);
    private static final DmarcInspector DMARC =
            new DmarcInspector(PublicSuffixes.bundled(), ServiceAddresses.NONE);

    /** All records of a domain that was never asked for, as a check of it reads them. */
    private void inspect() {
        DomainName domain = DomainName.parse(domain(next.getAndIncrement())).orElseThrow();
        BoundedDns bounded = new BoundedDns(dns, System::nanoTime);
        boolean right =
                DMARC.inspect(domain, bounded).valid()
                        & SPF.inspect(DnsName.of(domain), bounded).valid()
                        & DKIM.inspect(domain, "s1", bounded).valid()
                        & TLS_RPT.inspect(domain, bounded).valid()
                        & MTA_STS.inspect(domain, bounded).valid()
                        & MailHosts.of(DnsName.of(domain), bounded) == MailHosts.PRESENT;
        check(right);
    }

    private void question() {
        DnsAnswer answer = dns.ask(new DnsName(domain(next.getAndIncrement())), RecordType.TXT);
        check(answer.texts().size() == 1);
    }

    private void question(SimpleResolver library) throws Exception {
        Name name = Name.fromString(domain(next.getAndIncrement()) + ".");
        Message answer =
                library.send(Message.newQuery(Record.newRecord(name, RecordType.TXT.number(), 1)));
        check(answer.getSection(1).size() == 1);
    }

    private static String domain(int number) {
        String digits = String.valueOf(10_000_000 + number % 10_000_000);
        return "d" + digits.substring(1) + ".example";
    }
}
