package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.der.Der;
import org.mailvane.mailauth.dns.DnsRecord.Text;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.testing.ZoneDns;

class DkimInspectorTest {

    private static final DomainName DOMAIN = new DomainName("example.com");

    private final DkimInspector inspector = new DkimInspector();

    @Test
    void aKeyThatIsThereCostsTwoQuestions() {
        ZoneDns dns = ZoneDns.of("s1._domainkey.example.com TXT \"v=DKIM1; p=\"");
        assertThat(inspector.inspect(DOMAIN, "s1", dns).valid()).isTrue();
        assertThat(dns.asked())
                .containsExactly(
                        "s1._domainkey.example.com TXT",
                        DkimInspector.PROBE_SELECTOR + "._domainkey.example.com TXT");
    }

    @Test
    void aKeyThatIsMissingCostsThreeQuestions() {
        ZoneDns dns = ZoneDns.of("example.com A 192.0.2.1");
        assertThat(inspector.inspect(DOMAIN, "s1", dns).valid()).isFalse();
        assertThat(dns.asked())
                .containsExactly(
                        "s1._domainkey.example.com TXT",
                        "example.com MX",
                        "_domainkey.example.com TXT");
    }

    @Test
    void aFailureCostsOneQuestion() {
        ZoneDns dns = ZoneDns.of("s1._domainkey.example.com TIMEOUT");
        assertThat(inspector.inspect(DOMAIN, "s1", dns).valid()).isFalse();
        assertThat(dns.asked()).hasSize(1);
    }

    @Test
    void theProbeItselfIsNoWildcard() {
        String probe = DkimInspector.PROBE_SELECTOR;
        ZoneDns dns = ZoneDns.of(probe + "._domainkey.example.com TXT \"v=DKIM1; p=\"");
        assertThat(inspector.inspect(DOMAIN, probe, dns).messages()).isEmpty();
    }

    @Test
    void textsBeyondTheBoundAreCountedOnly() {
        DkimInspection full = inspector.inspect(DOMAIN, "s1", texts(DkimInspector.MAX_RECORDS));
        assertThat(full.records()).hasSize(DkimInspector.MAX_RECORDS);
        assertThat(full.messages())
                .extracting(Finding::code)
                .containsExactly(DkimFindings.RECORD_MULTIPLE.entry().code());
        DkimInspection more = inspector.inspect(DOMAIN, "s1", texts(DkimInspector.MAX_RECORDS + 1));
        assertThat(more.records()).hasSize(DkimInspector.MAX_RECORDS);
        assertThat(more.messages())
                .extracting(Finding::code)
                .containsExactly(
                        DkimFindings.RECORD_MULTIPLE.entry().code(),
                        DkimFindings.RECORDS_CUT.entry().code());
    }

    /** RFC 8301, section 3.2. */
    @Test
    void aKeyMayHaveAsManyBitsAsReceiversVerify() {
        assertThat(findingsOfKey(KeyJudge.MAX_RSA_BITS))
                .doesNotContain(DkimFindings.KEY_LONG.entry().code());
        assertThat(findingsOfKey(KeyJudge.MAX_RSA_BITS + 1))
                .contains(DkimFindings.KEY_LONG.entry().code());
    }

    private List<String> findingsOfKey(int bits) {
        byte[] key =
                Der.encode(
                        Der.SEQUENCE,
                        Der.encode(
                                Der.INTEGER,
                                BigInteger.ONE.shiftLeft(bits - 1).setBit(0).toByteArray()),
                        Der.encode(Der.INTEGER, BigInteger.valueOf(65_537).toByteArray()));
        ZoneDns dns =
                ZoneDns.of(
                        "s1._domainkey.example.com TXT \"v=DKIM1; p="
                                + Base64.getEncoder().encodeToString(key)
                                + "\"");
        return inspector.inspect(DOMAIN, "s1", dns).records().getFirst().tags().stream()
                .flatMap(tag -> tag.messages().stream())
                .map(Finding::code)
                .toList();
    }

    /** RFC 6376, section 2.10: base64 ends with at most two equals signs. */
    @Test
    void base64HasOnlySoMuchPadding() {
        assertThat(Base64Text.parse("QQ" + "=".repeat(Base64Text.MAX_PADDING)).wrongAt())
                .isEqualTo(-1);
        assertThat(Base64Text.parse("QQ" + "=".repeat(Base64Text.MAX_PADDING + 1)).wrongAt())
                .isEqualTo(2 + Base64Text.MAX_PADDING);
    }

    /** RFC 1035, section 5.1: three digits are an octet, if they can be one. */
    @Test
    void anOctetInAStringHasABound() {
        assertThat(PastedText.strings("\"\\" + PastedText.MAX_OCTET + "\""))
                .hasValue(List.of("\u00FF"));
        assertThat(PastedText.strings("\"\\" + (PastedText.MAX_OCTET + 1) + "\""))
                .hasValue(List.of("256"));
    }

    @Test
    void aStringHasOnlySoManyOctets() {
        String code = DkimFindings.STRING_LONG.entry().code();
        assertThat(findingsOfText(Text.MAX_STRING_LENGTH)).doesNotContain(code);
        assertThat(findingsOfText(Text.MAX_STRING_LENGTH + 1)).contains(code);
    }

    private List<String> findingsOfText(int length) {
        String begin = "v=DKIM1; p=; n=";
        String text = begin + "x".repeat(length - begin.length());
        return inspector.validate('"' + text + '"').messages().stream().map(Finding::code).toList();
    }

    @Test
    void everyPublishedKeyIsInTheList() {
        assertThat(KnownKeys.count()).isEqualTo(19);
    }

    private static ZoneDns texts(int count) {
        return ZoneDns.of(
                IntStream.range(0, count)
                        .mapToObj(i -> "s1._domainkey.example.com TXT \"v=DKIM1; p=; n=" + i + "\"")
                        .collect(Collectors.joining("\n")));
    }
}
