package org.mailvane.mailauth.dmarc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dmarc.DmarcInspection.TextRecord;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;

/**
 * What holds of any record and any DNS. The runs are short and always the same; {@code
 * -Dmailvane.fuzz=10} makes ten million of records and a hundred thousand of inspections.
 */
class DmarcPropertyTest {

    private static final int MILLIONS = Integer.getInteger("mailvane.fuzz", 0);
    private static final long RECORDS = MILLIONS > 0 ? MILLIONS * 1_000_000L : 5_000;
    private static final long INSPECTIONS = MILLIONS > 0 ? MILLIONS * 10_000L : 200;

    private static final List<String> PIECES =
            List.of(
                    "v=DMARC1",
                    "v=DMARC1;",
                    "p=none",
                    "p=reject",
                    "p=quarantine",
                    "sp=",
                    "np=x",
                    "sp=none",
                    "np=reject",
                    "psd=y",
                    "psd=n",
                    "psd=u",
                    "t=y",
                    "t=n",
                    "pct=50",
                    "pct=-1",
                    "rf=afrf",
                    "ri=99999999999",
                    "fo=0:1:d:s",
                    "fo=:",
                    "adkim=s",
                    "aspf=q",
                    "rua=mailto:d@a.example.com",
                    "rua=mailto:d@example.net!10m",
                    "ruf=mailto:f@b.example.org,mailto:g@example.net",
                    "rua=,,",
                    "rua=https://x/",
                    "v=spf1 -all",
                    ";",
                    "; ",
                    "=",
                    ",",
                    "\"",
                    "\\;",
                    " ",
                    "\t",
                    "\r\n",
                    "%41",
                    "!",
                    "\u00e4",
                    "\u0000",
                    "\u00ff",
                    "mailto:",
                    "rua",
                    "P=NONE");

    private static final List<String> LABELS =
            List.of("a", "b", "example", "com", "net", "uk", "co");

    private final DmarcInspector inspector =
            new DmarcInspector(PublicSuffixes.bundled(), mailbox -> mailbox.startsWith("d@"));

    @Test
    void anyTextIsARecordOfWhichSomethingCanBeSaid() {
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < RECORDS; i++) {
            DmarcInspection result = inspector.validate(text(random));
            assertThat(result.valid()).isEqualTo(hasNoError(result));
            assertThat(result.records()).hasSize(1);
            TextRecord record = result.records().getFirst();
            assertThat(positions(record))
                    .allMatch(position -> position >= 0 && position <= record.txt().length());
        }
    }

    @Test
    void anyDnsLeadsToAResultWithBoundedQuestions() {
        SplittableRandom random = new SplittableRandom(2);
        for (long i = 0; i < INSPECTIONS; i++) {
            Counting dns = new Counting(random.nextLong());
            DmarcDiscovery result = inspector.discover(domain(random), dns);
            assertThat(dns.asked).isLessThanOrEqualTo(DmarcInspector.MAX_QUESTIONS);
            assertThat(result.inspection().valid()).isEqualTo(hasNoError(result.inspection()));
            assertThat(result.inspection().policyDomain().isEmpty())
                    .isEqualTo(
                            result.effective().isEmpty()
                                    && !hasFinding(result, "dmarc.record.no_effect"));
        }
    }

    @Test
    void theOrderOfAnswersMakesNoDifference() {
        SplittableRandom random = new SplittableRandom(3);
        for (long i = 0; i < INSPECTIONS; i++) {
            Counting dns = new Counting(random.nextLong());
            DomainName domain = domain(random);
            Dns reversed =
                    (name, type) -> {
                        DnsAnswer answer = dns.ask(name, type);
                        return new DnsAnswer(
                                answer.status(),
                                answer.records().reversed(),
                                answer.aliases(),
                                answer.ttl());
                    };
            DmarcDiscovery one = inspector.discover(domain, dns);
            DmarcDiscovery other = inspector.discover(domain, reversed);
            assertThat(other.effective()).isEqualTo(one.effective());
            assertThat(other.state()).isEqualTo(one.state());
            assertThat(codes(other)).containsExactlyInAnyOrderElementsOf(codes(one));
        }
    }

    /** DNS that answers the same question always the same, and else anything. */
    private static final class Counting implements Dns {

        private final long seed;
        private int asked;

        Counting(long seed) {
            this.seed = seed;
        }

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            asked++;
            SplittableRandom random =
                    new SplittableRandom(seed + 31L * name.hashCode() + type.number());
            Status[] statuses = Status.values();
            Status status =
                    random.nextInt(3) > 0
                            ? Status.FOUND
                            : statuses[random.nextInt(statuses.length)];
            List<DnsRecord> records = new ArrayList<>();
            int count = status != Status.FOUND ? 0 : random.nextInt(10) == 0 ? 30 : 1;
            for (int i = 0; i < count + random.nextInt(2) * count; i++) {
                records.add(
                        type == RecordType.MX
                                ? new DnsRecord.MailExchanger(
                                        i, random.nextBoolean() ? DnsName.ROOT : name)
                                : new DnsRecord.Text(record(random)));
            }
            List<DnsName> aliases = random.nextInt(5) == 0 ? List.of(name) : List.of();
            return new DnsAnswer(status, records, aliases, random.nextInt(200_000));
        }

        private static String record(SplittableRandom random) {
            return random.nextInt(4) == 0 ? text(random) : "v=DMARC1; p=none; " + text(random);
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            int kind = random.nextInt(12);
            if (kind == 0) {
                text.append((char) random.nextInt(0x100));
            } else {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
                text.append(kind < 9 ? "; " : "");
            }
        }
        return text.toString();
    }

    private static DomainName domain(SplittableRandom random) {
        StringBuilder name = new StringBuilder();
        int labels = random.nextInt(10);
        for (int i = 0; i < labels; i++) {
            name.append(LABELS.get(random.nextInt(LABELS.size()))).append('.');
        }
        return new DomainName(name.append("com").toString());
    }

    private static boolean hasNoError(DmarcInspection result) {
        return allFindings(result).noneMatch(finding -> finding.level() == Level.ERR);
    }

    private static Stream<Finding> allFindings(DmarcInspection result) {
        return Stream.concat(
                result.messages().stream(),
                result.records().stream().flatMap(DmarcPropertyTest::allFindings));
    }

    private static Stream<Finding> allFindings(TextRecord record) {
        return Stream.concat(
                record.messages().stream(),
                record.tags().stream().flatMap(tag -> tag.messages().stream()));
    }

    private static List<Integer> positions(TextRecord record) {
        List<Integer> positions = new ArrayList<>();
        allFindings(record)
                .forEach(finding -> {
                    Integer position = finding.position();
                    if (position != null) {
                        positions.add(position);
                    }
                });
        return positions;
    }

    private static boolean hasFinding(DmarcDiscovery result, String code) {
        return codes(result).contains(code);
    }

    private static List<String> codes(DmarcDiscovery result) {
        return allFindings(result.inspection()).map(Finding::code).toList();
    }
}
