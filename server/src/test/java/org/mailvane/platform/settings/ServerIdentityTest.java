package org.mailvane.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.testing.PemFiles;
import org.mailvane.testing.PemFiles.Kind;

/** The certificate and the key for STARTTLS: what is taken, and what is said of what is not. */
class ServerIdentityTest {

    @TempDir Path temp;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyUsualFormOfAKeyIsRead(Kind kind) {
        PemFiles files = PemFiles.write(temp, "mail.example", kind);
        ServerIdentity identity =
                read(files.certificate(), files.key()).smtpIdentity().orElseThrow().read();
        assertThat(identity.certificates().getFirst().getSubjectX500Principal().getName())
                .isEqualTo("CN=mail.example");
    }

    @Test
    void withoutThemThereIsNone() {
        Settings settings =
                SettingsReader.read(Map.of(Setting.DATA_DIR, temp.toString()), Map.of(), null);
        assertThat(settings.smtpIdentity()).isEmpty();
        assertThat(settings.hasSmtp()).isFalse();
    }

    @Test
    void oneWithoutTheOtherNamesBoth() {
        PemFiles files = PemFiles.write(temp, "mail.example", Kind.EC);
        assertThat(problems(Map.of(Setting.SMTP_CERTIFICATE, files.certificate().toString())))
                .containsExactly(
                        "MAILVANE_SMTP_CERTIFICATE (flag --smtp-certificate) is set, but"
                                + " MAILVANE_SMTP_KEY is not. Set both or neither");
        assertThat(problems(Map.of(Setting.SMTP_KEY, files.key().toString())))
                .containsExactly(
                        "MAILVANE_SMTP_KEY (flag --smtp-key) is set, but"
                                + " MAILVANE_SMTP_CERTIFICATE is not. Set both or neither");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void keyOfAnotherCertificateIsRefused(Kind kind) {
        PemFiles own = PemFiles.write(temp, "own.example", kind);
        PemFiles other = PemFiles.write(temp, "other.example", kind);
        assertThat(problems(own.certificate(), other.key()))
                .singleElement()
                .asString()
                .contains("MAILVANE_SMTP_KEY", "does not belong to", own.certificate().toString());
    }

    @Test
    void fileThatIsNoKeyIsRefusedAndNotShown() throws IOException {
        PemFiles files = PemFiles.write(temp, "mail.example", Kind.EC);
        Path secret = Files.writeString(temp.resolve("secret"), "hush");
        assertThat(problems(files.certificate(), secret))
                .singleElement()
                .asString()
                .contains("MAILVANE_SMTP_KEY", "must contain a private key in PEM format")
                .doesNotContain("hush");
        assertThat(problems(files.certificate(), files.certificate()))
                .singleElement()
                .asString()
                .contains("must contain a private key in PEM format");
        assertThat(problems(files.key(), files.key()))
                .singleElement()
                .asString()
                .contains("MAILVANE_SMTP_CERTIFICATE", "must contain");
        assertThat(problems(files.certificate(), temp.resolve("nowhere.key")))
                .singleElement()
                .asString()
                .contains("must be a readable file");
    }

    @Test
    void brokenAndEncryptedKeysAreRefused() throws IOException {
        PemFiles files = PemFiles.write(temp, "mail.example", Kind.EC);
        Path broken =
                Files.writeString(
                        temp.resolve("broken"),
                        "-----BEGIN PRIVATE KEY-----\nMAAB\n-----END PRIVATE KEY-----\n");
        assertThat(problems(files.certificate(), broken))
                .singleElement()
                .asString()
                .contains("must contain a valid private key (RSA, EC or Ed25519)");
        Path locked =
                Files.writeString(
                        temp.resolve("locked"),
                        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAAB\n-----END ENCRYPTED PRIVATE KEY-----\n");
        assertThat(problems(files.certificate(), locked))
                .singleElement()
                .asString()
                .contains("without a password");
    }

    private Settings read(Path certificate, Path key) {
        return SettingsReader.read(
                Map.of(
                        Setting.DATA_DIR, temp.toString(),
                        Setting.SMTP_CERTIFICATE, certificate.toString(),
                        Setting.SMTP_KEY, key.toString()),
                Map.of(),
                null);
    }

    private List<String> problems(Path certificate, Path key) {
        return catchThrowableOfType(SettingsException.class, () -> read(certificate, key))
                .problems();
    }

    private List<String> problems(Map<Setting, String> flags) {
        return catchThrowableOfType(
                        SettingsException.class,
                        () ->
                                SettingsReader.read(
                                        flags, Map.of("MAILVANE_DATA_DIR", temp.toString()), null))
                .problems();
    }
}
