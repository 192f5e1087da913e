package org.mailvane.detailreport;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The code of a country, as ISO 3166-1 has them.
 *
 * @param letters two capital letters
 */
public record CountryCode(String letters) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z]{2}");

    /** Reads two letters, whatever their case; whether there is such a country is not asked. */
    public static Optional<CountryCode> parse(String text) {
        String stripped = text.strip();
        return FORM.matcher(stripped).matches()
                ? Optional.of(new CountryCode(stripped.toUpperCase(Locale.ROOT)))
                : Optional.empty();
    }
}
