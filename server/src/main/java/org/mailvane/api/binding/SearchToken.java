package org.mailvane.api.binding;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/** Names what somebody has asked for: letters and digits that nobody can guess. */
public final class SearchToken {

    private static final int LENGTH = 16;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String LETTERS_AND_DIGITS = LETTERS + "0123456789";
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9]{" + LENGTH + "}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private SearchToken() {}

    /** A new one. The first is a letter, so that no token can be taken for an id. */
    public static String make() {
        StringBuilder token = new StringBuilder(LENGTH);
        token.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
        while (token.length() < LENGTH) {
            token.append(LETTERS_AND_DIGITS.charAt(RANDOM.nextInt(LETTERS_AND_DIGITS.length())));
        }
        return token.toString();
    }

    /** Whether a text has the form of one: 16 letters and digits. */
    public static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }
}
