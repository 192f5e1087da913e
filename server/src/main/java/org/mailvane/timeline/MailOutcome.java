package org.mailvane.timeline;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What became of the mail that an event tells of. The event has it in its details alone, so both
 * stand here: the words that say it, and what reads it out of them.
 *
 * @param messages how many messages there were
 * @param part how many of them passed DMARC where a source is new, and were rejected where mail is
 *     forged
 */
public record MailOutcome(long messages, long part) {

    /** As numbers are written here: {@code 1,234}. */
    private static final String NUMBER = "(\\d{1,3}(?:,\\d{3}){0,5})";

    private static final Pattern OF_NEW_SOURCE =
            Pattern.compile(": " + NUMBER + " messages, of which " + NUMBER + " passed DMARC\\.$");

    private static final Pattern OF_REJECTED =
            Pattern.compile(" Receivers rejected " + NUMBER + " of them\\.$");

    /** What is said of a source that sent for a domain as it had never done. */
    public static String newSource(
            String source, String domain, LocalDate day, long messages, long passed) {
        return String.format(
                Locale.ROOT,
                "%s sent mail in the name of %s for the first time on %s: %,d messages,"
                        + " of which %,d passed DMARC.",
                source,
                domain,
                day,
                messages,
                passed);
    }

    /** What is said of forged mail besides how much there was. */
    public static String rejected(long messages) {
        return String.format(Locale.ROOT, " Receivers rejected %,d of them.", messages);
    }

    /** What an event says; empty where it says nothing of that. */
    public static Optional<MailOutcome> of(TimelineEvent event) {
        return switch (event.change()) {
            case NEW_SOURCE -> {
                Matcher said = OF_NEW_SOURCE.matcher(event.details());
                yield said.find() ? of(said.group(1), said.group(2)) : Optional.empty();
            }
            case THREAT_SPIKE -> {
                Matcher said = OF_REJECTED.matcher(event.details());
                yield said.find() ? of(event.newValue(), said.group(1)) : Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private static Optional<MailOutcome> of(String messages, String part) {
        try {
            return Optional.of(new MailOutcome(number(messages), number(part)))
                    .filter(outcome -> outcome.messages > 0);
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }

    private static long number(String written) {
        return Long.parseLong(written.replace(",", ""));
    }
}
