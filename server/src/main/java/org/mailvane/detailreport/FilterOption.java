package org.mailvane.detailreport;

import java.util.Optional;
import java.util.stream.Stream;
import org.mailvane.api.binding.Coded;

/** What a report shows of the rows, by how they came out. */
public enum FilterOption implements Coded {
    /** All rows. */
    NONE("n"),
    /**
     * Rows that a policy touches: mail that was quarantined or rejected, or that fails DMARC
     * without a reason to do otherwise.
     */
    IMPACT("o"),
    /** Rows that fail DMARC: neither DKIM nor SPF passes aligned. */
    FAILING("x"),
    /** Rows that pass. */
    PASSING("d");

    private final String letter;

    FilterOption(String letter) {
        this.letter = letter;
    }

    /** Returns the letter of the API. */
    String letter() {
        return letter;
    }

    @Override
    public String code() {
        return letter;
    }

    static Optional<FilterOption> ofLetter(String letter) {
        return Stream.of(values()).filter(option -> option.letter.equals(letter)).findFirst();
    }
}
