package org.mailvane.domains;

import java.time.LocalDate;
import java.util.Comparator;

/**
 * A domain's own day; the order is that in which days are written, so that writers can't deadlock.
 *
 * @param domain the row
 * @param day the day (UTC)
 */
public record DomainDay(DomainId domain, LocalDate day) implements Comparable<DomainDay> {

    private static final Comparator<DomainDay> ORDER =
            Comparator.comparing(DomainDay::domain).thenComparing(DomainDay::day);

    @Override
    public int compareTo(DomainDay other) {
        return ORDER.compare(this, other);
    }
}
