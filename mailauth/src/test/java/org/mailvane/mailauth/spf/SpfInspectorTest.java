package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.SpfBreadth.Part;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
import org.mailvane.mailauth.spf.SpfInspection.Volume;
import org.mailvane.mailauth.testing.ZoneDns;

class SpfInspectorTest {

    private static final DnsName DOMAIN = new DnsName("example.com");

    @ParameterizedTest
    @CsvSource({
        "ip4:1.2.3.4 -all, false",
        "a mx -all, false",
        "exists:there.example.com -all, false",
        "exists:%{i}.example.com -all, true",
        "-exists:%{i}.example.com +all, true",
        "ptr -all, true",
        "a:%{h} -all, true",
        "include:%{d}.example.net -all, false",
        "include:macro.example.net -all, true",
        "redirect=macro.example.net, true",
        "redirect=%{l}.example.net, true",
        "-all ptr, false",
    })
    void whetherAMessageIsNeededIsToldOfTheWholeTree(String terms, boolean isNeeded) {
        ZoneDns zone =
                ZoneDns.of(
                        """
                        macro.example.net TXT "v=spf1 exists:%{i}.list.example.net -all"
                        example.com TXT "v=spf1 TERMS"
                        """
                                .replace("TERMS", terms));
        assertThat(new SpfInspector().survey(DOMAIN, zone).needsEvaluation()).isEqualTo(isNeeded);
    }

    @ParameterizedTest
    @CsvSource({
        "ip4:1.2.3.0/24 a:h.example.com -all, 1.2.3.0/24 5.6.7.8",
        "+all, 0.0.0.0/0 ::/0",
        "-ip4:128.0.0.0/1 +all, 0.0.0.0/1 ::/0",
        "-all, ''",
    })
    void networksAreThoseOfAllThatCanPass(String terms, String networks) {
        ZoneDns zone = ZoneDns.of("h.example.com A 5.6.7.8");
        zone.add("example.com TXT \"v=spf1 " + terms + "\"");
        assertThat(new SpfInspector().survey(DOMAIN, zone).networks())
                .extracting(IpNetwork::toString)
                .containsExactlyInAnyOrder(
                        networks.isEmpty() ? new String[0] : networks.split(" "));
    }

    @Test
    void whatIsSaidOfATermNamesItAsPeopleWriteIt() {
        ZoneDns zone =
                ZoneDns.of("example.com TXT \"v=spf1 include:b\\xC3\\xBCcher.example -all\"");
        SpfInspection inspection = new SpfInspector().inspect(DOMAIN, zone);
        TextTerm term = inspection.records().getFirst().terms().getFirst();
        assertThat(term.value()).isEqualTo("include:b\u00FCcher.example");
        assertThat(term.messages()).extracting(Finding::tag).containsOnly(term.value());
    }

