package org.mailvane.mailauth.tlsrpt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.TlsRptFindings;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.testing.ZoneDns;

class TlsRptInspectorTest {

    private static final String NAME = "_smtp._tls.example.com";

    @Test
    void nothingMoreIsAskedWhereThereIsNoRecord() {
        ZoneDns dns = ZoneDns.of("example.com MX 10 mx.example.com");
        assertThat(inspect(dns).valid()).isFalse();
        assertThat(dns.asked()).containsExactly(NAME + " TXT", "example.com MX");
    }

    @Test
    void hostsBeyondTheBoundAreNotLookedUp() {
        assertThat(has(inspect(hosts(TlsRptInspector.MAX_HOSTS)), TlsRptFindings.HOSTS_CUT))
                .isFalse();
        ZoneDns dns = hosts(TlsRptInspector.MAX_HOSTS + 1);
        assertThat(has(inspect(dns), TlsRptFindings.HOSTS_CUT)).isTrue();
        assertThat(dns.asked())
                .contains("h" + TlsRptInspector.MAX_HOSTS + ".example A")
                .doesNotContain("h" + (TlsRptInspector.MAX_HOSTS + 1) + ".example A");
    }

    @Test
    void mailServersBeyondTheBoundAreNotLookedUp() {
        ZoneDns dns = ZoneDns.of(NAME + " TXT \"v=TLSRPTv1; rua=https://h.example/\"");
        IntStream.rangeClosed(1, TlsRptInspector.MAX_MAIL_SERVERS + 1)
                .forEach(i -> dns.add("example.com MX 10 mx" + i + ".example.com"));
        assertThat(has(inspect(dns), TlsRptFindings.NO_POLICY)).isTrue();
        assertThat(dns.asked().stream().filter(question -> question.endsWith("TLSA")))
                .hasSize(TlsRptInspector.MAX_MAIL_SERVERS);
    }

    @Test
    void textsBeyondTheBoundAreNotShown() {
        TlsRptInspection full = inspect(texts(TlsRptInspector.MAX_RECORDS));
        assertThat(full.records()).hasSize(TlsRptInspector.MAX_RECORDS);
        assertThat(has(full, TlsRptFindings.RECORDS_CUT)).isFalse();
        TlsRptInspection more = inspect(texts(TlsRptInspector.MAX_RECORDS + 1));
        assertThat(more.records()).hasSize(TlsRptInspector.MAX_RECORDS);
        assertThat(has(more, TlsRptFindings.RECORDS_CUT)).isTrue();
    }

    @Test
    void theRecordIsFoundBehindAnyNumberOfOtherTexts() {
        ZoneDns dns = ZoneDns.of("");
        IntStream.rangeClosed(0, TlsRptInspector.MAX_RECORDS)
                .forEach(i -> dns.add(NAME + " TXT \"other " + i + "\""));
        dns.add(NAME + " TXT \"v=TLSRPTv1; rua=https://h.example/\"");
        assertThat(inspect(dns).records().getFirst().isTlsRpt()).isTrue();
    }

    @Test
    void aRecordOfTheGreatestLengthIsReadAndALongerOneCut() {
        String begin = "v=TLSRPTv1; rua=https://h.example/";
        String longest = begin + "x".repeat(TlsRptParser.MAX_LENGTH - begin.length());
        assertThat(TlsRptParser.parse(longest).record().valid()).isTrue();
        TlsRptRecord cut = TlsRptParser.parse(longest + "x").record();
        assertThat(cut.valid()).isFalse();
        assertThat(cut.txt()).hasSize(TlsRptParser.MAX_LENGTH);
    }

    @Test
    void fieldsBeyondTheBoundAreNotRead() {
        String fields =
                IntStream.range(2, TagList.MAX_ENTRIES)
                        .mapToObj(i -> "x" + i + "=1")
                        .collect(Collectors.joining(";"));
        String record = "v=TLSRPTv1;rua=https://h.example/;" + fields;
        assertThat(TlsRptParser.parse(record).record().valid()).isTrue();
        TlsRptRecord more = TlsRptParser.parse(record + ";y=1").record();
        assertThat(more.valid()).isFalse();
        assertThat(more.tags()).hasSize(TagList.MAX_ENTRIES);
        assertThat(more.messages())
                .extracting(Finding::code)
                .containsExactly(TlsRptFindings.FIELDS_TOO_MANY.entry().code());
    }

    @Test
    void theAddressThatIsWrongIsPointedAt() {
        TlsRptRecord record =
                TlsRptParser.parse("v=TLSRPTv1; rua=mailto:a@example.com,mailto:b").record();
        assertThat(record.tags().getLast().messages())
                .filteredOn(finding -> finding.is(TlsRptFindings.URI_MAILBOX))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.tag()).isEqualTo("rua");
                    assertThat(finding.position()).isEqualTo(37);
                });
    }

    private static TlsRptInspection inspect(ZoneDns dns) {
        return new TlsRptInspector(ServiceAddresses.NONE)
                .inspect(new DomainName("example.com"), dns);
    }

    private static boolean has(TlsRptInspection result, FindingKind kind) {
        return result.messages().stream().anyMatch(finding -> finding.is(kind));
    }

    private static ZoneDns hosts(int count) {
        return ZoneDns.of(
                NAME
                        + " TXT \"v=TLSRPTv1; rua="
                        + IntStream.rangeClosed(1, count)
                                .mapToObj(i -> "https://h" + i + ".example/")
                                .collect(Collectors.joining(","))
                        + "\"");
    }

    private static ZoneDns texts(int count) {
        return ZoneDns.of(
                IntStream.range(0, count)
                        .mapToObj(i -> NAME + " TXT \"text " + i + "\"")
                        .collect(Collectors.joining("\n")));
    }
}
