package org.mailvane.web;

import java.util.Comparator;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.Standing;
import org.mailvane.issues.Standings.Urgent;

/**
 * What is at stake where a domain needs somebody, the most first: of those to be fixed, then to be
 * watched, the ones in whose name senders of their own send; of these what is most urgent, then
 * what has the most mail. Names that do not exist and have no mail come after all that need
 * somebody.
 *
 * @param id the domain
 * @param degree how much it needs somebody, from 0
 * @param idle whether no sender of its own sends
 * @param place of its most urgent matter among those of all
 * @param own messages of senders of its own
 * @param all all messages
 */
record Stake(DomainId id, int degree, boolean idle, int place, long own, long all)
        implements Comparable<Stake> {

    private static final Comparator<Stake> ORDER =
            Comparator.comparingInt(Stake::degree)
                    .thenComparing(Stake::idle)
                    .thenComparingInt(Stake::place)
                    .thenComparing(Comparator.comparingLong(Stake::own).reversed())
                    .thenComparing(Comparator.comparingLong(Stake::all).reversed())
                    .thenComparingLong(stake -> stake.id().value());

    /** Of what does not exist, and of which nothing is at stake. */
    private static final int NOTHING = 2;

    private static final int OTHERS = 3;

    /**
     * That of a domain.
     *
     * @param rank how urgent it is
     * @param place of that among all
     * @param mail its messages of the days that lists count
     */
    static Stake of(DomainId id, Urgent rank, int place, DomainMail mail) {
        DomainCounts counts = mail.counts();
        long own = counts.capable() + counts.nonCompliant();
        int degree = degreeOf(rank.standing());
        boolean needing = degree < NOTHING;
        return new Stake(
                id,
                needing && rank.missing() && mail.total() == 0 ? NOTHING : degree,
                needing && own == 0,
                place,
                own,
                mail.total());
    }

    /** The most that can be at stake for a domain of a rank. */
    static Stake most(Urgent rank, int place) {
        return new Stake(
                new DomainId(0),
                degreeOf(rank.standing()),
                false,
                place,
                Long.MAX_VALUE,
                Long.MAX_VALUE);
    }

    /** How much a domain needs somebody that stands so. */
    static int degreeOf(Standing standing) {
        return switch (standing) {
            case FIX -> 0;
            case WATCH -> 1;
            case UNKNOWN, READY, OK -> OTHERS;
        };
    }

    @Override
    public int compareTo(Stake other) {
        return ORDER.compare(this, other);
    }
}
