package org.mailvane.platform.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** Files with a private key, in the three forms that programs write. */
final class PrivateKeys {

    private static final Pattern KEY =
            Pattern.compile(
                    "-----BEGIN (?<kind>[A-Z ]*PRIVATE KEY)-----\\s*(?<body>[A-Za-z0-9+/=\\s]*)"
                            + "-----END \\k<kind>-----");

    /** RFC 8410, section 3. */
    private static final String ED25519 = "1.3.101.112";

    private PrivateKeys() {}

    /**
     * Reads the key of a PEM file.
     *
     * @throws IllegalArgumentException with what is wrong with it
     */
    static PrivateKey read(Path file) {
        String text = new String(Certificates.content(file), StandardCharsets.ISO_8859_1);
        if (text.contains("ENCRYPTED")) {
            throw new IllegalArgumentException(
                    "must contain a key without a password, such as openssl pkey -in FILE"
                            + " writes");
        }
        Matcher key = KEY.matcher(text);
        if (!key.find()) {
            throw new IllegalArgumentException("must contain a private key in PEM format");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(key.group("body"));
            PrivateKeyInfo info =
                    switch (key.group("kind")) {
                        case "RSA PRIVATE KEY" -> rsa(der);
                        case "EC PRIVATE KEY" -> ec(der);
                        default -> PrivateKeyInfo.getInstance(der);
                    };
            return KeyFactory.getInstance(algorithm(info))
                    .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
        } catch (IOException | GeneralSecurityException | RuntimeException malformed) {
            throw new IllegalArgumentException(
                    "must contain a valid private key (RSA, EC or Ed25519): "
                            + malformed.getMessage(),
                    malformed);
        }
    }

    /** RFC 8017, appendix A.1.2. */
    private static PrivateKeyInfo rsa(byte[] der) throws IOException {
        return new PrivateKeyInfo(
                new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE),
                RSAPrivateKey.getInstance(der));
    }

    /** RFC 5915, section 3. */
    private static PrivateKeyInfo ec(byte[] der) throws IOException {
        ECPrivateKey key = ECPrivateKey.getInstance(der);
        ASN1Encodable curve = key.getParametersObject();
        return new PrivateKeyInfo(
                new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, curve), key);
    }

    private static String algorithm(PrivateKeyInfo info) {
        var id = info.getPrivateKeyAlgorithm().getAlgorithm();
        if (id.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            return "RSA";
        }
        if (id.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            return "EC";
        }
        return id.getId().equals(ED25519) ? "Ed25519" : id.getId();
    }
}
