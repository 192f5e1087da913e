package org.mailvane.accounts;

import com.nulabinc.zxcvbn.Zxcvbn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Estimates how many attempts guess a password, with zxcvbn (D. Wheeler, USENIX Security 2016):
 * common words and passwords, sequences, repeats, keyboard patterns and dates count little. NIST SP
 * 800-63B, section 5.1.1.2, requires such a check.
 */
final class PasswordStrength {

    /** The lowest accepted score of zxcvbn: about 10^8 attempts. */
    static final int MIN_SCORE = 3;

    /**
     * The number of characters that are measured, from the first; the others can only make a
     * password stronger. The time grows steeply with the length, see ADR 33.
     */
    static final int MAX_MEASURED = 32;

    /** Words that are guessed first here, and that zxcvbn's English lists do not have. */
    private static final List<String> WORDS =
            List.of(
                    "mailvane",
                    "dmarc",
                    "dkim",
                    "passwort",
                    "kennwort",
                    "geheim",
                    "willkommen",
                    "hallo",
                    "liebe",
                    "schatz",
                    "sommer",
                    "herbst",
                    "montag",
                    "januar",
                    "dezember",
                    "fussball",
                    "qwertzuiopü",
                    "asdfghjklöä",
                    "yxcvbnm",
                    "azertyuiop",
                    "qsdfghjklm",
                    "!\"§$%&/()=",
                    "correcthorsebatterystaple");

    private PasswordStrength() {}

    /** Loads the word lists at first use, since it takes a moment. */
    private static final class Loaded {

        static final Zxcvbn ZXCVBN = new Zxcvbn();
    }

    /** Returns whether few attempts guess a password of the user with this email address. */
    static boolean isWeak(String password, String email) {
        String measured = password.substring(0, Math.min(password.length(), MAX_MEASURED));
        return Loaded.ZXCVBN.measure(measured, words(email)).getScore() < MIN_SCORE;
    }

    /** Returns the address, its two sides, and their parts before all other words. */
    private static List<String> words(String email) {
        String lower = email.toLowerCase(Locale.ROOT);
        List<String> words = new ArrayList<>(List.of(lower));
        words.addAll(List.of(lower.split("@", 2)));
        words.addAll(List.of(lower.split("[^\\p{L}\\p{N}]+", -1)));
        words.addAll(WORDS);
        words.removeIf(String::isEmpty);
        return words;
    }
}
