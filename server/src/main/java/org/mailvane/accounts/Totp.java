package org.mailvane.accounts;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/**
 * Codes that an app makes of a secret and the time (RFC 6238), as all apps do: six digits, new ones
 * every half minute, by SHA-1.
 */
final class Totp {

    /** How long a code is the current one. */
    static final Duration STEP = Duration.ofSeconds(30);

    /** Digits of a code. */
    static final int DIGITS = 6;

    /** Steps before and after the current one whose codes are taken (section 5.2). */
    static final int SLACK = 1;

    /** Bytes of a secret: as many as SHA-1 makes (RFC 4226, section 4, R6). */
    static final int SECRET_BYTES = 20;

    private static final String ISSUER = "Mailvane";
    private static final Pattern SECRET = Pattern.compile("[A-Z2-7]{32}");
    private static final Pattern CODE = Pattern.compile("[0-9]{" + DIGITS + "}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final TimeBasedOneTimePasswordGenerator GENERATOR =
            new TimeBasedOneTimePasswordGenerator(STEP, DIGITS);

    private Totp() {}

    /** A new secret, as apps are told it. */
    static String newSecret() {
        byte[] secret = new byte[SECRET_BYTES];
        RANDOM.nextBytes(secret);
        return Base32.encode(secret);
    }

    /** Whether this has the form of a secret. */
    static boolean isSecret(String text) {
        return SECRET.matcher(text).matches();
    }

    /** Whether this has the form of a code. */
    static boolean isCode(String text) {
        return CODE.matcher(text).matches();
    }

    /** What an app is told, as text or as picture. */
    static String address(String email, String secret) {
        return "otpauth://totp/%s:%s?secret=%s&issuer=%1$s"
                .formatted(
                        ISSUER,
                        URLEncoder.encode(email, StandardCharsets.UTF_8).replace("+", "%20"),
                        secret);
    }

    /**
     * The step of time to which a code belongs, where it is one of those that are taken now.
     *
     * @param last the step of the last code that was taken: only later ones are
     */
    static OptionalLong stepOf(String secret, String code, Instant now, long last) {
        Optional<byte[]> key = Base32.decode(secret);
        if (!isCode(code) || key.isEmpty() || key.get().length == 0) {
            return OptionalLong.empty();
        }
        long current = Math.floorDiv(now.getEpochSecond(), STEP.toSeconds());
        OptionalLong found = OptionalLong.empty();
        for (long step = current - SLACK; step <= current + SLACK; step++) {
            if (same(codeOf(key.get(), step), code) && step > last) {
                found = OptionalLong.of(step);
            }
        }
        return found;
    }

    /** The code of a step. */
    static String codeOf(byte[] key, long step) {
        try {
            return GENERATOR.generateOneTimePasswordString(
                    new SecretKeySpec(key, GENERATOR.getAlgorithm()),
                    Instant.ofEpochSecond(step * STEP.toSeconds()));
        } catch (InvalidKeyException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }
}
