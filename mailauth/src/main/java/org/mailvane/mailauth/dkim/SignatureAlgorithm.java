package org.mailvane.mailauth.dkim;

import java.util.Locale;
import java.util.Optional;

/** The algorithms of signatures that count (RFC 8301, section 3; RFC 8463, section 3). */
enum SignatureAlgorithm {
    RSA_SHA256(KeyJudge.RSA),
    ED25519_SHA256(KeyJudge.ED25519);

    /** The one that no longer counts (RFC 8301, section 3.1). */
    static final String HISTORIC = "rsa-sha1";

    private final String keyType;

    SignatureAlgorithm(String keyType) {
        this.keyType = keyType;
    }

    /** Returns the algorithm of a name in {@code a}. */
    static Optional<SignatureAlgorithm> of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "rsa-sha256" -> Optional.of(RSA_SHA256);
            case "ed25519-sha256" -> Optional.of(ED25519_SHA256);
            default -> Optional.empty();
        };
    }

    /** Returns the {@code k} of its keys. */
    String keyType() {
        return keyType;
    }
}
