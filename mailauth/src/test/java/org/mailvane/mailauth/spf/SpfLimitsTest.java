package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.testing.ZoneDns;

/** Records at a limit and one beyond; {@link SurveyLimitsTest} has those that take long. */
class SpfLimitsTest {

    private static final DnsName DOMAIN = new DnsName("example.com");

    private final SpfInspector inspector = new SpfInspector();

    /** RFC 7208, section 4.6.4. */
    @Test
    void aTermHasOnlySoManyMailExchangers() {
        ZoneDns most = exchangers(AddressSurvey.MAX_EXCHANGERS);
        assertThat(codes(inspector.inspect(DOMAIN, most)))
                .doesNotContain(code(SpfFindings.MX_TOO_MANY));
        assertThat(most.asked())
                .contains("mx" + (AddressSurvey.MAX_EXCHANGERS - 1) + ".example.com A");

        ZoneDns more = exchangers(AddressSurvey.MAX_EXCHANGERS + 1);
        assertThat(codes(inspector.inspect(DOMAIN, more))).contains(code(SpfFindings.MX_TOO_MANY));
        assertThat(more.asked())
                .doesNotContain("mx" + AddressSurvey.MAX_EXCHANGERS + ".example.com A");
    }

    private static ZoneDns exchangers(int count) {
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 mx -all\"");
        for (int i = 0; i < count; i++) {
            zone.add("example.com MX " + i + " mx" + i + ".example.com");
            zone.add("mx" + i + ".example.com A 5.6.7." + i);
        }
        return zone;
    }

    /** RFC 7208, section 4.6.4. */
    @Test
    void lookupsNearTheLimitAreFoundBeforeItIsReached() {
        assertThat(codes(includes(SpfInspector.NEAR_MAX_LOOKUPS - 1)))
                .doesNotContain(code(SpfFindings.LOOKUPS_NEAR), code(SpfFindings.LOOKUPS_EXCEEDED));
        assertThat(codes(includes(SpfInspector.NEAR_MAX_LOOKUPS)))
                .contains(code(SpfFindings.LOOKUPS_NEAR));
        assertThat(codes(includes(SpfInspector.MAX_LOOKUPS)))
                .contains(code(SpfFindings.LOOKUPS_NEAR))
                .doesNotContain(code(SpfFindings.LOOKUPS_EXCEEDED));
        assertThat(codes(includes(SpfInspector.MAX_LOOKUPS + 1)))
                .contains(code(SpfFindings.LOOKUPS_EXCEEDED));
    }

    private SpfInspection includes(int count) {
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 " + includesOf(count) + " -all\"");
        for (int i = 0; i < count; i++) {
            zone.add("i" + i + ".example.net TXT \"v=spf1 ip4:5.6.7." + i + " -all\"");
        }
        return inspector.inspect(DOMAIN, zone);
    }

    private static String includesOf(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "include:i" + i + ".example.net")
                .collect(Collectors.joining(" "));
    }

    /** RFC 7208, section 4.6.4: of every sender, or of those of one family of addresses. */
    @Test
    void onlySoManyTermsMayFindNothing() {
        assertThat(codes(voids(SpfInspector.MAX_VOIDS, 0)))
                .doesNotContain(
                        code(SpfFindings.VOIDS_EXCEEDED), code(SpfFindings.VOIDS_OF_FAMILY));
        assertThat(codes(voids(SpfInspector.MAX_VOIDS + 1, 0)))
                .contains(code(SpfFindings.VOIDS_EXCEEDED));
        assertThat(codes(voids(SpfInspector.MAX_VOIDS, 1)))
                .contains(code(SpfFindings.VOIDS_OF_FAMILY));
    }

    /** A record whose terms find nothing for any sender, and some more for those with IPv6. */
    private SpfInspection voids(int ofAll, int ofIp6) {
        ZoneDns zone = ZoneDns.of("v.example.net A 5.6.7.8");
        zone.add(
                "example.com TXT \"v=spf1 "
                        + missing(ofAll)
                        + " a:v.example.net ".repeat(ofIp6)
                        + " -all\"");
        return inspector.inspect(DOMAIN, zone);
    }

    private static String missing(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "a:m" + i + ".example.net")
                .collect(Collectors.joining(" "));
    }

    /** RFC 7208, section 4.6.4. */
    @Test
    void anEvaluationEndsWhereTooManyTermsFindNothing() {
        assertThat(evaluated(SpfEvaluator.MAX_VOID_LOOKUPS)).isEqualTo(SpfVerdict.PASS);
        assertThat(evaluated(SpfEvaluator.MAX_VOID_LOOKUPS + 1)).isEqualTo(SpfVerdict.PERMERROR);
    }

    private static SpfVerdict evaluated(int voids) {
        ZoneDns zone =
                ZoneDns.of("example.com TXT \"v=spf1 " + missing(voids) + " ip4:192.0.2.1 -all\"");
        return new SpfEvaluator(() -> 0)
                .checkHost(
                        IpAddress.parse("192.0.2.1").orElseThrow(),
                        "a@example.com",
                        "h.example.com",
                        zone)
                .result();
    }

    /** RFC 7208, section 3.4. */
    @Test
    void textsOfANameHaveTogetherOnlySoManyOctets() {
        assertThat(codes(texts(DomainChecks.MAX_TEXTS_LENGTH)))
                .doesNotContain(code(SpfFindings.RECORD_CROWDED));
        assertThat(codes(texts(DomainChecks.MAX_TEXTS_LENGTH + 1)))
                .contains(code(SpfFindings.RECORD_CROWDED));
    }

    private SpfInspection texts(int octets) {
        String record = "v=spf1 -all";
        ZoneDns zone = ZoneDns.of("example.com TXT \"" + record + "\"");
        zone.add("example.com TXT \"" + "x".repeat(octets - record.length()) + "\"");
        return inspector.inspect(DOMAIN, zone);
    }

    @Test
    void onlySoManyNetworksAreMoved() {
        Work work = new Work();
        for (int i = 0; i < Work.MAX_MOVES - 1; i++) {
            work.move();
        }
        AddressRules rules = new AddressRules(work);
        rules.add(Qualifier.PASS, Map.of(network("5.6.7.8"), 1));
        assertThat(rules.passing().isCut()).isFalse();
        assertThat(work.isSpent()).isTrue();

        rules.add(Qualifier.PASS, Map.of(network("5.6.7.9"), 1));
        assertThat(work.move()).isFalse();
        assertThat(rules.passing().isCut()).isTrue();
        assertThat(rules.passing().networks()).containsOnlyKeys(network("5.6.7.8"));
    }

    private static IpNetwork network(String address) {
        return IpNetwork.of(IpAddress.parse(address).orElseThrow());
    }

    /** What is refused beyond the limit counts as if it could pass. */
    @Test
    void onlySoManyRefusedRangesAreTakenAway() {
        int refused = 400;
        int exact = BreadthSurvey.MAX_REFUSED / refused - 1;
        assertThat(breadth(refused, exact)).isZero();
        assertThat(breadth(refused, exact + 1)).isOne();
    }

    /** The addresses of a record that refuses some, and then lets one of them pass so often. */
    private long breadth(int refused, int passing) {
        String record =
                "v=spf1 "
                        + IntStream.range(0, refused)
                                .mapToObj(i -> "-ip4:" + IpAddress.v4(0x05000000L + 2L * i))
                                .collect(Collectors.joining(" "))
                        + " ip4:5.0.0.0".repeat(passing)
                        + " -all";
        Dns dns =
                (name, type) ->
                        name.equals(DOMAIN) && type == RecordType.TXT
                                ? DnsAnswer.of(List.of(new DnsRecord.Text(record)))
                                : DnsAnswer.without(DnsAnswer.Status.NO_DATA);
        return inspector.survey(DOMAIN, dns).breadth().ip4Addresses();
    }

    /** RFC 7208, section 7.3: of a longer name the end is what counts. */
    @Test
    void theEndOfALongNameIsAName() {
        String label = "abcdefghi.";
        String host = label.repeat(DomainSpec.MAX_END / label.length()) + "example.com";
        assertThat(host).hasSizeGreaterThan(DomainSpec.MAX_END);
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 exists:%{h} -all\"");
        new SpfEvaluator(() -> 0)
                .checkHost(IpAddress.parse("192.0.2.1").orElseThrow(), "a@example.com", host, zone);
        assertThat(zone.asked().getLast().split(" ")[0])
                .endsWith("abcdefghi.example.com")
                .startsWith(label)
                .hasSizeLessThanOrEqualTo(DomainName.MAX_LENGTH)
                .hasSizeGreaterThan(DomainName.MAX_LENGTH - label.length());
    }

    /** RFC 7208, section 7.1: any number is allowed; those of names are far smaller. */
    @Test
    void aNumberOfPartsMayBeAsLongAsItWants() {
        for (String count :
                List.of(
                        "" + MacroParser.MAX_COUNT,
                        "" + (MacroParser.MAX_COUNT + 1),
                        "9".repeat(100))) {
            SpfRecord record = SpfParser.parse("v=spf1 exists:%{d" + count + "} -all");
            assertThat(record.findings()).extracting(Finding::code).isEmpty();
            ZoneDns zone = ZoneDns.of("example.com TXT \"" + record.text() + "\"");
            zone.add("example.com A 192.0.2.9");
            assertThat(
                            new SpfEvaluator(() -> 0)
                                    .checkHost(
                                            IpAddress.parse("192.0.2.1").orElseThrow(),
                                            "a@example.com",
                                            "h.example.com",
                                            zone)
                                    .result())
                    .isEqualTo(SpfVerdict.PASS);
        }
    }

    @Test
    void longWordsAreNotCompared() {
        String longest = "x".repeat(Spelling.MAX_LENGTH);
        assertThat(Spelling.distance(longest, longest)).isZero();
        assertThat(Spelling.distance(longest + "x", longest + "x")).isEqualTo(Spelling.MAX_LENGTH);
    }

    @Test
    void aWordIsAVersionWhereItIsLikeOneAndShort() {
        String version = SpfRecord.VERSION;
        assertThat(Spelling.distance("vxspx1", version)).isEqualTo(SpfVersion.MAX_DISTANCE);
        assertThat(isVersion("vxspx1")).isTrue();
        assertThat(Spelling.distance("vxxpx1", version)).isEqualTo(SpfVersion.MAX_DISTANCE + 1);
        assertThat(isVersion("vxxpx1")).isFalse();

        String like = "spf" + "x".repeat(SpfVersion.MAX_WORD_LENGTH - 3);
        assertThat(isVersion(like)).isTrue();
        assertThat(isVersion(like + "x")).isFalse();
    }

    private static boolean isVersion(String word) {
        return SpfVersion.of(word + " -all").finding().is(SpfFindings.VERSION_WRONG);
    }

    private static String code(FindingKind kind) {
        return kind.entry().code();
    }

    private static List<String> codes(SpfInspection inspection) {
        return Stream.concat(
                        inspection.messages().stream(),
                        inspection.records().stream()
                                .flatMap(record ->
                                        Stream.concat(
                                                record.messages().stream(),
                                                record.terms().stream()
                                                        .flatMap(
                                                                term -> term.messages().stream()))))
                .map(Finding::code)
                .toList();
    }
}
