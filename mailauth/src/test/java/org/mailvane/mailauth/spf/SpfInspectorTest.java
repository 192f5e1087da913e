package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
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
