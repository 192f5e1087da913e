package org.mailvane.mailauth.bimi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognises default titles: those of drawing programs, and of the examples and templates for BIMI
 * logos. Each word of such a title is one of a few.
 */
final class PlaceholderTitle {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    private static final Pattern NUMBER = Pattern.compile("\\p{N}+");

    private static final Pattern FILE_NAME =
            Pattern.compile(".*\\.(?:svgz?|ai|eps|png|pdf)", Pattern.CASE_INSENSITIVE);

    /** Numbered names from drawing programs, such as "Layer 1". */
    private static final Pattern NUMBERED =
            Pattern.compile(
                    "(?:layer|group|page|frame|artboard|sheet|canvas|asset|path|vector|component)"
                            + "[ _-]?\\d+",
                    Pattern.CASE_INSENSITIVE);

    private static final Set<String> WORDS =
            Set.of(
                    ("bimi svg tiny ps p s portable secure profile version vmc cmc "
                                    + "logo logos logotype icon image picture vector drawing "
                                    + "artboard document title untitled unnamed new test sample "
                                    + "example demo template placeholder default todo tbd "
                                    + "your my our the company business brand organization "
                                    + "organisation domain name here goes insert enter add "
                                    + "yourcompany yourlogo yourbrand yourname mycompany mylogo "
                                    + "companyname companylogo brandname brandlogo bimilogo")
                            .split(" ", -1));

    private PlaceholderTitle() {}

    /** Whether a title, which is not empty, says nothing of whose logo it is. */
    static boolean is(String title) {
        if (FILE_NAME.matcher(title).matches() || NUMBERED.matcher(title).matches()) {
            return true;
        }
        List<String> words =
                Arrays.stream(BETWEEN_WORDS.split(title.toLowerCase(Locale.ROOT), -1))
                        .filter(word -> !word.isEmpty())
                        .toList();
        // Numbers alone may be a company's name.
        return words.isEmpty()
                || (words.stream().anyMatch(WORDS::contains)
                        && words.stream()
                                .allMatch(word ->
                                        WORDS.contains(word) || NUMBER.matcher(word).matches()));
    }
}
