package org.mailvane.mailauth.dmarc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.testing.ZoneDns;

/** What other parts of the program get, and the limits of an inspection. */
class DmarcDiscoveryTest {

    private static final String MAIL =
            """
            example.com MX 10 mx.example.com
            www.example.com MX 10 mx.example.com
            mx.example.com A 192.0.2.1
            """;

    private final DmarcInspector inspector =
            new DmarcInspector(PublicSuffixes.bundled(), ServiceAddresses.NONE);

    @Test
    void aRecordOfDnsIsReadAsItsTextIs() {
        ZoneDns dns = ZoneDns.of("_dmarc.example.com TXT \"v=DMARC1; p=none; n=\\xC3\\xA9; sp=x\"");
        DmarcInspection.TextRecord found =
                inspector.inspect(new DomainName("example.com"), dns).records().getFirst();
        DmarcInspection.TextRecord given =
                inspector.validate("v=DMARC1; p=none; n=\u00e9; sp=x").records().getFirst();
        assertThat(found.txt()).isEqualTo(given.txt());
        assertThat(found.tags().get(2)).isEqualTo(given.tags().get(2));
        Finding wrong = found.tags().get(3).messages().getFirst();
        assertThat(wrong.position()).isEqualTo(found.txt().indexOf("sp=") + 3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.com | p=reject | OWN | reject | p | reject | true",
                "example.com | p=reject; sp=none; np=none | OWN | reject | p | reject | true",
                "example.com | p=none | OWN | none | p | none | false",
                "example.com | p=reject; t=y | OWN | reject | p | quarantine | true",
                "example.com | p=quarantine; t=y | OWN | quarantine | p | none | false",
                "example.com | p=reject; pct=99 | OWN | reject | p | reject | false",
                "www.example.com | p=reject | INHERITED | reject | p | reject | true",
                "www.example.com | p=reject; sp=none | INHERITED | none | sp | none | false",
                "www.example.com | p=none; np=reject | INHERITED | none | p | none | false",
                "no.example.com | p=none; np=reject | INHERITED | reject | np | reject | true",
                "no.example.com | p=none; sp=reject | INHERITED | reject | sp | reject | true",
                "no.example.com | p=reject | INHERITED | reject | p | reject | true",
                "example.com | p=block; rua=mailto:d@example.com | OWN | none | '' | none | false",
                "example.com | rua=mailto:d@example.com | OWN | none | '' | none | false",
                "www.example.com | p=reject; sp=x; rua=mailto:d@example.com | INHERITED | none | ''"
                        + " | none | false",
            })
    void theEffectivePolicyIsTyped(
            String domain,
            String record,
            EffectivePolicy.Origin origin,
            String policy,
            String tag,
            String applied,
            boolean enforced) {
        EffectivePolicy effective =
                discover(domain, "_dmarc.example.com TXT \"v=DMARC1; " + record + "\"")
                        .effective()
                        .orElseThrow();
        assertThat(effective.origin()).isEqualTo(origin);
        assertThat(effective.policyDomain()).hasToString("example.com");
        assertThat(effective.organizationalDomain()).hasToString("example.com");
        assertThat(effective.policy()).hasToString(policy);
        assertThat(effective.tag()).isEqualTo(tag);
        assertThat(effective.applied()).hasToString(applied);
        assertThat(effective.isEnforced()).isEqualTo(enforced);
    }

