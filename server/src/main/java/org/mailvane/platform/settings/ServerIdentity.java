package org.mailvane.platform.settings;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * By which a server shows in TLS who it is.
 *
 * @param certificates its own first, then those that lead to an authority
 * @param key the first one's
 */
public record ServerIdentity(List<X509Certificate> certificates, PrivateKey key) {

    private static final byte[] SAMPLE = "mailvane".getBytes(StandardCharsets.US_ASCII);

    /**
     * Where it lies.
     *
     * @param certificate PEM file of the certificates
     * @param key PEM file of the key
     */
    public record Files(Path certificate, Path key) {

        /**
         * Reads what lies there now.
         *
         * @throws IllegalArgumentException with what is wrong with it
         */
        public ServerIdentity read() {
            return ServerIdentity.read(certificate, key);
        }
    }

    static ServerIdentity read(Path certificate, Path key) {
        List<X509Certificate> certificates = Certificates.read(certificate);
        PrivateKey own = PrivateKeys.read(key);
        if (!belongs(certificates.getFirst(), own)) {
            throw new IllegalArgumentException(
                    "it does not belong to the first certificate in " + certificate);
        }
        return new ServerIdentity(certificates, own);
    }

    /** What the key signs, the certificate must confirm. */
    private static boolean belongs(X509Certificate certificate, PrivateKey key) {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(SAMPLE);
            byte[] signature = signing.sign();
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certificate.getPublicKey());
            verifying.update(SAMPLE);
            return verifying.verify(signature);
        } catch (GeneralSecurityException ofAnotherKind) {
            return false;
        }
    }
}
