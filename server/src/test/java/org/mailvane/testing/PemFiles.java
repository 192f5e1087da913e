package org.mailvane.testing;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate and its key in files, as programs that fetch certificates write them.
 *
 * @param certificate file of the certificate
 * @param key file of the key
 */
public record PemFiles(Path certificate, Path key) {

    private static final AtomicLong SERIAL = new AtomicLong(System.nanoTime());

    /** The smallest size that TLS accepts. Larger keys only take longer to generate. */
    private static final int RSA_BITS = 1_024;

    /** Which kind of key, and the form of its file. */
    public enum Kind {
        EC("EC", "SHA256withECDSA", "PRIVATE KEY"),
        RSA("RSA", "SHA256withRSA", "PRIVATE KEY"),
        ED25519("Ed25519", "Ed25519", "PRIVATE KEY"),
        /** RFC 8017, appendix A.1.2. */
        PKCS1("RSA", "SHA256withRSA", "RSA PRIVATE KEY"),
        /** RFC 5915. */
        SEC1("EC", "SHA256withECDSA", "EC PRIVATE KEY");

        private final String algorithm;
        private final String signature;
        private final String label;

        Kind(String algorithm, String signature, String label) {
            this.algorithm = algorithm;
            this.signature = signature;
            this.label = label;
        }
    }

    /** Writes a certificate that lasts for a while. */
    public static PemFiles write(Path folder, String name, Kind kind) {
        Instant now = Instant.now();
        return write(
                folder, name, kind, now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(90)));
    }

    /** Writes a certificate that lasts from then until then. */
    public static PemFiles write(Path folder, String name, Kind kind, Instant begin, Instant end) {
        try {
            KeyPair pair = keyPair(kind.algorithm);
            X500Name subject = new X500Name("CN=" + name);
            byte[] certificate =
                    new JcaX509v3CertificateBuilder(
                                    subject,
                                    BigInteger.valueOf(SERIAL.incrementAndGet()),
                                    Date.from(begin),
                                    Date.from(end),
                                    subject,
                                    pair.getPublic())
                            .build(
                                    new JcaContentSignerBuilder(kind.signature)
                                            .build(pair.getPrivate()))
                            .getEncoded();
            byte[] whole = pair.getPrivate().getEncoded();
            byte[] key =
                    kind.label.equals("PRIVATE KEY")
                            ? whole
                            : PrivateKeyInfo.getInstance(whole)
                                    .parsePrivateKey()
                                    .toASN1Primitive()
                                    .getEncoded();
            if (kind == Kind.SEC1) {
                // OpenSSL names the curve within the key; Java does beside it only.
                int bits = ((ECKey) pair.getPrivate()).getParams().getOrder().bitLength();
                key = withCurve(whole, bits);
            }
            PemFiles files =
                    new PemFiles(folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
            Files.writeString(files.certificate, pem("CERTIFICATE", certificate));
            Files.writeString(files.key, pem(kind.label, key));
            return files;
        } catch (GeneralSecurityException | OperatorCreationException | IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static KeyPair keyPair(String algorithm) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        if (algorithm.equals("RSA")) {
            generator.initialize(RSA_BITS);
        }
        return generator.generateKeyPair();
    }

    private static byte[] withCurve(byte[] whole, int bits) throws IOException {
        PrivateKeyInfo info = PrivateKeyInfo.getInstance(whole);
        var key = ECPrivateKey.getInstance(info.parsePrivateKey());
        return new ECPrivateKey(bits, key.getKey(), info.getPrivateKeyAlgorithm().getParameters())
                .getEncoded();
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(
                        label,
                        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                                .encodeToString(der),
                        label);
    }
}
