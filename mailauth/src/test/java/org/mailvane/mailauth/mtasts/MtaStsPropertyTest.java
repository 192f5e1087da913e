package org.mailvane.mailauth.mtasts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.mtasts.MtaStsPolicy.Mode;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;

/**
 * Any bytes as record and as policy, any answers and failures: no exception, bounded, and valid is
 * what the findings say. {@code -Dmailvane.fuzz=N} makes it N million inputs.
 */
class MtaStsPropertyTest {

    private static final int FEW = 5_000;
    private static final long INPUTS = Long.getLong("mailvane.fuzz", 0) * 1_000_000;
    private static final long SEED = 8461;
    private static final DomainName DOMAIN = new DomainName("mail.example.com");

    private static final List<Status> STATUSES = List.of(Status.values());
    private static final List<Https.Reason> REASONS = List.of(Https.Reason.values());

    /** What the grammars are made of, and what is nearly that. */
    private static final String[] RECORD_PIECES = {
        "v=STSv1;",
        "v=STSv1; ",
        "v=stsv1;",
        "id=",
        "id=2026;",
        "; ",
        ";",
        "=",
        " ",
        "\t",
        "a",
        "Z9",
        "x=y;",
        "\"",
        "\\",
        "\u0000",
        "\n",
        "\u00C3\u00BC",
        "\u00FF",
        "-",
        "_"
    };

    private static final String[] POLICY_PIECES = {
        "version: STSv1",
        "mode: enforce",
        "mode: testing",
        "mode: none",
        "max_age: 86400",
        "max_age: 99999999999",
        "mx: mx.example.com",
        "mx: *.example.com",
        "mx: ",
        "*.",
        "version",
        "mode",
        ":",
        ": ",
        " ",
        "\t",
        "\r\n",
        "\n",
        "\r",
        "\n\n",
        "\uFEFF",
        "<",
        "\u0000",
        "\u00FF",
        "\u00C3\u00BC",
        "\u00EF\u00BB\u00BF",
        "a",
        "1",
        ".",
        ",",
        "max_age: 0",
        "x: y"
    };

