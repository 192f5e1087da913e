package org.mailvane.mailauth.dkim;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import org.mailvane.mailauth.der.Der;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue;

/**
 * Judges the key of a record.
 *
 * @param bits its length; 0 where it can't be read
 * @param fingerprint SHA-256 of its SubjectPublicKeyInfo in hexadecimal digits; empty if it can't
 *     be read
 */
record KeyJudge(int bits, String fingerprint) {

    static final String RSA = "rsa";
    static final String ED25519 = "ed25519";

    /** Below it receivers must refuse RSA keys (RFC 8301, section 3.2). */
    static final int MIN_RSA_BITS = 1024;

    /** Recommended size of RSA keys (RFC 8301, section 3.2). */
    static final int GOOD_RSA_BITS = 2048;

    /** Size up to which receivers must be able to verify (RFC 8301, section 3.2). */
    static final int MAX_RSA_BITS = 4096;

    private static final int ED25519_BITS = 256;
    private static final BigInteger USUAL_EXPONENT = BigInteger.valueOf(65_537);
    private static final KeyJudge NONE = new KeyJudge(0, "");

    /**
     * Judges octets.
     *
     * @param type what the record says that it is: {@code rsa} or {@code ed25519}
     */
    static KeyJudge of(String type, byte[] octets, FindingList findings) {
        return switch (KeyForm.of(octets)) {
            case KeyForm.Rsa rsa when type.equals(RSA) -> ofRsa(rsa, findings);
            case KeyForm.Ed25519 key when type.equals(ED25519) -> ofEd25519(key, findings);
            case KeyForm.Rsa rsa -> {
                findings.add(DkimFindings.KEY_MISMATCH, RSA, type);
                yield new KeyJudge(rsa.modulus().bitLength(), fingerprint(rsa));
            }
            case KeyForm.Ed25519 key -> {
                findings.add(DkimFindings.KEY_MISMATCH, ED25519, type);
                yield new KeyJudge(ED25519_BITS, fingerprint(key));
            }
            case KeyForm.Secret secret -> none(findings, DkimFindings.KEY_PRIVATE);
            case KeyForm.Cut cut ->
                    none(findings, DkimFindings.KEY_CUT, cut.length(), cut.announced());
            case KeyForm.Other other -> none(findings, DkimFindings.KEY_FORM, other.what());
            case KeyForm.Unknown unknown when type.equals(ED25519) ->
                    none(findings, DkimFindings.KEY_ED25519_LENGTH, octets.length);
            case KeyForm.Unknown unknown -> none(findings, DkimFindings.KEY_UNREADABLE);
        };
    }

    private static KeyJudge none(FindingList findings, DkimFindings kind, Object... values) {
        findings.add(kind, values);
        return NONE;
    }

    private static KeyJudge ofRsa(KeyForm.Rsa rsa, FindingList findings) {
        if (rsa.modulus().signum() <= 0) {
            return none(findings, DkimFindings.KEY_MODULUS);
        }
        KeyJudge key = new KeyJudge(rsa.modulus().bitLength(), fingerprint(rsa));
        if (rsa.isBare()) {
            findings.add(DkimFindings.KEY_BARE);
        }
        if (rsa.hasMore()) {
            findings.add(DkimFindings.KEY_TRAILING);
        }
        if (key.bits < MIN_RSA_BITS) {
            findings.add(DkimFindings.KEY_TOO_SHORT, key.bits);
        } else if (key.bits < GOOD_RSA_BITS) {
            findings.add(DkimFindings.KEY_SHORT, key.bits);
        } else if (key.bits > MAX_RSA_BITS) {
            findings.add(DkimFindings.KEY_LONG, key.bits);
        }
        BigInteger exponent = rsa.exponent();
        if (exponent.compareTo(BigInteger.ONE) <= 0 || !exponent.testBit(0)) {
            findings.add(DkimFindings.KEY_EXPONENT_INVALID, shown(exponent));
        } else if (!exponent.equals(USUAL_EXPONENT)) {
            findings.add(DkimFindings.KEY_EXPONENT, shown(exponent));
        }
        findWeakness(rsa.modulus(), findings);
        findSource(key, findings);
        return key;
    }

    private static void findWeakness(BigInteger modulus, FindingList findings) {
        if (modulus.bitLength() > RsaWeakness.MAX_BITS) {
            findings.add(DkimFindings.KEY_NOT_EXAMINED);
            return;
        }
        int factor = RsaWeakness.smallFactor(modulus);
        if (factor > 0) {
            findings.add(DkimFindings.KEY_SMALL_FACTOR, factor);
        } else if (RsaWeakness.hasChipFingerprint(modulus)) {
            findings.add(DkimFindings.KEY_CHIP);
        } else if (RsaWeakness.hasCloseFactors(modulus)) {
            findings.add(DkimFindings.KEY_CLOSE_FACTORS);
        }
    }

    private static KeyJudge ofEd25519(KeyForm.Ed25519 ed25519, FindingList findings) {
        KeyJudge key = new KeyJudge(ED25519_BITS, fingerprint(ed25519));
        byte[] point = HexFormat.of().parseHex(ed25519.point());
        if (ed25519.isWrapped()) {
            findings.add(
                    DkimFindings.KEY_ED25519_WRAPPED, Base64.getEncoder().encodeToString(point));
        }
        switch (Ed25519Point.kind(point)) {
            case POINT -> findings.add(DkimFindings.KEY_ED25519);
            case SMALL_ORDER -> findings.add(DkimFindings.KEY_ED25519_WEAK);
            case NONE -> findings.add(DkimFindings.KEY_ED25519_POINT);
        }
        findSource(key, findings);
        return key;
    }

    private static void findSource(KeyJudge key, FindingList findings) {
        KnownKeys.source(key.fingerprint)
                .ifPresent(source -> findings.add(DkimFindings.KEY_PUBLISHED, source));
    }

    /** Numbers of thousands of digits say nothing, and take long to write. */
    private static FindingValue shown(BigInteger number) {
        return number.bitLength() <= Long.SIZE
                ? FindingValue.of(number.toString())
                : FindingPhrase.NUMBER_BITS.with(number.bitLength());
    }

    private static String fingerprint(KeyForm.Rsa rsa) {
        byte[] numbers =
                Der.encode(
                        Der.SEQUENCE,
                        Der.encode(Der.INTEGER, rsa.modulus().toByteArray()),
                        Der.encode(Der.INTEGER, rsa.exponent().toByteArray()));
        return fingerprint(KeyForm.RSA, new byte[] {Der.NULL, 0}, numbers);
    }

    private static String fingerprint(KeyForm.Ed25519 key) {
        return fingerprint(KeyForm.ED25519, new byte[0], HexFormat.of().parseHex(key.point()));
    }

    private static String fingerprint(String identifier, byte[] parameters, byte[] key) {
        byte[] info =
                Der.encode(
                        Der.SEQUENCE,
                        Der.encode(
                                Der.SEQUENCE,
                                Der.encode(
                                        Der.OBJECT_IDENTIFIER, HexFormat.of().parseHex(identifier)),
                                parameters),
                        Der.encode(Der.BIT_STRING, new byte[1], key));
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(info));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
