package org.mailvane.traffic.blocks;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Comparator;
import org.mailvane.domains.DomainId;

/**
 * A month of a domain's rows; the order is that in which they are marked, so that writers can't
 * deadlock.
 */
public record DomainMonth(DomainId domain, YearMonth month) implements Comparable<DomainMonth> {

    private static final Comparator<DomainMonth> ORDER =
            Comparator.comparing(DomainMonth::domain).thenComparing(DomainMonth::month);

    public static DomainMonth of(DomainId domain, LocalDate day) {
        return new DomainMonth(domain, YearMonth.from(day));
    }

    @Override
    public int compareTo(DomainMonth other) {
        return ORDER.compare(this, other);
    }
}
