package org.mailvane.text;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** A value within a message, which each language writes in its own way. */
public sealed interface Argument {

    /** What is the same in all languages: a domain name, a record, a selector, a tag. */
    record Name(String value) implements Argument {}

    /** A whole number, by which plural forms are chosen too. */
    record Count(long value) implements Argument {}

    /** A number with decimals, all of which are shown. */
    record Decimal(BigDecimal value) implements Argument {}

    /** A calendar day in UTC. */
    record Day(LocalDate value) implements Argument {}

    /** A moment, shown to the minute in UTC. */
    record Time(Instant value) implements Argument {}

    /** A part of the sentence that is a message itself. */
    record Part(Message value) implements Argument {}

    /**
     * Names, as an enumeration.
     *
     * @param shown those that are named
     * @param more how many others there are
     */
    record Names(List<String> shown, long more) implements Argument {

        /** Names. */
        public Names {
            shown = List.copyOf(shown);
        }
    }
}
