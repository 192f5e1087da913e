package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.testing.ScriptedHttps;
import org.mailvane.mailauth.testing.ZoneDns;

/** Whole inspections with certificates, which are made here; others are in {@code golden/bimi}. */
class BimiInspectorTest {

    private static final String LOGO = "https://www.example.com/logo.svg";
    private static final String MARK = "https://www.example.com/mark.pem";

    private static final String ZONE =
            """
            _dmarc.example.com TXT "v=DMARC1; p=reject"
            default._bimi.example.com TXT "v=BIMI1; l=https://www.example.com/logo.svg; a=https://www.example.com/mark.pem"
            spring._bimi.example.com TXT "v=BIMI1; l=https://www.example.com/logo.svg; a=https://www.example.com/mark.pem"
            """;

    private final ScriptedHttps https =
            new ScriptedHttps()
                    .put(
                            LOGO,
                            file("image/svg+xml", MarkMaker.LOGO.getBytes(StandardCharsets.UTF_8)))
                    .put(MARK, file("application/x-pem-file", new MarkMaker().file()))
                    .put(
                            MarkMaker.LEAF_LIST,
                            file("", MarkMaker.revocationList(false, "2026-12-01", true)))
                    .put(MarkMaker.ISSUER_LIST, file("", MarkMaker.rootList(false)));

    @Test
    void aDomainWithEverythingInPlaceIsValid() {
        BimiInspection inspection = inspect("example.com", "default", https);

        assertThat(inspection.bimi().messages()).isEmpty();
        assertThat(inspection.bimi().valid()).isTrue();
        assertThat(inspection.bimi().authority().valid()).isTrue();
        assertThat(inspection.bimi().authority().certificateUrl()).isEqualTo(MARK);
        assertThat(inspection.bimi().indicator().valid()).isTrue();
        assertThat(inspection.bimi().indicator().indicatorUrl()).isEqualTo(LOGO);
        assertThat(inspection.bimi().indicator().svg().txt()).isEqualTo(MarkMaker.LOGO);
        assertThat(inspection.dmarc().policyDomain()).isEqualTo("example.com");
    }

    @Test
    void theRecordIsFoundBehindAnyNumberOfOtherTexts() {
        ZoneDns dns = ZoneDns.of("");
        for (int i = 0; i < BimiInspector.MAX_RECORDS; i++) {
            dns.add("default._bimi.example.com TXT \"other " + i + "\"");
        }
        dns.add("default._bimi.example.com TXT \"v=BIMI1; l=; a=\"");
        BimiInspection.Bimi bimi =
                inspector()
                        .inspect(
                                new DomainName("example.com"), "default", dns, https, MarkMaker.NOW)
                        .bimi();
        assertThat(bimi.records()).hasSize(BimiInspector.MAX_RECORDS);
        assertThat(bimi.records().getFirst().isBimi()).isTrue();
        assertThat(bimi.messages()).anyMatch(message -> message.is(BimiFindings.RECORDS_CUT));
    }

    @Test
    void aCertificateForTheOrganisationIsForItsSubdomainsToo() {
        assertThat(inspect("news.example.com", "default", https).bimi().valid()).isTrue();
    }

    @Test
    void aCertificateForOneSelectorIsForNoOther() {
        https.put(MARK, file("", new MarkMaker().names("spring._bimi.example.com").file()));

        assertThat(inspect("example.com", "spring", https).bimi().valid()).isTrue();
        assertThat(inspect("example.com", "SPRING", https).bimi().valid()).isTrue();
        assertThat(inspect("example.com", "default", https).bimi().authority().messages())
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.names");
    }

    @Test
    void anErrorOfTheCertificateMakesTheWholeInvalid() {
        https.put(MARK, file("", new MarkMaker().until("2026-11-01").file()));
        BimiInspection inspection = inspect("example.com", "default", https);

        assertThat(inspection.bimi().valid()).isFalse();
        assertThat(inspection.bimi().messages())
                .extracting(Finding::code)
                .containsExactly("bimi.authority.invalid");
        assertThat(inspection.bimi().indicator().valid()).isTrue();
    }

