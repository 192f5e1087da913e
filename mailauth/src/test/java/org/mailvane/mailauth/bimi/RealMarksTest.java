package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.bimi.BimiInspection.Authority;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.testing.ScriptedHttps;

/** Certificates as they were really issued. What is expected was read from them with openssl. */
class RealMarksTest {

    private static final Path FOLDER =
            Path.of(System.getProperty("mailvane.shared", "../../shared"), "conformance", "bimi");

    private static final Instant IN_THEIR_LIFE = Instant.parse("2022-01-01T00:00:00Z");
    private static final Instant AFTERWARDS = Instant.parse("2026-11-20T00:00:00Z");

    @BeforeAll
    static void areThere() {
        assumeTrue(Files.isDirectory(FOLDER), "no certificates in " + FOLDER);
    }

    @Test
    void theOneOfCableNewsNetworkIsValidInItsLife() throws IOException {
        Authority authority = inspect("cnn", "cnn.com", MarkRoots.bundled(), IN_THEIR_LIFE);

        assertThat(authority.messages()).extracting(Finding::level).doesNotContain(Level.ERR);
        assertThat(authority.valid()).isTrue();
        assertThat(authority.issuer())
                .isEqualTo(
                        "CN=DigiCert Verified Mark RSA4096 SHA256 2021 CA1,O=DigiCert\\, Inc.,C=US");
        assertThat(authority.subject())
                .contains("O=Cable News Network\\, Inc.", "trademarkIdentifier=5817930")
                .contains("jurisdictionCountryName=US");
        assertThat(authority.subjectAlternativeNames()).containsExactly("cnn.com");
        assertThat(authority.certificateType()).isEqualTo("VMC");
        assertThat(authority.markType()).isEmpty();
        assertThat(authority.starts()).isEqualTo(Instant.parse("2021-08-12T00:00:00Z"));
        assertThat(authority.expires()).isEqualTo(Instant.parse("2022-08-12T23:59:59Z"));
    }

    @Test
    void theOneOfRedSiftIsValidInItsLife() throws IOException {
        Authority authority =
                inspect("redshift", "redsift.com", MarkRoots.bundled(), IN_THEIR_LIFE);

        assertThat(authority.messages()).extracting(Finding::level).doesNotContain(Level.ERR);
        assertThat(authority.issuer())
                .isEqualTo("CN=Entrust Verified Mark CA - VMC2,O=Entrust\\, Inc.,C=US");
        assertThat(authority.subjectAlternativeNames()).containsExactly("redsift.com");
        assertThat(authority.certificateType()).isEqualTo("VMC");
        assertThat(authority.starts()).isEqualTo(Instant.parse("2021-07-14T18:53:51Z"));
        assertThat(authority.expires()).isEqualTo(Instant.parse("2022-07-14T18:53:51Z"));
        assertThat(authority.indicator().txt()).contains("<title>RedSift, Ltd</title>");
    }

    @Test
    void theirLogosKeepToTheProfile() throws IOException {
        for (String name : List.of("cnn", "redshift")) {
            Authority authority = inspect(name, "example.com", MarkRoots.bundled(), AFTERWARDS);
            assertThat(authority.indicator().valid())
                    .as(name + ": " + authority.indicator().messages())
                    .isTrue();
            assertThat(authority.indicator().attributes())
                    .extracting("key", "value")
                    .contains(tuple("version", "1.2"), tuple("baseProfile", "tiny-ps"));
        }
    }

    @Test
    void theyAreExpiredToday() throws IOException {
        Authority authority = inspect("cnn", "cnn.com", MarkRoots.bundled(), AFTERWARDS);

        assertThat(authority.valid()).isFalse();
        assertThat(authority.messages())
                .filteredOn(finding -> finding.level() == Level.ERR)
                .extracting(Finding::code)
                .containsExactly("bimi.certificate.expired");
    }

    @Test
    void theirRootsInTheFolderAreThoseOfTheProgram() throws IOException {
        List<Object> roots = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER.resolve("roots"))) {
            for (Path file : files.toList()) {
                roots.addAll(MarkFile.parse(Files.readAllBytes(file)).certificates());
            }
        }
        assertThat(MarkRoots.bundled().certificates())
                .map(Object.class::cast)
                .containsExactlyInAnyOrderElementsOf(roots);
    }

    private static Authority inspect(String file, String domain, MarkRoots roots, Instant now)
            throws IOException {
        DomainName name = DomainName.parse(domain).orElseThrow();
        return new MarkInspector(roots, new ScriptedHttps(), now)
                .judge(
                        "https://example.com/vmc.pem",
                        Files.readAllBytes(FOLDER.resolve("certs").resolve(file + ".pem")),
                        MarkInspector.names(name, name, "default"),
                        Optional.empty());
    }
}
