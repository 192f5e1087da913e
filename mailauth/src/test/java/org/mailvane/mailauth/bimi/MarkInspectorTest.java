package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.bimi.BimiInspection.Authority;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.testing.ScriptedHttps;

/** Mark certificates of every kind, made here; real ones are in {@link RealMarksTest}. */
class MarkInspectorTest {

    private static final String ADDRESS = "https://www.example.com/mark.pem";

    private final ScriptedHttps https =
            new ScriptedHttps()
                    .put(
                            MarkMaker.LEAF_LIST,
                            list(MarkMaker.revocationList(false, "2026-12-01", true)))
                    .put(MarkMaker.ISSUER_LIST, list(MarkMaker.rootList(false)));

    @Test
    void aRightOneIsValidAndWithoutFindings() {
        Authority authority = judge(new MarkMaker());

        assertThat(authority.messages()).isEmpty();
        assertThat(authority.valid()).isTrue();
        assertThat(authority.certificateUrl()).isEqualTo(ADDRESS);
        assertThat(authority.certificateType()).isEqualTo("VMC");
        assertThat(authority.markType()).isEqualTo("Registered Mark");
        assertThat(authority.issuer()).isEqualTo("CN=Example Mark Issuer,O=Example Trust,C=GB");
        assertThat(authority.subject()).contains("markType=Registered Mark", "O=Example Ltd");
        assertThat(authority.starts()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(authority.expires()).isEqualTo(Instant.parse("2027-01-01T00:00:00Z"));
        assertThat(authority.subjectAlternativeNames()).containsExactly("example.com");
        assertThat(authority.indicator().txt()).isEqualTo(MarkMaker.LOGO);
        assertThat(authority.indicator().valid()).isTrue();
    }

    @Test
    void anExpiredOneIsFoundAndItsChainIsStillJudged() {
        assertThat(codes(new MarkMaker().until("2026-11-20")))
                .containsExactly("bimi.certificate.expired");
        assertThat(codes(new MarkMaker().until("2026-11-20").forged()))
                .containsExactlyInAnyOrder("bimi.certificate.expired", "bimi.certificate.chain");
    }

    @Test
    void oneOfTomorrowIsFound() {
        assertThat(codes(new MarkMaker().from("2026-11-21")))
                .containsExactly("bimi.certificate.not_yet");
    }

    @Test
    void oneThatExpiresWithin14DaysIsWarnedOf() {
        assertThat(codes(new MarkMaker().until("2026-12-04")))
                .containsExactly("bimi.certificate.expires_soon");
        assertThat(codes(new MarkMaker().until("2026-12-05"))).isEmpty();
    }

    @Test
    void oneThatIsNotForLogosIsFound() {
        assertThat(codes(new MarkMaker().forWebServers()))
                .containsExactly("bimi.certificate.usage");
        assertThat(codes(new MarkMaker().byIssuerForWebServers()))
                .contains("bimi.certificate.issuer_usage");
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, default, true",
        "mail.example.com, default, true",
        "default._bimi.example.com, default, true",
        "default._bimi.mail.example.com, default, true",
        "DEFAULT._bimi.Example.COM, Default, true",
        "other._bimi.example.com, default, false",
        "www.example.com, default, false",
        "example.org, default, false"
    })
    void itMustBeForTheDomainOrTheOrganisationOrTheSelector(
            String name, String selector, boolean isRight) {
        List<String> names =
                MarkInspector.names(domain("mail.example.com"), domain("example.com"), selector);
        Authority authority =
                inspector(new MarkMaker())
                        .judge(
                                ADDRESS,
                                new MarkMaker().names(name).file(),
                                names,
                                Optional.empty());

        assertThat(authority.messages())
                .extracting(Finding::code)
                .isEqualTo(isRight ? List.of() : List.of("bimi.certificate.names"));
    }

    @Test
    void namesBeyondTheNumberThatIsReadDoNotCount() {
        String[] names = new String[MarkCertificate.MAX_VALUES + 1];
        Arrays.setAll(names, i -> "n" + i + ".example");
        names[MarkCertificate.MAX_VALUES - 1] = "example.com";
        Authority read = judge(new MarkMaker().names(names));
        assertThat(read.subjectAlternativeNames())
                .hasSize(MarkCertificate.MAX_VALUES)
                .endsWith("example.com");
        assertThat(read.valid()).isTrue();

        names[MarkCertificate.MAX_VALUES - 1] = "another.example";
        names[MarkCertificate.MAX_VALUES] = "example.com";
        assertThat(judge(new MarkMaker().names(names)).valid()).isFalse();
    }

    @Test
    void oneWithoutNamesIsFound() {
        assertThat(codes(new MarkMaker().names()))
                .containsExactly("bimi.certificate.names_missing");
    }

