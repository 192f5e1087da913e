package org.mailvane.accounts;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What people make passwords of that are guessed first (NIST SP 800-63B, section 5.1.1.2): words
 * that very many use, rows of the alphabet or of a keyboard, repeats, years, and what has to do
 * with the service or with the user. Letters count in either case, and as the signs that are
 * written in their place.
 */
final class GuessedPieces {

    /** Characters that have to be left when all such pieces are taken out. */
    static final int MIN_LEFT = 4;

    /** Rows and repeats from so many characters on are pieces. */
    static final int MIN_ROW = 3;

    /** Words of the user's from so many characters on are; shorter ones are in everything. */
    static final int MIN_OWN = 3;

    /** Characters of a repeated piece at most. */
    static final int MAX_REPEATED = 4;

    private static final List<String> ROWS =
            List.of(
                    "abcdefghijklmnopqrstuvwxyz",
                    "01234567890",
                    "qwertyuiop",
                    "qwertzuiopü",
                    "azertyuiop",
                    "asdfghjkl",
                    "qsdfghjklm",
                    "zxcvbnm",
                    "yxcvbnm",
                    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
                    "1q2w3e4r5t6y7u8i9o0p",
                    "!@#$%^&*()",
                    "!\"§$%&/()=");

    /** Words that appear in most lists of stolen passwords, and those that services suggest. */
    private static final Set<String> WORDS =
            Set.of(
                    "password",
                    "passwort",
                    "passwd",
                    "passphrase",
                    "kennwort",
                    "geheim",
                    "secret",
                    "welcome",
                    "willkommen",
                    "letmein",
                    "login",
                    "signin",
                    "admin",
                    "administrator",
                    "root",
                    "user",
                    "guest",
                    "test",
                    "demo",
                    "default",
                    "changeme",
                    "change",
                    "please",
                    "hello",
                    "hallo",
                    "iloveyou",
                    "love",
                    "liebe",
                    "schatz",
                    "princess",
                    "sunshine",
                    "flower",
                    "monkey",
                    "dragon",
                    "shadow",
                    "master",
                    "michael",
                    "jordan",
                    "ashley",
                    "daniel",
                    "charlie",
                    "superman",
                    "batman",
                    "pokemon",
                    "starwars",
                    "football",
                    "fussball",
                    "baseball",
                    "soccer",
                    "hockey",
                    "ninja",
                    "mustang",
                    "access",
                    "trustno",
                    "freedom",
                    "whatever",
                    "computer",
                    "internet",
                    "samsung",
                    "google",
                    "facebook",
                    "microsoft",
                    "windows",
                    "server",
                    "system",
                    "summer",
                    "sommer",
                    "winter",
                    "spring",
                    "autumn",
                    "herbst",
                    "monday",
                    "montag",
                    "january",
                    "januar",
                    "december",
                    "dezember",
                    "correcthorsebatterystaple",
                    "pass",
                    "pwd",
                    "new",
                    "neu",
                    "my",
                    "the",
                    "mailvane",
                    "dmarc",
                    "dkim",
                    "email",
                    "mail");

    /** What is written in place of which letter. */
    private static final String SIGNS = "@4310$57!";

    private static final String LETTERS = "aaeiosstl";

    private GuessedPieces() {}

    /** Whether too little is left of a password without what can be guessed. */
    static boolean makeUp(String password, String email) {
        String lower = password.toLowerCase(Locale.ROOT);
        String plain = withLetters(lower);
        BitSet guessed = new BitSet(lower.length());
        List<String> words = new ArrayList<>(WORDS);
        words.addAll(own(email));
        for (String text : List.of(lower, plain)) {
            words.forEach(word -> mark(text, word, guessed));
            for (String row : ROWS) {
                markRow(text, row, guessed);
                markRow(text, new StringBuilder(row).reverse().toString(), guessed);
            }
        }
        markYears(lower, guessed);
        markRepeats(lower, guessed);
        return lower.length() - guessed.cardinality() < MIN_LEFT;
    }

    /** The user's words: the parts of their address. */
    private static List<String> own(String email) {
        List<String> own = new ArrayList<>();
        for (String part : email.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            if (part.length() >= MIN_OWN) {
                own.add(part);
            }
        }
        return own;
    }

    private static String withLetters(String text) {
        StringBuilder letters = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            int sign = SIGNS.indexOf(text.charAt(i));
            if (sign >= 0) {
                letters.setCharAt(i, LETTERS.charAt(sign));
            }
        }
        return letters.toString();
    }

    private static void mark(String text, String word, BitSet guessed) {
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            guessed.set(at, at + word.length());
        }
    }

    /** Marks the longest parts of a row that appear in a text. */
    private static void markRow(String text, String row, BitSet guessed) {
        for (int at = 0; at + MIN_ROW <= text.length(); at++) {
            int end = at + MIN_ROW;
            while (end <= text.length() && row.contains(text.substring(at, end))) {
                guessed.set(at, end);
                end++;
            }
        }
    }

    private static void markYears(String text, BitSet guessed) {
        for (int at = 0; at + 4 <= text.length(); at++) {
            if (text.substring(at, at + 4).matches("(19|20)\\d\\d")) {
                guessed.set(at, at + 4);
            }
        }
    }

    /** Marks repetitions of what comes just before: {@code aaaa}, {@code abcabc}. */
    private static void markRepeats(String text, BitSet guessed) {
        for (int size = 1; size <= MAX_REPEATED; size++) {
            int same = 0;
            for (int at = size; at < text.length(); at++) {
                same = text.charAt(at) == text.charAt(at - size) ? same + 1 : 0;
                if (same >= Math.max(size, MIN_ROW - 1)) {
                    guessed.set(at - same + 1 - size, at + 1);
                }
            }
        }
    }
}
