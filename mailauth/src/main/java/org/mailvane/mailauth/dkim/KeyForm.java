package org.mailvane.mailauth.dkim;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.der.Der;
import org.mailvane.mailauth.finding.FindingPhrase;

/** The format of the octets of {@code p}, whatever the record declares. */
sealed interface KeyForm {

    /** Octets of an Ed25519 key (RFC 8032, section 5.1.5). */
    int ED25519_LENGTH = 32;

    /** RSA, by its object identifier 1.2.840.113549.1.1.1. */
    String RSA = "2a864886f70d010101";

    /** Ed25519, by its object identifier 1.3.101.112 (RFC 8410, section 3). */
    String ED25519 = "2b6570";

    /** Other kinds of keys that are met, by their object identifiers. */
    Map<String, FindingPhrase> OTHERS =
            Map.of(
                    "2a864886f70d01010a", FindingPhrase.KEY_RSA_PSS,
                    "2b6571", FindingPhrase.KEY_ED448,
                    "2a8648ce3d0201", FindingPhrase.KEY_ECDSA,
                    "2a8648ce380401", FindingPhrase.KEY_DSA,
                    "2b656e", FindingPhrase.KEY_X25519);

    /** Types of the value that follows the version in a private key. */
    Set<Integer> SECRET_PARTS = Set.of(Der.INTEGER, Der.SEQUENCE, Der.OCTET_STRING);

    /**
     * An RSA key.
     *
     * @param isBare whether it lacks the wrapping that names its type (RSAPublicKey of RFC 8017,
     *     appendix A.1.1, instead of SubjectPublicKeyInfo of RFC 5280, section 4.1)
     * @param hasMore whether data follows it
     */
    record Rsa(BigInteger modulus, BigInteger exponent, boolean isBare, boolean hasMore)
            implements KeyForm {}

    /**
     * An Ed25519 key.
     *
     * @param point its 32 octets in hexadecimal digits
     * @param isWrapped whether it is wrapped in a SubjectPublicKeyInfo
     */
    record Ed25519(String point, boolean isWrapped) implements KeyForm {}

    /** Something else that is known. */
    record Other(FindingPhrase what) implements KeyForm {}

    /** A private key. */
    record Secret() implements KeyForm {}

    /** The start of a longer value. */
    record Cut(int length, int announced) implements KeyForm {}

    /** Nothing that is known. */
    record Unknown() implements KeyForm {}

    /** Looks at octets. */
    static KeyForm of(byte[] octets) {
        String text = new String(octets, StandardCharsets.ISO_8859_1);
        if (text.startsWith("-----BEGIN")) {
            return text.contains("PRIVATE") ? new Secret() : new Other(FindingPhrase.KEY_PEM);
        }
        if (text.startsWith("\0\0\0\7ssh-rsa") || text.startsWith("\0\0\0\13ssh-ed25519")) {
            return new Other(FindingPhrase.KEY_SSH);
        }
        if (octets.length == ED25519_LENGTH) {
            return new Ed25519(HexFormat.of().formatHex(octets), false);
        }
        int announced = Der.announcedLength(octets).orElse(0);
        if (announced == 0 || octets[0] != Der.SEQUENCE) {
            return new Unknown();
        }
        return announced > octets.length
                ? new Cut(octets.length, announced)
                : Der.parseFirst(octets)
                        .map(whole -> ofSequence(whole.children(), announced < octets.length))
                        .orElseGet(Unknown::new);
    }

    private static KeyForm ofSequence(List<Der> parts, boolean hasMore) {
        return switch (parts.isEmpty() ? 0 : parts.getFirst().tag()) {
            case Der.SEQUENCE -> ofPublicKeyInfo(parts, hasMore);
            case Der.INTEGER -> ofIntegers(parts, hasMore);
            default -> new Unknown();
        };
    }

    private static KeyForm ofPublicKeyInfo(List<Der> parts, boolean hasMore) {
        List<Der> algorithm = parts.getFirst().children();
        if (algorithm.isEmpty() || !algorithm.getFirst().is(Der.OBJECT_IDENTIFIER)) {
            return new Other(FindingPhrase.KEY_CERTIFICATE);
        }
        String kind = HexFormat.of().formatHex(algorithm.getFirst().content());
        byte[] bits =
                parts.size() > 1 && parts.get(1).is(Der.BIT_STRING)
                        ? parts.get(1).content()
                        : new byte[0];
        // The first octet counts bits that are not used; keys have none.
        if (bits.length == 0 || bits[0] != 0) {
            return new Unknown();
        }
        byte[] key = Arrays.copyOfRange(bits, 1, bits.length);
        if (kind.equals(RSA)) {
            return Der.parseFirst(key)
                    .filter(numbers -> numbers.is(Der.SEQUENCE))
                    .flatMap(numbers -> rsa(numbers.children(), false, hasMore))
                    .orElseGet(Unknown::new);
        }
        if (kind.equals(ED25519)) {
            return key.length == ED25519_LENGTH
                    ? new Ed25519(HexFormat.of().formatHex(key), true)
                    : new Unknown();
        }
        return new Other(OTHERS.getOrDefault(kind, FindingPhrase.KEY_OTHER));
    }

    /** Both forms of RSA keys without wrapping, and private keys, begin with a number. */
    private static KeyForm ofIntegers(List<Der> parts, boolean hasMore) {
        return rsa(parts, true, hasMore)
                .orElseGet(() -> isSecret(parts) ? new Secret() : new Unknown());
    }

    /** A version, and then a number (PKCS #1), an algorithm (PKCS #8) or a key (RFC 5915). */
    private static boolean isSecret(List<Der> parts) {
        return parts.size() > 1
                && parts.getFirst().content().length == 1
                && SECRET_PARTS.contains(parts.get(1).tag());
    }

    private static Optional<KeyForm> rsa(List<Der> numbers, boolean isBare, boolean hasMore) {
        boolean areNumbers =
                numbers.size() == 2
                        && numbers.stream()
                                .allMatch(
                                        part -> part.is(Der.INTEGER) && part.content().length > 0);
        return areNumbers
                ? Optional.of(
                        new Rsa(
                                new BigInteger(numbers.getFirst().content()),
                                new BigInteger(numbers.getLast().content()),
                                isBare,
                                hasMore))
                : Optional.empty();
    }
}
