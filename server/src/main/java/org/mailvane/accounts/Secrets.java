package org.mailvane.accounts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** Texts that nobody can guess. */
final class Secrets {

    private static final String DIGITS_AND_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

    /** Without what looks like something else: 0 and o, 1, i and l. */
    private static final String READABLE = "23456789abcdefghjkmnpqrstuvwxyz";

    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /** Random digits and small letters, each worth a little more than five bits. */
    static String random(int length) {
        return random(length, DIGITS_AND_LETTERS);
    }

    /** The same for who has to type it, each character worth a little less than five bits. */
    static String readable(int length) {
        return random(length, READABLE);
    }

    private static String random(int length, String alphabet) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(RANDOM.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /**
     * The hash that is stored in place of a long random text: one fast hash is enough to keep such
     * a text from being read.
     */
    static byte[] hash(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
