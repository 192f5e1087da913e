package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.CpuTime;
import org.mailvane.mailauth.bimi.BimiInspection.Authority;
import org.mailvane.mailauth.bimi.BimiInspection.Svg;
import org.mailvane.mailauth.der.Der;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.report.ServiceAddresses;

/**
 * Whatever comes, there is a result, in bounded time. {@code -Dmailvane.fuzz=N} tries N million
 * records, a tenth of that of pictures, and a hundredth of certificates and whole inspections,
 * instead of a few thousand.
 */
class BimiPropertyTest {

    private static final long SEED = 20261120;
    private static final long MILLIONS = Long.getLong("mailvane.fuzz", 0);

    /** For one input; the largest pictures take a few tenths of a second. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final String[] RECORD_PIECES = {
        "v=BIMI1",
        "v=bimi1",
        "v",
        "=",
        ";",
        " ",
        "\t",
        ",",
        "l=",
        "a=",
        "lps=",
        "avp=",
        "L=",
        "https://example.com/logo.svg",
        "http://",
        "://",
        "https://[::1]/",
        "example",
        ".svg",
        "%zz",
        "%41",
        "data:",
        "@",
        ":99999",
        "#",
        "?",
        "\u0000",
        "\u00ff",
        "brand",
        "personal"
    };

    private static final String[] PICTURE_PIECES = {
        "<svg xmlns='http://www.w3.org/2000/svg' version='1.2' baseProfile='tiny-ps'>",
        "<svg",
        "</svg>",
        "<g>",
        "</g>",
        "<g id='a'>",
        "<use href='#a'/>",
        "<title>",
        "</title>",
        "<path d='M0 0'/>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?x ?>",
        "<!DOCTYPE svg [",
        "]>",
        "&amp;",
        "&lt",
        "&#x0;",
        "&x;",
        "xmlns:x='urn:x'",
        "x:y='1'",
        "viewBox='0 0 1e999 1'",
        "viewBox='0 0 NaN 1'",
        "width='1e9%'",
        "fill='url(#a)'",
        "fill='url('",
        "'",
        "\"",
        "<",
        ">",
        "/",
        "=",
        " ",
        "\u0000",
        "\u00e9",
        "\ud800",
        "<rect width='100%' height='-1'/>",
        "<font/>"
    };

    @Test
    void anyTextIsReadAsARecord() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long i = 0; i < inputs(5_000, 1); i++) {
            String text = pieces(random, RECORD_PIECES, 30);
            BimiRecord record = BimiParser.parse(text);

            assertThat(record.text()).isEqualTo(text);
            boolean isWrong =
                    record.findings().stream().anyMatch(BimiPropertyTest::isError)
                            || record.tags().stream()
                                    .flatMap(tag -> tag.messages().stream())
                                    .anyMatch(BimiPropertyTest::isError);
            assertThat(record.valid()).as(text).isEqualTo(!isWrong);
            assertThat(record.findings()).hasSizeLessThanOrEqualTo(FindingList.MAX_FINDINGS + 1);
        }
    }

    @Test
    void anyOctetsAreReadAsAPicture() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long i = 0; i < inputs(1_200, 40); i++) {
            read(bytes(random, 200));
            read(pieces(random, PICTURE_PIECES, 40).getBytes(StandardCharsets.UTF_8));
            read(changed(random, MarkMaker.LOGO.getBytes(StandardCharsets.UTF_8)));
            read(changed(random, MarkMaker.packed(MarkMaker.LOGO)));
        }
    }

    @Test
    void anyOctetsAreReadAsACertificate() {
        SplittableRandom random = new SplittableRandom(SEED);
        MarkMaker mark = new MarkMaker();
        MarkRoots roots = MarkRoots.of(List.of(mark.root()));
        byte[] file = mark.file();
        for (long i = 0; i < inputs(600, 200); i++) {
            judge(roots, bytes(random, 300));
            judge(roots, changed(random, file));
        }
    }

    @Test
    void anyOctetsAreReadAsAsn1() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long i = 0; i < inputs(5_000, 1); i++) {
            byte[] bytes = bytes(random, 100);
            Der.parse(bytes)
                    .ifPresent(der ->
                            der.walk()
                                    .forEach(value -> {
                                        assertThat(value.text()).isNotNull();
                                        assertThat(value.oid()).isNotNull();
                                        assertThat(value.inner()).isNotNull();
                                        assertThat(Logotype.of(value)).isNotNull();
                                    }));
        }
    }

    @Test
    void anyMixtureOfAnswersLeadsToAResult() {
        SplittableRandom random = new SplittableRandom(SEED);
        BimiInspector inspector =
                new BimiInspector(
                        new DmarcInspector(PublicSuffixes.bundled(), ServiceAddresses.NONE),
                        PublicSuffixes.bundled(),
                        MarkRoots.bundled());
        DomainName domain = DomainName.parse("a.b.example.com").orElseThrow();
        for (long i = 0; i < inputs(800, 100); i++) {
            String selector = random.nextBoolean() ? "default" : pieces(random, RECORD_PIECES, 2);
            BimiInspection inspection =
                    inspector.inspect(
                            domain,
                            selector,
                            (name, type) -> answer(random),
                            request -> fetched(random, request),
                            MarkMaker.NOW);

            boolean isWrong =
                    inspection.bimi().messages().stream().anyMatch(BimiPropertyTest::isError);
            assertThat(inspection.bimi().valid() && isWrong).isFalse();
            assertThat(inspection.dmarc()).isNotNull();
        }
    }

    private static DnsAnswer answer(SplittableRandom random) {
        DnsAnswer.Status[] all = DnsAnswer.Status.values();
        DnsAnswer.Status status = all[random.nextInt(all.length)];
        if (status != DnsAnswer.Status.FOUND) {
            return DnsAnswer.without(status);
        }
        String[] texts = {
            "v=BIMI1; l=https://example.com/logo.svg; a=https://example.com/a.pem",
            "v=DMARC1; p=reject",
            "v=DMARC1; p=quarantine; pct=1; t=y",
            pieces(random, RECORD_PIECES, 20)
        };
        return DnsAnswer.of(
                random.ints(random.nextInt(1, 3), 0, texts.length)
                        .mapToObj(i -> new DnsRecord.Text(texts[i]))
                        .toList());
    }

    private static Https.Fetched fetched(SplittableRandom random, Https.Request request) {
        Https.Reason[] reasons = Https.Reason.values();
        return switch (random.nextInt(4)) {
            case 0 -> {
                Https.Reason reason = reasons[random.nextInt(reasons.length)];
                yield reason.with(reason.arguments().toArray());
            }
            case 1 -> new Https.Response(random.nextInt(100, 600), "", "", new byte[0]);
            case 2 ->
                    new Https.Response(
                            200,
                            "image/svg+xml",
                            "",
                            MarkMaker.LOGO.getBytes(StandardCharsets.UTF_8));
            default ->
                    new Https.Response(
                            200, "", "", bytes(random, Math.min(100, request.maxBytes())));
        };
    }

    private static void read(byte[] file) {
        long start = CpuTime.now();
        Svg svg = SvgReader.read(SvgFile.open(file));
        assertThat(CpuTime.since(start)).isLessThan(LONGEST);
        boolean isWrong =
                svg.messages().stream().anyMatch(BimiPropertyTest::isError)
                        || svg.attributes().stream()
                                .flatMap(attribute -> attribute.messages().stream())
                                .anyMatch(BimiPropertyTest::isError);
        assertThat(svg.valid()).isEqualTo(!isWrong);
    }

    private static void judge(MarkRoots roots, byte[] file) {
        Https none = request -> Https.Reason.SLOW.with();
        assertThatCode(
                        () -> {
                            Authority authority =
                                    new MarkInspector(roots, none, MarkMaker.NOW)
                                            .judge(
                                                    "https://example.com/a.pem",
                                                    file,
                                                    List.of("example.com"),
                                                    Optional.empty());
                            assertThat(authority.valid())
                                    .isEqualTo(
                                            authority.messages().stream()
                                                    .noneMatch(BimiPropertyTest::isError));
                        })
                .as(new String(file, StandardCharsets.ISO_8859_1))
                .doesNotThrowAnyException();
    }

    private static boolean isError(Finding finding) {
        return finding.level() == Level.ERR;
    }

    private static long inputs(int few, int share) {
        return MILLIONS == 0 ? few : MILLIONS * 1_000_000 / share;
    }

    private static String pieces(SplittableRandom random, String[] pieces, int most) {
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    private static byte[] bytes(SplittableRandom random, int most) {
        byte[] bytes = new byte[random.nextInt(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A copy in which a few octets are others, are missing, or stand twice. */
    private static byte[] changed(SplittableRandom random, byte[] file) {
        byte[] changed = file.clone();
        int changes = random.nextInt(1, 8);
        for (int i = 0; i < changes && changed.length > 1; i++) {
            int at = random.nextInt(changed.length);
            switch (random.nextInt(3)) {
                case 0 -> changed[at] = (byte) random.nextInt(256);
                case 1 -> changed = Arrays.copyOf(changed, Math.max(1, at));
                default -> {
                    byte[] longer = Arrays.copyOf(changed, changed.length + 1);
                    System.arraycopy(changed, at, longer, at + 1, changed.length - at);
                    changed = longer;
                }
            }
        }
        return changed;
    }
}
