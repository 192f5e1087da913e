package org.mailvane.mailauth.bimi;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;

/**
 * A file of certificates in PEM form (RFC 7468).
 *
 * @param certificates those that could be read, in their order
 * @param findings what is wrong with the file
 */
record MarkFile(List<X509Certificate> certificates, List<Finding> findings) {

    /** Octets of a file: a chain, with a logo in one of the certificates. */
    static final int MAX_FILE = 524_288;

    /** Certificates of one file. */
    static final int MAX_CERTIFICATES = 10;

    private static final Pattern BLOCK =
            Pattern.compile(
                    "-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([^-]*+)"
                            + "-----END (?:X509 |TRUSTED )?CERTIFICATE-----");

    /** Reads a file. */
    static MarkFile parse(byte[] file) {
        FindingList findings = new FindingList();
        List<X509Certificate> certificates = new ArrayList<>();
        Matcher block = BLOCK.matcher(new String(file, StandardCharsets.ISO_8859_1));
        int number = 0;
        while (block.find()) {
            number++;
            if (number > MAX_CERTIFICATES) {
                findings.add(BimiFindings.PEM_MANY, MAX_CERTIFICATES);
                break;
            }
            try {
                certificates.add(certificate(Base64.getMimeDecoder().decode(block.group(1))));
            } catch (CertificateException | RuntimeException broken) {
                // The reader of the JDK throws many kinds for what only looks like a certificate.
                findings.add(BimiFindings.PEM_BROKEN, number);
            }
        }
        if (number == 0) {
            findings.add(BimiFindings.PEM_NONE);
        }
        return new MarkFile(List.copyOf(certificates), findings.toList());
    }

    private static X509Certificate certificate(byte[] der) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(der));
    }
}
