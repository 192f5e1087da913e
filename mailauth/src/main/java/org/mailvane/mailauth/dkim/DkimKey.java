package org.mailvane.mailauth.dkim;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.tag.TagList.Entry;

/**
 * A key record as a verifier uses it (RFC 6376, section 3.6.1). It accepts only what the standard
 * allows; {@link DkimParser} reports the errors in the rest.
 */
final class DkimKey {

    /** Bits of an RSA key with which signatures are verified; the work grows with them. */
    static final int MAX_RSA_BITS = 8_192;

    /** A SubjectPublicKeyInfo of an Ed25519 key, up to the key (RFC 8410, section 4). */
    private static final byte[] ED25519_INFO = HexFormat.of().parseHex("302a300506032b6570032100");

    private final TagList tags;
    private final KeyForm form;
    private final @Nullable DkimDetail problem;

    private DkimKey(TagList tags) {
        this.tags = tags;
        Base64Text text = Base64Text.parse(tag("p", ""));
        boolean isText = text.wrongAt() < 0 && !text.isIncomplete();
        this.form = isText ? KeyForm.of(text.octets()) : new KeyForm.Unknown();
        this.problem = read();
    }

    /** Reads a record. */
    static DkimKey parse(String record) {
        return new DkimKey(TagList.parse(record));
    }

    /**
     * Returns whether it is meant as a key, and not a record of another kind that a wildcard leads
     * to. What {@link DkimParser} does to find out is too much for every mail.
     */
    static boolean isKey(String record) {
        TagList tags = TagList.parse(record);
        return tags.first("v")
                .map(v -> v.value().toUpperCase(Locale.ROOT).startsWith("DKIM"))
                .orElseGet(() -> tags.first("p").isPresent());
    }

    /** Returns what makes the record useless; null where nothing does. */
    @Nullable DkimDetail problem() {
        return problem;
    }

    /**
     * Returns why the key is not for a signature; null if it is.
     *
     * @param services service types that fit what is signed
     */
    @Nullable DkimDetail refusal(DkimSignature signature, Set<String> services) {
        if (problem != null) {
            return problem;
        }
        boolean isOfType =
                signature.algorithm().filter(a -> a.keyType().equals(keyType())).isPresent();
        if (!isOfType) {
            return DkimDetail.KEY_TYPE;
        }
        if (tags.first("h").isPresent() && !items("h").contains("sha256")) {
            return DkimDetail.KEY_HASH;
        }
        List<String> meant = items("s");
        if (tags.first("s").isPresent()
                && !meant.contains("*")
                && meant.stream().noneMatch(services::contains)) {
            return DkimDetail.KEY_SERVICE;
        }
        if (items("t").contains("s") && !signature.isIdentityOfDomain()) {
            return DkimDetail.KEY_STRICT;
        }
        if (form instanceof KeyForm.Rsa rsa) {
            int bits = rsa.modulus().bitLength();
            return bits < KeyJudge.MIN_RSA_BITS
                    ? DkimDetail.KEY_SHORT
                    : bits > MAX_RSA_BITS ? DkimDetail.KEY_LONG : null;
        }
        return null;
    }

    /** Returns the length of the key; 0 where there is none. */
    int bits() {
        return switch (form) {
            case KeyForm.Rsa rsa -> rsa.modulus().bitLength();
            case KeyForm.Ed25519 point -> Byte.SIZE * KeyForm.ED25519_LENGTH;
            default -> 0;
        };
    }

    /** Returns whether the record says that signing is only being tried. */
    boolean isTesting() {
        return items("t").contains("y");
    }

    /**
     * Verifies a signature (RFC 6376, section 6.1.3; RFC 8463, section 3).
     *
     * @param data the signed header fields in canonical form
     * @return {@code VERIFIED}, {@code SIGNATURE_WRONG}, or {@code KEY_INVALID} where the key can't
     *     be calculated with
     */
    DkimDetail verify(byte[] data, byte[] signature) {
        boolean isRsa = form instanceof KeyForm.Rsa;
        Signature verifier;
        try {
            verifier = Signature.getInstance(isRsa ? "SHA256withRSA" : "Ed25519");
            verifier.initVerify(publicKey());
        } catch (GeneralSecurityException unusable) {
            return DkimDetail.KEY_INVALID;
        }
        try {
            // Ed25519 signs the hash as if it were the text.
            verifier.update(isRsa ? data : BodyHash.sha256().digest(data));
            return verifier.verify(signature) ? DkimDetail.VERIFIED : DkimDetail.SIGNATURE_WRONG;
        } catch (GeneralSecurityException malformed) {
            return DkimDetail.SIGNATURE_WRONG;
        }
    }

    private PublicKey publicKey() throws GeneralSecurityException {
        return switch (form) {
            case KeyForm.Rsa rsa ->
                    KeyFactory.getInstance("RSA")
                            .generatePublic(new RSAPublicKeySpec(rsa.modulus(), rsa.exponent()));
            case KeyForm.Ed25519 key -> {
                byte[] point = HexFormat.of().parseHex(key.point());
                byte[] info = Arrays.copyOf(ED25519_INFO, ED25519_INFO.length + point.length);
                System.arraycopy(point, 0, info, ED25519_INFO.length, point.length);
                EncodedKeySpec encoded = new X509EncodedKeySpec(info);
                yield KeyFactory.getInstance("Ed25519").generatePublic(encoded);
            }
            default -> throw new IllegalStateException("refused before");
        };
    }

    private @Nullable DkimDetail read() {
        boolean isList =
                !tags.isCut()
                        && !tags.entries().isEmpty()
                        && tags.repeated().isEmpty()
                        && tags.entries().stream().allMatch(Entry::hasEquals);
        Optional<Entry> version = tags.first("v");
        boolean isVersion =
                version.isEmpty()
                        || (version.get().value().equals("DKIM1")
                                && version.get().equals(tags.entries().getFirst()));
        Optional<Entry> p = tags.first("p");
        if (!isList || !isVersion || p.isEmpty()) {
            return DkimDetail.KEY_INVALID;
        }
        if (p.get().value().isEmpty()) {
            return DkimDetail.KEY_REVOKED;
        }
        return switch (form) {
            case KeyForm.Rsa rsa when keyType().equals(KeyJudge.RSA) -> isSound(rsa);
            case KeyForm.Ed25519 key when keyType().equals(KeyJudge.ED25519) ->
                    Ed25519Point.kind(HexFormat.of().parseHex(key.point()))
                                    == Ed25519Point.Kind.POINT
                            ? null
                            : DkimDetail.KEY_INVALID;
            // Keys of other kinds are for signatures of other kinds.
            default ->
                    SignatureAlgorithm.of(keyType() + "-sha256").isPresent()
                            ? DkimDetail.KEY_INVALID
                            : null;
        };
    }

    private static @Nullable DkimDetail isSound(KeyForm.Rsa rsa) {
        BigInteger exponent = rsa.exponent();
        boolean isSound =
                rsa.modulus().signum() > 0
                        && exponent.compareTo(BigInteger.ONE) > 0
                        && exponent.testBit(0);
        return isSound ? null : DkimDetail.KEY_INVALID;
    }

    private String keyType() {
        return tag("k", KeyJudge.RSA).toLowerCase(Locale.ROOT);
    }

    private List<String> items(String name) {
        return Arrays.stream(tag(name, "").split(":", -1))
                .map(item -> item.strip().toLowerCase(Locale.ROOT))
                .toList();
    }

    private String tag(String name, String otherwise) {
        return tags.first(name).map(Entry::value).orElse(otherwise);
    }
}