    @Test
    void thePolicyOfASuffixIsMarked() {
        DmarcDiscovery result =
                discover("www.example.com", "_dmarc.com TXT \"v=DMARC1; p=reject; psd=y\"");
        assertThat(result.state()).isEqualTo(State.INHERITED);
        assertThat(result.effective().orElseThrow().origin())
                .isEqualTo(EffectivePolicy.Origin.PUBLIC_SUFFIX);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_dmarc.www.example.com TXT \"v=DMARC1; p=none\" | PRESENT",
                "_dmarc.example.com TXT \"v=DMARC1; p=none\" | INHERITED",
                "x.example.com A 192.0.2.1 | MISSING",
                "_dmarc.www.example.com TXT \"v=spf1 -all\" | MISSING",
                "_dmarc.www.example.com TXT \"v=DMARC1; p=x\" | ERROR",
                "_dmarc.www.example.com TXT \"v=dmarc1; p=none\" | ERROR",
                "_dmarc.example.com TXT \"v=DMARC1\" | ERROR",
                "_dmarc.www.example.com TIMEOUT | UNKNOWN",
                "_dmarc.example.com TXT SERVFAIL | UNKNOWN",
            })
    void theStateIsTold(String line, State state) {
        assertThat(discover("www.example.com", line).state()).isEqualTo(state);
    }

    @Test
    void addressesOfTheRecordAreAtHand() {
        DmarcRecord record =
                discover(
                                "example.com",
                                "_dmarc.example.com TXT \"v=DMARC1; p=none;"
                                        + " rua=mailto:a@example.com,b@example.com;"
                                        + " ruf=mailto:c@example.com\"")
                        .effective()
                        .orElseThrow()
                        .record();
        assertThat(record.rua()).extracting(ReportUri::mailbox).containsExactly("a@example.com");
        assertThat(record.ruf()).extracting(ReportUri::mailbox).containsExactly("c@example.com");
    }

    @Test
    void onlySoManyMailDomainsAreLookedUp() {
        ZoneDns dns = ZoneDns.of(MAIL);
        StringBuilder rua = new StringBuilder("rua=mailto:d@example.com");
        for (int i = 1; i <= AddressCheck.MAX_HOSTS; i++) {
            rua.append(",mailto:d@h").append(i).append(".example.com");
        }
        dns.add("_dmarc.example.com TXT \"v=DMARC1; p=reject; " + rua + "\"");
        DmarcInspection result = inspector.inspect(new DomainName("example.com"), dns);
        assertThat(codesOfTag(result, "rua")).contains("dmarc.uri.not_checked");
        assertThat(dns.asked())
                .contains("h" + (AddressCheck.MAX_HOSTS - 1) + ".example.com MX")
                .doesNotContain("h" + AddressCheck.MAX_HOSTS + ".example.com MX");
    }

    @Test
    void onlySoManyAddressesAreRead() {
        String one = "mailto:d@example.com";
        assertThat(codesOfTag(rua(one, AddressList.MAX_ADDRESSES), "rua"))
                .doesNotContain("dmarc.uri.cut");
        assertThat(codesOfTag(rua(one, AddressList.MAX_ADDRESSES + 1), "rua"))
                .contains("dmarc.uri.cut");
    }

    @Test
    void onlySoManyTagsAreRead() {
        assertThat(codes(inspector.validate("v=DMARC1; p=reject" + "; x=y".repeat(98))))
                .doesNotContain("dmarc.record.cut");
        DmarcInspection result = inspector.validate("v=DMARC1; p=reject" + "; x=y".repeat(99));
        assertThat(codes(result)).contains("dmarc.record.cut");
        assertThat(result.valid()).isFalse();
    }

    @Test
    void onlySoManyTextsAreShown() {
        ZoneDns dns = ZoneDns.of(MAIL);
        for (int i = 0; i < DmarcStudy.MAX_SHOWN; i++) {
            dns.add("_dmarc.example.com TXT \"text " + i + "\"");
        }
        assertThat(inspector.inspect(new DomainName("example.com"), dns).records())
                .hasSize(DmarcStudy.MAX_SHOWN);
        dns.add("_dmarc.example.com TXT \"v=DMARC1; p=reject\"");
        DmarcInspection result = inspector.inspect(new DomainName("example.com"), dns);
        assertThat(result.records()).hasSize(DmarcStudy.MAX_SHOWN);
        assertThat(result.records().getFirst().isDmarc()).isTrue();
        assertThat(result.messages()).extracting(Finding::code).contains("dmarc.record.more");
    }

    @Test
    void aRecordThatIsKeptForLongIsMentioned() {
        ZoneDns zone =
                ZoneDns.of(
                        MAIL
                                + "_dmarc.example.com TXT \"v=DMARC1; p=reject;"
                                + " rua=mailto:d@example.com\"");
        assertThat(codesWithTtl(zone, DmarcStudy.LONG_TTL)).isEmpty();
        assertThat(codesWithTtl(zone, DmarcStudy.LONG_TTL + 1))
                .containsExactly("dmarc.record.long_ttl");
    }

    @Test
    void aLongRecordIsMentioned() {
        String record = "v=DMARC1; p=reject; rua=mailto:d@example.com; x=";
        String fits = record + "y".repeat(DmarcParser.MAX_LENGTH - record.length());
        assertThat(codes(inspector.validate(fits))).doesNotContain("dmarc.record.long");
        assertThat(codes(inspector.validate(fits + "y"))).contains("dmarc.record.long");
    }

    /** What takes time in the square of the length would take many minutes here. */
    @ParameterizedTest
    @MethodSource
    @Timeout(30)
    void aHugeRecordIsReadInOneGo(String text) {
        assertThat(inspector.validate(text).records()).hasSize(1);
    }

    static List<String> aHugeRecordIsReadInOneGo() {
        int huge = 500_000;
        String blanks = " ".repeat(huge);
        return List.of(
                "v=DMARC1; p=none" + blanks + "x",
                "v=DMARC1" + blanks + "a".repeat(huge) + "\nb",
                "v=DMARC1; p=" + "v ".repeat(huge),
                "v=DMARC1; rua=mailto:" + "%41".repeat(huge) + "@example.com",
                "v=DMARC1; rua=" + "mailto:a.".repeat(huge),
                "v=DMARC1; fo=" + "0:".repeat(huge),
                ";".repeat(huge),
                "v".repeat(huge),
                "=".repeat(huge));
    }

    private DmarcInspection rua(String address, int count) {
        return inspector.validate(
                "v=DMARC1; p=reject; rua=" + String.join(",", Collections.nCopies(count, address)));
    }

    private List<String> codesWithTtl(ZoneDns zone, long ttl) {
        Dns dns =
                (name, type) -> {
                    DnsAnswer answer = zone.ask(name, type);
                    return new DnsAnswer(answer.status(), answer.records(), answer.aliases(), ttl);
                };
        return inspector.inspect(new DomainName("example.com"), dns).messages().stream()
                .map(Finding::code)
                .toList();
    }

    private DmarcDiscovery discover(String domain, String line) {
        ZoneDns dns = ZoneDns.of(MAIL);
        dns.add(line);
        return inspector.discover(new DomainName(domain), dns);
    }

    private static List<String> codes(DmarcInspection result) {
        return result.records().getFirst().messages().stream().map(Finding::code).toList();
    }

    private static List<String> codesOfTag(DmarcInspection result, String key) {
        return result.records().getFirst().tags().stream()
                .filter(tag -> tag.key().equals(key))
                .flatMap(tag -> tag.messages().stream())
                .map(Finding::code)
                .toList();
    }
}
