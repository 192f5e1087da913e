package org.mailvane.platform.settings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Files of certificates. */
final class Certificates {

    private Certificates() {}

    /**
     * Reads the certificates of a PEM file.
     *
     * @throws IllegalArgumentException with what is wrong with it
     */
    static List<X509Certificate> read(Path file) {
        byte[] bytes = content(file);
        List<X509Certificate> certificates;
        try {
            certificates =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
        } catch (CertificateException malformed) {
            throw new IllegalArgumentException(
                    "must contain valid certificates in PEM format: " + malformed.getMessage(),
                    malformed);
        }
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("must contain a certificate in PEM format");
        }
        return certificates;
    }

    /**
     * The bytes of a PEM file.
     *
     * @throws IllegalArgumentException when it can't be read, or is too large for one
     */
    static byte[] content(Path file) {
        byte[] bytes;
        try (InputStream input = Files.newInputStream(file)) {
            bytes = input.readNBytes((int) SettingsReader.MAX_FILE_BYTES + 1);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "must be a readable file: " + unreadable, unreadable);
        }
        if (bytes.length > SettingsReader.MAX_FILE_BYTES) {
            throw new IllegalArgumentException(
                    "must not be larger than " + SettingsReader.MAX_FILE_BYTES + " bytes");
        }
        return bytes;
    }
}