    @Test
    void anotherLogoThanInTheCertificateMakesTheCertificateInvalid() {
        String other = MarkMaker.LOGO.replace("#cc0000", "#0000cc");
        https.put(LOGO, file("image/svg+xml", other.getBytes(StandardCharsets.UTF_8)));
        BimiInspection inspection = inspect("example.com", "default", https);

        assertThat(inspection.bimi().authority().messages())
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.logo_different");
        assertThat(inspection.bimi().valid()).isFalse();
    }

    @Test
    void aLogoThatIsTooLargeIsNotRead() {
        https.put(LOGO, file("image/svg+xml", new byte[SvgFile.MAX_FILE + 1]));
        assertThat(inspect("example.com", "default", https).bimi().indicator().messages())
                .extracting(Finding::code)
                .containsExactly("bimi.logo.too_large");
        https.put(LOGO, file("image/svg+xml", new byte[SvgFile.MAX_FILE]));
        assertThat(inspect("example.com", "default", https).bimi().indicator().messages())
                .isEmpty();
    }

    @Test
    void filesAreFetchedWithinBoundsAndOnlyListsWithoutTls() {
        List<Https.Request> requests = new ArrayList<>();
        inspect(
                "example.com",
                "default",
                request -> {
                    requests.add(request);
                    return https.get(request);
                });

        assertThat(requests)
                .extracting(Https.Request::url)
                .containsExactly(LOGO, MARK, MarkMaker.LEAF_LIST, MarkMaker.ISSUER_LIST);
        assertThat(requests)
                .allSatisfy(request -> {
                    assertThat(request.maxRedirects()).isEqualTo(WebFile.MAX_REDIRECTS);
                    assertThat(request.maxTime())
                            .isEqualTo(
                                    request.plainAllowed()
                                            ? MarkRevocation.MAX_TIME
                                            : WebFile.MAX_TIME);
                    assertThat(request.plainAllowed()).isEqualTo(request.url().startsWith("http:"));
                });
        assertThat(requests)
                .extracting(Https.Request::maxBytes)
                .containsExactly(
                        SvgFile.MAX_FILE,
                        MarkFile.MAX_FILE,
                        MarkRevocation.MAX_LIST,
                        MarkRevocation.MAX_LIST);
    }

    @Test
    void onlySoManyListsAreFetched() {
        https.put(MARK, file("", new MarkMaker().withLists(MarkRevocation.MAX_LISTS + 1).file()));
        inspect("example.com", "default", https);

        assertThat(https.fetched().stream().filter(url -> url.startsWith("http:")))
                .hasSize(MarkRevocation.MAX_LISTS);
    }

    @Test
    void aSpentInspectionIsNotTakenForAMissingRecord() {
        BimiInspection inspection =
                inspector()
                        .inspect(
                                DomainName.parse("example.com").orElseThrow(),
                                "default",
                                new BoundedDns(ZoneDns.of(ZONE), 0, BoundedDns.MAX_TIME, () -> 0),
                                https,
                                MarkMaker.NOW);

        assertThat(inspection.bimi().messages())
                .extracting(Finding::code)
                .contains("dns.inspection.limit", "bimi.dmarc.unknown")
                .doesNotContain("bimi.record.missing", "bimi.dmarc.missing");
    }

    private static BimiInspection inspect(String domain, String selector, Https https) {
        return inspector()
                .inspect(
                        DomainName.parse(domain).orElseThrow(),
                        selector,
                        ZoneDns.of(ZONE),
                        https,
                        MarkMaker.NOW);
    }

    private static BimiInspector inspector() {
        return new BimiInspector(
                new DmarcInspector(PublicSuffixes.bundled(), ServiceAddresses.NONE),
                PublicSuffixes.bundled(),
                MarkRoots.of(List.of(new MarkMaker().root())));
    }

    private static Https.Response file(String mediaType, byte[] body) {
        return new Https.Response(200, mediaType, "", body);
    }
}
