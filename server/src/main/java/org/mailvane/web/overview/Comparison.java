package org.mailvane.web.overview;

import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainMail;
import org.mailvane.web.frame.Period;

/**
 * The mail of a period beside that of as many days before. Both leave out the days at the same
 * positions as those of the period whose reports are still arriving: otherwise every period would
 * seem to have less mail than the one before.
 *
 * @param days how many days a period has
 * @param now messages of the period
 * @param before those of the period before
 */
record Comparison(int days, DomainMail now, DomainMail before) {

    /** Within so many days up to the earlier period's first, mail shows that reports came then. */
    private static final int WEEK = 7;

    /**
     * Longer periods are not compared: of accounts with many domains, adding up so many more days
     * takes longer than a page may.
     */
    static final int MAX_DAYS = 30;

    /** The first day whose messages are needed to show this period, and to compare it. */
    static LocalDate firstDay(Period period) {
        return period.days() > MAX_DAYS
                ? period.first()
                : period.first().minusDays(period.days() + WEEK - 1L);
    }

    /**
     * Returns the comparison; empty if the stored reports do not reach back to the start of the
     * period before, since a part of it would be compared with a whole, and for more than {@link
     * #MAX_DAYS}.
     *
     * @param perDay messages by day, from {@link #firstDay} on
     */
    static Optional<Comparison> of(Period period, Map<LocalDate, DomainMail> perDay) {
        if (period.days() > MAX_DAYS) {
            return Optional.empty();
        }
        LocalDate begin = period.first().minusDays(period.days());
        LocalDate end = period.last().minusDays(Period.WAITING);
        boolean reachesBack = Period.sum(perDay, firstDay(period), begin).total() > 0;
        DomainMail before = Period.sum(perDay, begin, end.minusDays(period.days()));
        return reachesBack && before.total() > 0
                ? Optional.of(
                        new Comparison(
                                period.days(), Period.sum(perDay, period.first(), end), before))
                : Optional.empty();
    }

    /** How much more mail there is, as a part of what was before. */
    double growth() {
        return (double) (now.total() - before.total()) / before.total();
    }

    /**
     * By how many hundredths the share of what passed DMARC is higher; 0 where nothing was sent.
     */
    double points() {
        return now.total() == 0 ? 0 : 100 * (share(now) - share(before));
    }

    private static double share(DomainMail mail) {
        return (double) mail.passed() / mail.total();
    }
}