    @Test
    void theBreadthNamesTheTermItsPlaceAndItsAddresses() {
        ZoneDns zone =
                ZoneDns.of(
                        """
                        example.com TXT "v=spf1 ip4:1.2.3.4 include:one.example.net ip4:5.0.0.0/8 -all"
                        one.example.net TXT "v=spf1 include:two.example.net ~all"
                        two.example.net TXT "v=spf1 ip4:3.64.0.0/12 -all"
                        """);
        SpfSurvey survey = new SpfInspector().survey(DOMAIN, zone);
        SpfBreadth breadth = survey.breadth();
        assertThat(breadth.isBroad()).isTrue();
        assertThat(breadth.isSharedCloud()).isTrue();
        assertThat(breadth.ip4Addresses()).isEqualTo(1 + (1 << 24) + (1 << 20));
        assertThat(breadth.parts())
                .extracting(
                        Part::term,
                        Part::through,
                        p -> p.addresses().intValue(),
                        Part::isSharedCloud)
                .containsExactly(
                        // Blocks of Hetzner and OVH are in it too.
                        tuple("ip4:5.0.0.0/8", List.of(), 1 << 24, true),
                        tuple(
                                "ip4:3.64.0.0/12",
                                List.of("one.example.net", "two.example.net"),
                                1 << 20,
                                true));
        TextTerm include = survey.inspection().records().getFirst().terms().get(1);
        assertThat(include.messages())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.is(SpfFindings.NETWORK_BROAD)).isTrue();
                    assertThat(finding.tag()).isEqualTo("include:one.example.net");
                    assertThat(finding.values().toString())
                            .contains(
                                    "ip4:3.64.0.0/12",
                                    "two.example.net",
                                    "one.example.net > two.example.net",
                                    "Count[value=1048576]",
                                    "Amazon Web Services");
                });
    }

    @Test
    void aRecordThatIsBroadInTotalNamesItsLargestTerm() {
        ZoneDns zone =
                ZoneDns.of(
                        "example.com TXT \"v=spf1 ip4:1.0.0.0/13 ip4:1.16.0.0/14 ip4:1.32.0.0/14 -all\"");
        SpfSurvey survey = new SpfInspector().survey(DOMAIN, zone);
        assertThat(survey.breadth().isBroad()).isTrue();
        assertThat(survey.breadth().isSharedCloud()).isFalse();
        assertThat(survey.breadth().parts()).isEmpty();
        assertThat(survey.breadth().largest())
                .extracting(Part::term)
                .containsExactly("ip4:1.0.0.0/13");
        assertThat(survey.inspection().records().getFirst().messages())
                .filteredOn(finding -> finding.is(SpfFindings.NETWORK_BROAD))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.values().toString())
                                .contains("ip4:1.0.0.0/13", "Count[value=1048576]"));
    }

    @Test
    void aRecordHasAsManyBroadTermsAsAreKept() {
        ZoneDns zone = new ZoneDns();
        String terms =
                IntStream.rangeClosed(0, SpfBreadth.MAX_PARTS)
                        .mapToObj(i -> "ip4:3." + i + ".0.0/16")
                        .collect(Collectors.joining(" "));
        zone.add("example.com TXT \"v=spf1 " + terms + " -all\"");
        assertThat(new SpfInspector().survey(DOMAIN, zone).breadth().parts())
                .hasSize(SpfBreadth.MAX_PARTS);
    }

    /** The ranges that mail providers publish for their own mail servers are not a shared cloud. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "40.92.0.0/15",
                "40.107.0.0/16",
                "52.100.0.0/14",
                "104.47.0.0/17",
                "35.190.247.0/24",
                "35.191.0.0/16",
                "74.125.0.0/16",
                "173.194.0.0/16",
                "209.85.128.0/17",
                "172.217.0.0/19",
                "149.72.0.0/16",
                "159.183.0.0/16",
                "167.89.0.0/17",
                "13.111.0.0/16",
                "148.105.0.0/16",
                "2a01:111:f400::/48",
                "2001:4860:4000::/36"
            })
    void mailServersOfProvidersAreNotBroad(String network) {
        String word = network.contains(":") ? "ip6:" : "ip4:";
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 " + word + network + " -all\"");
        assertThat(new SpfInspector().survey(DOMAIN, zone).breadth().isBroad()).isFalse();
    }

    @Test
    void messagesThatWereSeenAreAdded() {
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 ip4:1.2.3.4 -all\"");
        SpfInspection inspection = new SpfInspector().inspect(DOMAIN, zone);
        Volume volume = new Volume(1, 2, 3, 4, 5);
        SpfInspection seen = inspection.withVolume(7, volume);
        assertThat(seen.volumeDays()).isEqualTo(7);
        assertThat(seen.volume()).isEqualTo(volume);
        assertThat(seen.withVolume(0, Volume.NONE)).isEqualTo(inspection);
    }

    /** Sections 7.1 to 7.3: only the domain depends on where the text stands. */
    @ParameterizedTest
    @CsvSource({
        "%{d}, a.b.example",
        "%{d2}, b.example",
        "%{dr}, example.b.a",
        "%{D}.x, a.b.example.x",
        "%{ir}.%{v}.%{d1}, %{ir}.%{v}.example",
        "%{l1r-}.%{S}.x, %{l1r-}.%{S}.x",
        "%{o2r+-}.x, %{o2r+-}.x",
        "a%%b%_c%-d.x, a%%b%_c%%20d.x",
    })
    void aTextMeansTheSameInEveryRecordOnceItsDomainIsWrittenOut(String text, String expected) {
        SpfRecord record = SpfParser.parse("v=spf1 exists:" + text + ".example");
        DomainSpec spec = ((Term.Mechanism) record.terms().getFirst()).domain();
        assertThat(spec).isNotNull();
        assertThat(Flattening.inEveryRecord(spec.macros(), new DnsName("a.b.example")))
                .isEqualTo(expected + ".example");
    }
}