    @ParameterizedTest
    @CsvSource({
        "Registered Mark, VMC",
        "Government Mark, VMC",
        "Prior Use Mark, CMC",
        "Modified Registered Mark, CMC",
        "Provisional Mark, CMC",
        "New Mark, CMC"
    })
    void theKindOfMarkTellsTheKindOfCertificate(String type, String certificateType) {
        assertThat(judge(new MarkMaker().ofType(type)).certificateType())
                .isEqualTo(certificateType);
        assertThat(judge(new MarkMaker().ofType(type)).markType()).isEqualTo(type);
    }

    @Test
    void oneWithoutKindIsTakenForARegisteredMark() {
        Authority authority = judge(new MarkMaker().without(SubjectField.MARK_TYPE));

        assertThat(authority.messages())
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.mark_type_missing");
        assertThat(authority.certificateType()).isEqualTo("VMC");
        assertThat(authority.markType()).isEmpty();
    }

    @Test
    void oneOfAWebServerIsOfNoKind() {
        Authority authority =
                judge(new MarkMaker().without(SubjectField.MARK_TYPE).forWebServers());

        assertThat(authority.messages())
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.usage");
        assertThat(authority.certificateType()).isEmpty();
    }

    @Test
    void oneOfAnUnknownKindIsFound() {
        Authority authority = judge(new MarkMaker().ofType("Beauty Mark"));

        assertThat(authority.messages())
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.mark_type");
        assertThat(authority.certificateType()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ORGANIZATION",
        "COUNTRY",
        "STREET",
        "BUSINESS_CATEGORY",
        "SERIAL_NUMBER",
        "JURISDICTION_COUNTRY",
        "TRADEMARK_COUNTRY",
        "TRADEMARK_IDENTIFIER",
        "LOCALITY"
    })
    void whatTheSubjectOfARegisteredMarkLacksIsFound(SubjectField field) {
        assertThat(judge(new MarkMaker().without(field)).messages())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("bimi.certificate.field_missing");
                    assertThat(finding.values().toString())
                            .contains(field.toString(), "Registered Mark");
                });
    }

    @Test
    void aStateWillDoInsteadOfATown() {
        assertThat(
                        codes(
                                new MarkMaker()
                                        .without(SubjectField.LOCALITY)
                                        .with(SubjectField.STATE, "Utah")))
                .isEmpty();
    }

    @Test
    void aGovernmentMarkNeedsItsStatute() {
        MarkMaker mark = new MarkMaker().ofType("Government Mark");
        assertThat(codes(mark))
                .containsExactly(
                        "bimi.certificate.field_missing", "bimi.certificate.field_missing");
        mark.with(SubjectField.STATUTE_COUNTRY, "GB").with(SubjectField.STATUTE_CITATION, "Act 1");
        assertThat(codes(mark)).isEmpty();
        assertThat(codes(mark.with(SubjectField.TRADEMARK_COUNTRY, "GB")))
                .containsExactly("bimi.certificate.field_forbidden");
    }

    @Test
    void aMarkOfPriorUseMustSayWhereItWasSeenSinceApril2025() {
        MarkMaker mark = new MarkMaker().ofType("Prior Use Mark").from("2025-04-14");
        assertThat(codes(mark)).isEmpty();
        assertThat(codes(mark.from("2025-04-15")))
                .containsExactly("bimi.certificate.field_missing");
        assertThat(codes(mark.with(SubjectField.PRIOR_USE_SOURCE, "https://example.com/")))
                .isEmpty();
    }

    @Test
    void anUnknownCategoryOfBusinessIsFound() {
        assertThat(codes(new MarkMaker().with(SubjectField.BUSINESS_CATEGORY, "Shop")))
                .containsExactly("bimi.certificate.field_value");
    }

    @Test
    void theCriticalMarkOfThePilotIsKnownAndForbiddenSinceMarch2025() {
        assertThat(codes(new MarkMaker().ofPilot().from("2025-03-14")))
                .containsExactly("bimi.certificate.pilot");
        Authority later = judge(new MarkMaker().ofPilot().from("2025-03-15"));
        assertThat(later.messages())
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.pilot_forbidden");
    }

    @Test
    void aCriticalLogoIsKnownButOtherCriticalExtensionsAreNot() {
        assertThat(codes(new MarkMaker().withCriticalLogo())).isEmpty();
        assertThat(codes(new MarkMaker().withUnknownCritical()))
                .containsExactly("bimi.certificate.chain");
    }

    @Test
    void whatElseAMarkCertificateMustHaveIsFound() {
        assertThat(codes(new MarkMaker().withoutTimestamps()))
                .containsExactly("bimi.certificate.transparency");
        assertThat(codes(new MarkMaker().ofOtherPolicy()))
                .containsExactly("bimi.certificate.policy");
        assertThat(codes(new MarkMaker().withConstraints()))
                .contains("bimi.certificate.constraints");
        assertThat(codes(new MarkMaker().withoutList()))
                .containsExactly("bimi.certificate.crl_missing");
    }

    @Test
    void aForgedSignatureIsFound() {
        assertThat(codes(new MarkMaker().forged())).containsExactly("bimi.certificate.chain");
    }

    @Test
    void anUnknownRootIsFound() {
        Authority authority =
                new MarkInspector(MarkRoots.bundled(), https, MarkMaker.NOW)
                        .judge(ADDRESS, new MarkMaker().file(), names(), Optional.empty());

        assertThat(authority.messages())
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.incomplete");
        assertThat(https.fetched()).isEmpty();
    }

    @Test
    void aMissingIssuerIsFoundByItsName() {
        MarkMaker mark = new MarkMaker();
        Authority authority = judge(mark, MarkMaker.pem(mark.leaf()));

        assertThat(authority.messages())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("bimi.certificate.incomplete");
                    assertThat(finding.values().toString()).contains("CN=Example Mark Issuer");
                });
        assertThat(authority.subjectAlternativeNames()).containsExactly("example.com");
    }

    @Test
    void anExpiredIssuerIsFound() {
        assertThat(codes(new MarkMaker().issuerUntil("2026-11-01")))
                .containsExactly("bimi.certificate.chain");
    }

    @Test
    void theOrderOfTheFileIsJudged() {
        MarkMaker mark = new MarkMaker();
        X509Certificate leaf = mark.leaf();
        X509Certificate issuer = mark.issuer();
        X509Certificate root = mark.root();

        assertThat(codes(mark, MarkMaker.pem(leaf, issuer, root))).isEmpty();
        assertThat(codes(mark, MarkMaker.pem(issuer, leaf)))
                .containsExactly("bimi.certificate.order");
        assertThat(codes(mark, MarkMaker.pem(leaf, root, issuer)))
                .containsExactly("bimi.certificate.order");
        assertThat(codes(mark, MarkMaker.pem(leaf, leaf, issuer)))
                .containsExactly("bimi.certificate.duplicate");
        assertThat(
                        codes(
                                mark,
                                MarkMaker.pem(
                                        leaf,
                                        issuer,
                                        MarkRoots.bundled().certificates().getFirst())))
                .containsExactly("bimi.certificate.unused");
        assertThat(codes(mark, MarkMaker.pem(leaf, new MarkMaker().leaf(), issuer)))
                .containsExactly("bimi.certificate.several");
        assertThat(codes(mark, MarkMaker.pem(issuer, root)))
                .containsExactly("bimi.certificate.no_leaf");
    }

    @Test
    void aFileWithoutCertificatesIsFound() {
        assertThat(codes(new MarkMaker(), "<html>".getBytes(StandardCharsets.US_ASCII)))
                .containsExactly("bimi.certificate.none");
        String broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        assertThat(codes(new MarkMaker(), broken.getBytes(StandardCharsets.US_ASCII)))
                .containsExactly("bimi.certificate.broken");
    }

    @Test
    void aFileMayHaveOnlySoManyCertificates() {
        MarkMaker mark = new MarkMaker();
        X509Certificate[] many = new X509Certificate[MarkFile.MAX_CERTIFICATES + 1];
        Arrays.fill(many, mark.issuer());
        many[0] = mark.leaf();

        assertThat(codes(mark, MarkMaker.pem(many))).contains("bimi.certificate.many");
        assertThat(codes(mark, MarkMaker.pem(Arrays.copyOf(many, MarkFile.MAX_CERTIFICATES))))
                .doesNotContain("bimi.certificate.many");
    }

    @Test
    void theLogoInItIsJudged() {
        assertThat(codes(new MarkMaker().withoutLogo()))
                .containsExactly("bimi.certificate.logo_missing");
        assertThat(codes(new MarkMaker().logo("<svg/>")))
                .containsExactly("bimi.certificate.logo_profile");
        assertThat(codes(new MarkMaker().plainLogo(MarkMaker.LOGO)))
                .containsExactly("bimi.certificate.logo_plain");
        assertThat(codes(new MarkMaker().checksumOf("another")))
                .containsExactly("bimi.certificate.logo_hash");
        for (String address :
                List.of(
                        "https://example.com/logo.svg",
                        "data:image/png;base64,AAAA",
                        "data:image/svg+xml;base64,A",
                        "data:",
                        "data:" + ";".repeat(100_000))) {
            assertThat(codes(new MarkMaker().logoAt(address)))
                    .as(address.substring(0, Math.min(address.length(), 40)))
                    .containsExactly("bimi.certificate.logo_broken");
        }
    }

    @Test
    void theLogoOfTheRecordMustBeTheOneInIt() {
        assertThat(codesWith(MarkMaker.LOGO.getBytes(StandardCharsets.UTF_8))).isEmpty();
        assertThat(codesWith(MarkMaker.packed(MarkMaker.LOGO))).isEmpty();
        assertThat(codesWith(MarkMaker.LOGO.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8)))
                .containsExactly("bimi.certificate.logo_line_ends");
        assertThat(
                        codesWith(
                                MarkMaker.LOGO
                                        .replace("#cc0000", "#00cc00")
                                        .getBytes(StandardCharsets.UTF_8)))
                .containsExactly("bimi.certificate.logo_different");
    }

    @Test
    void aRevokedOneIsFound() {
        https.put(MarkMaker.LEAF_LIST, list(MarkMaker.revocationList(true, "2026-12-01", true)));
        Authority authority = judge(new MarkMaker());

        assertThat(authority.messages())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("bimi.certificate.revoked");
                    assertThat(finding.values().toString()).contains("Example Ltd", "2026-11-02");
                });
        assertThat(authority.valid()).isFalse();
    }

    @Test
    void aRevokedIssuerIsFound() {
        https.put(MarkMaker.ISSUER_LIST, list(MarkMaker.rootList(true)));

        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.revoked");
    }

    @Test
    void aListThatCanNotBeUsedLeavesItOpen() {
        https.put(MarkMaker.LEAF_LIST, Https.Reason.SLOW.with());
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_unreachable");
        https.put(MarkMaker.LEAF_LIST, new Https.Response(404, "", "", new byte[0]));
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_unreachable");
        https.put(MarkMaker.LEAF_LIST, list(new byte[] {1, 2, 3}));
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_broken");
        https.put(MarkMaker.LEAF_LIST, list(MarkMaker.forgedList()));
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_broken");
        https.put(MarkMaker.LEAF_LIST, list(MarkMaker.rootList(true)));
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_broken");
        https.put(MarkMaker.LEAF_LIST, list(MarkMaker.revocationList(false, "2026-11-19", true)));
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_broken");
        https.put(MarkMaker.LEAF_LIST, list(MarkMaker.revocationList(false, "2026-12-01", false)));
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_broken");
        https.put(MarkMaker.LEAF_LIST, list(new byte[MarkRevocation.MAX_LIST + 1]));
        assertThat(codes(new MarkMaker())).containsExactly("bimi.certificate.crl_unreachable");
        assertThat(judge(new MarkMaker()).valid()).isTrue();
    }

    @Test
    void whyItCouldNotBeFetchedIsTold() {
        assertThat(fetched(Https.Reason.CERTIFICATE_NAME.with("other.example")))
                .containsExactly("bimi.certificate.unreachable");
        assertThat(fetched(new Https.Response(404, "text/html", "", new byte[0])))
                .containsExactly("bimi.certificate.status");
        assertThat(fetched(new Https.Response(302, "", "https://example.com/", new byte[0])))
                .containsExactly("bimi.certificate.status");
        assertThat(fetched(list(new byte[MarkFile.MAX_FILE + 1])))
                .containsExactly("bimi.certificate.too_large");
        assertThat(fetched(list(new byte[MarkFile.MAX_FILE])))
                .containsExactly("bimi.certificate.none");
    }

    private List<String> fetched(Https.Fetched answer) {
        https.put(ADDRESS, answer);
        Authority authority =
                inspector(new MarkMaker()).inspect(ADDRESS, names(), Optional.empty());
        assertThat(authority.certificateUrl()).isEqualTo(ADDRESS);
        assertThat(authority.valid()).isFalse();
        return authority.messages().stream().map(Finding::code).toList();
    }

    private List<String> codesWith(byte[] logo) {
        return inspector(new MarkMaker())
                .judge(ADDRESS, new MarkMaker().file(), names(), Optional.of(SvgFile.open(logo)))
                .messages()
                .stream()
                .map(Finding::code)
                .toList();
    }

    private List<String> codes(MarkMaker mark) {
        return codes(mark, mark.file());
    }

    private List<String> codes(MarkMaker mark, byte[] file) {
        return judge(mark, file).messages().stream().map(Finding::code).toList();
    }

    private Authority judge(MarkMaker mark) {
        return judge(mark, mark.file());
    }

    private Authority judge(MarkMaker mark, byte[] file) {
        return inspector(mark).judge(ADDRESS, file, names(), Optional.empty());
    }

    private MarkInspector inspector(MarkMaker mark) {
        return new MarkInspector(MarkRoots.of(List.of(mark.root())), https, MarkMaker.NOW);
    }

    private static List<String> names() {
        return MarkInspector.names(domain("example.com"), domain("example.com"), "default");
    }

    private static DomainName domain(String name) {
        return DomainName.parse(name).orElseThrow();
    }

    private static Https.Response list(byte[] body) {
        return new Https.Response(200, "application/pkix-crl", "", body);
    }
}
