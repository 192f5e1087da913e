package org.mailvane.mailauth.dkim;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the octets of {@code p} are, whatever the record says that they should be. */
sealed interface KeyForm {

    /** Octets of an Ed25519 key (RFC 8032, section 5.1.5). */
    int ED25519_LENGTH = 32;

    /** RSA, by its object identifier 1.2.840.113549.1.1.1. */
    String RSA = "2a864886f70d010101";

    /** Ed25519, by its object identifier 1.3.101.112 (RFC 8410, section 3). */
    String ED25519 = "2b6570";

    /** Other kinds of keys that are met, by their object identifiers. */
    Map<String, String> OTHERS =
            Map.of(
                    "2a864886f70d01010a", "an RSA key for PSS signatures only",
                    "2b6571", "an Ed448 key",
                    "2a8648ce3d0201", "an elliptic curve (ECDSA) key",
                    "2a8648ce380401", "a DSA key",
                    "2b656e", "an X25519 key");

    /**
     * An RSA key.
     *
     * @param isBare whether it stands without the wrapping that says that it is one (RSAPublicKey
     *     of RFC 8017, appendix A.1.1, instead of SubjectPublicKeyInfo of RFC 5280, section 4.1)
     * @param hasMore whether something stands behind it
     */
    record Rsa(BigInteger modulus, BigInteger exponent, boolean isBare, boolean hasMore)
            implements KeyForm {}

    /**
     * An Ed25519 key.
     *
     * @param point its 32 octets in hexadecimal digits
     * @param isWrapped whether it stands in a SubjectPublicKeyInfo
     */
    record Ed25519(String point, boolean isWrapped) implements KeyForm {}

    /** Something else that is known. */
    record Other(String what) implements KeyForm {}

    /** A private key. */
    record Secret() implements KeyForm {}

    /** The begin of something longer. */
    record Cut(int length, int announced) implements KeyForm {}

    /** Nothing that is known. */
    record Unknown() implements KeyForm {}

    /** Looks at octets. */
    static KeyForm of(byte[] octets) {
        String text = new String(octets, StandardCharsets.ISO_8859_1);
        if (text.startsWith("-----BEGIN")) {
            return text.contains("PRIVATE") ? new Secret() : new Other("a PEM file, encoded twice");
        }
        if (text.startsWith("\0\0\0\7ssh-rsa") || text.startsWith("\0\0\0\13ssh-ed25519")) {
            return new Other("an SSH key");
        }
        if (octets.length == ED25519_LENGTH) {
            return new Ed25519(HexFormat.of().formatHex(octets), false);
        }
        Der outside = new Der(octets);
        Der.Element whole = outside.next();
        if (whole == null || whole.tag() != Der.SEQUENCE) {
            return new Unknown();
        }
        if (whole.isCut()) {
            int head = octets.length - whole.content().length;
            return new Cut(octets.length, head + whole.length());
        }
        Der.Element first = whole.inside().next();
        return switch (first == null ? 0 : first.tag()) {
            case Der.SEQUENCE -> ofPublicKeyInfo(whole, !outside.isAtEnd());
            case Der.INTEGER -> ofIntegers(whole, !outside.isAtEnd());
            default -> new Unknown();
        };
    }

    private static KeyForm ofPublicKeyInfo(Der.Element whole, boolean hasMore) {
        Der inside = whole.inside();
        Der.Element algorithm = inside.next(Der.SEQUENCE);
        if (algorithm == null) {
            return new Unknown();
        }
        Der.Element identifier = algorithm.inside().next(Der.OBJECT_IDENTIFIER);
        if (identifier == null) {
            return new Other("a certificate");
        }
        String kind = HexFormat.of().formatHex(identifier.content());
        Der.Element bits = inside.next(Der.BIT_STRING);
        // The first octet counts bits that are not used; keys have none.
        if (bits == null || bits.content().length == 0 || bits.content()[0] != 0) {
            return new Unknown();
        }
        byte[] key = Arrays.copyOfRange(bits.content(), 1, bits.content().length);
        if (kind.equals(RSA)) {
            Der.Element numbers = new Der(key).next(Der.SEQUENCE);
            @Nullable Rsa rsa = numbers == null ? null : rsa(numbers, false, hasMore);
            return rsa == null ? new Unknown() : rsa;
        }
        if (kind.equals(ED25519)) {
            return key.length == ED25519_LENGTH
                    ? new Ed25519(HexFormat.of().formatHex(key), true)
                    : new Unknown();
        }
        return new Other(OTHERS.getOrDefault(kind, "a key of a kind that has no meaning in DKIM"));
    }

    /** Both forms of RSA keys without wrapping, and private keys, begin with a number. */
    private static KeyForm ofIntegers(Der.Element whole, boolean hasMore) {
        @Nullable Rsa rsa = rsa(whole, true, hasMore);
        if (rsa != null) {
            return rsa;
        }
        Der inside = whole.inside();
        Der.Element version = inside.next(Der.INTEGER);
        Der.Element second = inside.next();
        boolean isVersion = version != null && version.content().length == 1;
        boolean isSecret =
                second != null
                        && (second.tag() == Der.INTEGER
                                || second.tag() == Der.SEQUENCE
                                || second.tag() == Der.OCTET_STRING);
        return isVersion && isSecret ? new Secret() : new Unknown();
    }

    private static @Nullable Rsa rsa(Der.Element numbers, boolean isBare, boolean hasMore) {
        Der inside = numbers.inside();
        Der.Element modulus = inside.next(Der.INTEGER);
        Der.Element exponent = inside.next(Der.INTEGER);
        if (modulus == null
                || exponent == null
                || modulus.content().length == 0
                || exponent.content().length == 0
                || !inside.isAtEnd()) {
            return null;
        }
        return new Rsa(
                new BigInteger(modulus.content()),
                new BigInteger(exponent.content()),
                isBare,
                hasMore);
    }
}
