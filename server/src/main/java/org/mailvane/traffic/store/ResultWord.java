package org.mailvane.traffic.store;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.mailvane.reports.aggregate.AuthResult;

/**
 * Results of DKIM and SPF as the API shows them: a letter, or a word. They are in the order of
 * their words.
 */
public enum ResultWord {
    FAIL("-"),
    NEUTRAL("?"),
    NONE("n"),
    /** A word that is none of the RFC's. */
    OTHER("X"),
    PASS("+"),
    PERMERROR("P"),
    /** DKIM's alone. */
    POLICY("y"),
    /** SPF's alone. */
    SOFTFAIL("~"),
    TEMPERROR("T");

    private final String letter;

    ResultWord(String letter) {
        this.letter = letter;
    }

    /** Returns the letter, with which results are stored too. */
    public String letter() {
        return letter;
    }

    /** Returns the word, in small letters. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the one of this letter. */
    public static Optional<ResultWord> ofLetter(String letter) {
        return Stream.of(values()).filter(word -> word.letter.equals(letter)).findFirst();
    }

    /** Returns a result of DKIM. */
    public static ResultWord ofDkim(AuthResult result) {
        return result == AuthResult.POLICY ? POLICY : ofSpf(result);
    }

    /** Returns a result of SPF; RFC 7208 has no "policy". */
    public static ResultWord ofSpf(AuthResult result) {
        return switch (result) {
            case NONE -> NONE;
            case NEUTRAL -> NEUTRAL;
            case PASS -> PASS;
            case FAIL -> FAIL;
            case SOFTFAIL -> SOFTFAIL;
            case TEMPERROR -> TEMPERROR;
            case PERMERROR -> PERMERROR;
            case POLICY, OTHER -> OTHER;
        };
    }
}