    @Test
    void anyTextIsReadAsARecord() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long i = 0; i < inputs(); i++) {
            String text = octets(random, RECORD_PIECES, "");
            MtaStsRecord record = MtaStsParser.parse(text);
            assertThat(record.txt()).isEqualTo(text);
            assertThat(record.isMtaSts()).isEqualTo(text.startsWith("v=STSv1;"));
            assertThat(record.tags()).hasSizeLessThanOrEqualTo(TagList.MAX_ENTRIES);
            checkPlaces(record.messages(), record.tags(), text.length());
            assertThat(record.valid()).isEqualTo(isClean(record.messages(), record.tags()));
            assertThat(record.isMtaSts() && record.valid()).isEqualTo(isInTheGrammar(text));
        }
    }

    @Test
    void anyBytesAreReadAsAPolicy() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long i = 0; i < inputs(); i++) {
            byte[] file = octets(random, POLICY_PIECES, "\n").getBytes(StandardCharsets.ISO_8859_1);
            MtaStsPolicy policy = MtaStsPolicyParser.parse(file);
            assertThat(policy.tags()).hasSizeLessThanOrEqualTo(MtaStsPolicyParser.MAX_LINES);
            checkPlaces(policy.messages(), policy.tags(), policy.txt().length());
            assertThat(policy.valid()).isEqualTo(isClean(policy.messages(), policy.tags()));
            if (policy.valid()) {
                assertThat(policy.isMtaStsPolicy()).isTrue();
                assertThat(policy.mode()).isPresent();
                assertThat(policy.maxAge()).isPresent();
                assertThat(policy.patterns().isEmpty() && policy.mode().get() != Mode.NONE)
                        .isFalse();
            }
        }
    }

    @Test
    void anyAnswersAndFailuresAreBorne() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long i = 0; i < inputs(); i++) {
            BoundedDns dns = new BoundedDns(dns(random.split()), () -> 0);
            MtaStsInspection record = new MtaStsInspector().inspect(DOMAIN, dns);
            boolean recordsAreClean = record.records().stream().allMatch(MtaStsRecord::valid);
            assertThat(record.valid()).isEqualTo(isClean(record.messages()) && recordsAreClean);
            assertThat(dns.asked()).isLessThanOrEqualTo(5);

            SplittableRandom fetch = random.split();
            MtaStsPolicyInspection policy =
                    new MtaStsPolicyInspector().inspect(DOMAIN, dns, request -> fetched(fetch));
            assertThat(policy.valid())
                    .isEqualTo(
                            isClean(policy.messages())
                                    && policy.records().stream().allMatch(MtaStsPolicy::valid));
            assertThat(policy.valid() && policy.policy().isEmpty()).isFalse();
            assertThat(dns.asked()).isLessThanOrEqualTo(7);
        }
    }

    private static long inputs() {
        return Math.max(FEW, INPUTS);
    }

    /** The grammar of RFC 8461, section 3.1, once more and by other means. */
    private static boolean isInTheGrammar(String text) {
        String[] fields = text.split("[ \t]*;[ \t]*", -1);
        int last = fields[fields.length - 1].isEmpty() ? fields.length - 1 : fields.length;
        boolean hasId = false;
        for (int i = 1; i < last; i++) {
            boolean isFirstId = !hasId && fields[i].startsWith("id=");
            hasId |= isFirstId;
            String form =
                    isFirstId
                            ? "id=[A-Za-z0-9]{1,32}"
                            : "[A-Za-z0-9][A-Za-z0-9_.-]{0,31}=[\\x21-\\x3A\\x3C\\x3E-\\x7E]+";
            if (!fields[i].matches(form)) {
                return false;
            }
        }
        return text.startsWith("v=STSv1;") && hasId && last <= TagList.MAX_ENTRIES;
    }

    private static String octets(SplittableRandom random, String[] pieces, String between) {
        StringBuilder text = new StringBuilder();
        if (random.nextInt(4) == 0) {
            int length = random.nextInt(200);
            for (int i = 0; i < length; i++) {
                text.append((char) random.nextInt(256));
            }
            return text.toString();
        }
        if (random.nextBoolean()) {
            text.append(pieces[0]).append(between);
        }
        int count = random.nextInt(random.nextInt(50) == 0 ? 400 : 12);
        for (int i = 0; i < count; i++) {
            text.append(pieces[random.nextInt(pieces.length)]);
            if (random.nextInt(3) > 0) {
                text.append(between);
            }
        }
        return text.toString();
    }

    private static Dns dns(SplittableRandom random) {
        return (name, type) -> {
            Status status = STATUSES.get(random.nextInt(STATUSES.size()));
            List<DnsName> aliases =
                    random.nextInt(4) == 0 ? List.of(new DnsName("alias.example.net")) : List.of();
            List<DnsRecord> records = new ArrayList<>();
            if (status == Status.FOUND) {
                int count = 1 + random.nextInt(3);
                for (int i = 0; i < count; i++) {
                    records.add(record(type, random));
                }
            }
            return new DnsAnswer(status, records, aliases, 0);
        };
    }

    private static DnsRecord record(RecordType type, SplittableRandom random) {
        return switch (type) {
            case TXT ->
                    new DnsRecord.Text(
                            random.nextBoolean()
                                    ? "v=STSv1; id=1"
                                    : octets(random, RECORD_PIECES, ""));
            case MX ->
                    new DnsRecord.MailExchanger(
                            random.nextInt(3),
                            random.nextInt(4) == 0
                                    ? DnsName.ROOT
                                    : new DnsName("mx" + random.nextInt(3) + ".example.com"));
            default -> new DnsRecord.Address(IpAddress.v4(random.nextInt()));
        };
    }

    private static Https.Fetched fetched(SplittableRandom random) {
        int which = random.nextInt(2 * REASONS.size());
        if (which < REASONS.size()) {
            Https.Reason reason = REASONS.get(which);
            return new Https.NoResponse(
                    reason,
                    reason.arguments().stream()
                            .map(argument -> (Object) octets(random, POLICY_PIECES, "\n"))
                            .toList());
        }
        return new Https.Response(
                random.nextBoolean() ? 200 : random.nextInt(1000),
                random.nextBoolean() ? "text/plain" : octets(random, RECORD_PIECES, ""),
                octets(random, RECORD_PIECES, ""),
                octets(random, POLICY_PIECES, "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private static boolean isClean(List<Finding> findings) {
        return findings.stream().noneMatch(finding -> finding.level() == Level.ERR);
    }

    private static boolean isClean(List<Finding> whole, List<Tag> tags) {
        assertThat(tags).allMatch(tag -> tag.valid() == isClean(tag.messages()));
        return isClean(whole) && tags.stream().allMatch(Tag::valid);
    }

    private static void checkPlaces(List<Finding> whole, List<Tag> tags, int length) {
        assertThat(whole).hasSizeLessThanOrEqualTo(FindingList.MAX_FINDINGS + 1);
        assertThat(Stream.concat(whole.stream(), tags.stream().flatMap(t -> t.messages().stream())))
                .allMatch(f -> f.position() == null || f.position() <= length);
    }
}
