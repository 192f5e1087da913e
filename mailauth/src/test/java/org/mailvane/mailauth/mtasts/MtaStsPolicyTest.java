package org.mailvane.mailauth.mtasts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.mtasts.MtaStsPolicy.Mode;
import org.mailvane.mailauth.testing.ScriptedHttps;
import org.mailvane.mailauth.testing.ZoneDns;

class MtaStsPolicyTest {

    private static final DomainName DOMAIN = new DomainName("example.com");
    private static final String URL = "https://mta-sts.example.com/.well-known/mta-sts.txt";
    private static final String POLICY =
            """
            version: STSv1
            mode: enforce
            mx: mx.example.com
            mx: *.example.net
            max_age: 2592000
            """;

    @Test
    void aPolicyTellsModeAgeAndPatterns() {
        MtaStsPolicy policy = parse(POLICY + "mx: mx.example.com\nmx: *\nmode: none\n");
        assertThat(policy.mode()).contains(Mode.ENFORCE);
        assertThat(policy.maxAge()).contains(Duration.ofDays(30));
        assertThat(policy.patterns())
                .extracting(MxPattern::toString)
                .containsExactly("mx.example.com", "*.example.net");
    }

    @Test
    void whatIsWrongOrMissingIsNotTold() {
        MtaStsPolicy policy = parse("mode: Enforce\nmode: enforce\nmax_age: soon\n");
        assertThat(policy.mode()).isEmpty();
        assertThat(policy.maxAge()).isEmpty();
        assertThat(policy.patterns()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "mx.example.com,    mx.example.com,       true",
        "MX.example.com,    mx.example.com,       true",
        "mx.example.com,    mx2.example.com,      false",
        "mx.example.com,    a.mx.example.com,     false",
        "*.example.com,     mail.example.com,     true",
        "*.example.com,     mail_1.example.com,   true",
        "*.example.com,     example.com,          false",
        "*.example.com,     foo.bar.example.com,  false",
        "*.example.com,     mailexample.com,      false",
        "*.example.com,     mail.example.com.net, false",
        "*.example.com,     .,                    false",
    })
    void aPatternMatchesAsItsSectionSays(String pattern, String host, boolean matches) {
        assertThat(
                        MxPattern.parse(pattern)
                                .orElseThrow()
                                .matches(DnsName.parse(host).orElseThrow()))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.",
                "*.*.com",
                "a.*.com",
                "a.",
                ".a",
                "a b",
                "bücher.de",
                "1.2.3.4"
            })
    void whatIsNoPatternIsRefused(String text) {
        assertThat(MxPattern.parse(text)).isEmpty();
    }

    @Test
    void linesAreReadUpToALimit() {
        String many = POLICY + "x: 1\n".repeat(MtaStsPolicyParser.MAX_LINES - 5);
        assertThat(parse(many).valid()).isTrue();
        MtaStsPolicy tooMany = parse(many + "x: 1\n");
        assertThat(tooMany.valid()).isFalse();
        assertThat(tooMany.tags()).hasSize(MtaStsPolicyParser.MAX_LINES);
        assertThat(tooMany.messages()).anyMatch(m -> m.is(MtaStsFindings.LINES));
    }

    @Test
    void bytesAreReadUpToALimit() {
        byte[] file = POLICY.getBytes(StandardCharsets.US_ASCII);
        byte[] longest = Arrays.copyOf(file, MtaStsPolicyParser.MAX_BYTES);
        Arrays.fill(longest, file.length, longest.length, (byte) ' ');
        assertThat(MtaStsPolicyParser.parse(longest).messages())
                .noneMatch(m -> m.is(MtaStsFindings.FETCH_TOO_LARGE));
        byte[] tooLong = Arrays.copyOf(longest, MtaStsPolicyParser.MAX_BYTES + 1);
        MtaStsPolicy policy = MtaStsPolicyParser.parse(tooLong);
        assertThat(policy.messages()).anyMatch(m -> m.is(MtaStsFindings.FETCH_TOO_LARGE));
        assertThat(policy.txt()).hasSize(MtaStsPolicyParser.MAX_BYTES);
    }

    @Test
    void theAgeHasABound() {
        String begin = POLICY.replaceFirst("(?m)^max_age.*\n", "") + "max_age: ";
        assertThat(codes(parse(begin + MtaStsPolicyParser.MAX_MAX_AGE)))
                .doesNotContain(MtaStsFindings.MAX_AGE_LONG.entry().code());
        assertThat(codes(parse(begin + (MtaStsPolicyParser.MAX_MAX_AGE + 1))))
                .contains(MtaStsFindings.MAX_AGE_LONG.entry().code());
    }

    private static List<String> codes(MtaStsPolicy policy) {
        return policy.tags().stream()
                .flatMap(tag -> tag.messages().stream())
                .map(Finding::code)
                .toList();
    }

    @Test
    void findingsOfLinesAreBounded() {
        MtaStsPolicy policy = parse("nonsense\n".repeat(FindingList.MAX_FINDINGS + 1));
        assertThat(policy.messages()).hasSize(FindingList.MAX_FINDINGS + 1);
    }

    @Test
    void hostsAreListedUpToALimitAndAllAreCompared() {
        StringBuilder zone = new StringBuilder();
        for (int i = 0; i < MtaStsPolicyInspection.MAX_HOSTS; i++) {
            zone.append("example.com MX ")
                    .append(i)
                    .append(" m")
                    .append(i)
                    .append(".example.net\n");
        }
        zone.append("example.com MX 999 last.example.org\n");
        MtaStsPolicyInspection inspection = inspect(zone.toString(), response(200, POLICY));
        assertThat(inspection.mxHosts())
                .hasSize(MtaStsPolicyInspection.MAX_HOSTS)
                .allMatch(MtaStsPolicyInspection.MxHost::matched);
        assertThat(inspection.messages())
                .anyMatch(m ->
                        m.is(MtaStsFindings.MX_UNMATCHED)
                                && m.values().toString().contains("last.example.org"));
    }

    @Test
    void positionsAreThoseInTheFile() {
        Finding finding =
                parse("version: STSv1\r\nmode:  Testing\r\n").tags().get(1).messages().getFirst();
        assertThat(finding.is(MtaStsFindings.MODE_UNKNOWN)).isTrue();
        assertThat(finding.position()).isEqualTo("version: STSv1\r\nmode:  ".length());
    }

    @Test
    void aRedirectIsNamedWithItsTarget() {
        MtaStsPolicyInspection inspection =
                inspect("", new Https.Response(302, "", "https://away.example/x", new byte[0]));
        assertThat(inspection.messages())
                .filteredOn(m -> m.is(MtaStsFindings.REDIRECT))
                .singleElement()
                .satisfies(m ->
                        assertThat(m.values().toString()).contains("302", "https://away.example/x"))
                .satisfies(m -> assertThat(m.values().toString()).contains(URL));
    }

    @Test
    void onlyTheOneAddressIsFetchedWithoutRedirectsAndWithinItsBounds() {
        List<Https.Request> requests = new ArrayList<>();
        new MtaStsPolicyInspector()
                .inspect(
                        DOMAIN,
                        new ZoneDns(),
                        request -> {
                            requests.add(request);
                            return response(200, POLICY);
                        });
        assertThat(requests)
                .containsExactly(
                        new Https.Request(
                                URL,
                                MtaStsPolicyParser.MAX_BYTES,
                                MtaStsPolicyInspector.MAX_TIME,
                                0,
                                false));
    }

    @Test
    void theFetchEndsWithTheTimeOfTheInspection() {
        AtomicLong clock = new AtomicLong();
        BoundedDns dns = new BoundedDns(new ZoneDns(), 200, Duration.ofSeconds(20), clock::get);
        clock.set(Duration.ofSeconds(15).toNanos());
        List<Duration> times = new ArrayList<>();
        Https https =
                request -> {
                    times.add(request.maxTime());
                    return response(200, POLICY);
                };
        new MtaStsPolicyInspector().inspect(DOMAIN, dns, https);
        assertThat(times).containsExactly(Duration.ofSeconds(5));

        clock.set(Duration.ofSeconds(20).toNanos());
        MtaStsPolicyInspection late = new MtaStsPolicyInspector().inspect(DOMAIN, dns, https);
        assertThat(times).hasSize(1);
        assertThat(late.messages())
                .anyMatch(m -> m.is(DnsFindings.NOT_ASKED) && m.values().toString().contains(URL));
    }

    private static MtaStsPolicy parse(String text) {
        return MtaStsPolicyParser.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Https.Response response(int status, String body) {
        return new Https.Response(status, "text/plain", "", body.getBytes(StandardCharsets.UTF_8));
    }

    private static MtaStsPolicyInspection inspect(String zone, Https.Fetched fetched) {
        return new MtaStsPolicyInspector()
                .inspect(DOMAIN, ZoneDns.of(zone), new ScriptedHttps().put(URL, fetched));
    }
}
