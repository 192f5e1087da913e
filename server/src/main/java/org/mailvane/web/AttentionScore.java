package org.mailvane.web;

import java.util.Comparator;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.issues.DomainHealthService.Urgent;

/**
 * The priority of a domain that needs somebody, most important first: domains to be fixed, then
 * those to be watched, those first for which their own senders send; among these the most urgent,
 * then those with the most mail. Names that do not exist and have no mail come after all that need
 * somebody.
 *
 * @param id the domain
 * @param degree how much it needs somebody, from 0
 * @param idle whether none of the domain's own senders sends
 * @param place position of its most urgent item among those of all
 * @param own messages of the domain's own senders
 * @param all all messages
 */
record AttentionScore(DomainId id, int degree, boolean idle, int place, long own, long all)
        implements Comparable<AttentionScore> {

    private static final Comparator<AttentionScore> ORDER =
            Comparator.comparingInt(AttentionScore::degree)
                    .thenComparing(AttentionScore::idle)
                    .thenComparingInt(AttentionScore::place)
                    .thenComparing(Comparator.comparingLong(AttentionScore::own).reversed())
                    .thenComparing(Comparator.comparingLong(AttentionScore::all).reversed())
                    .thenComparingLong(stake -> stake.id().value());

    /** The degree of domains that do not exist, or have nothing to lose. */
    private static final int NOTHING = 2;

    private static final int OTHERS = 3;

    /**
     * That of a domain.
     *
     * @param rank how urgent it is
     * @param place of that among all
     * @param mail its messages of the days that lists count
     */
    static AttentionScore of(DomainId id, Urgent rank, int place, DomainMail mail) {
        DomainCounts counts = mail.counts();
        long own = counts.capable() + counts.nonCompliant();
        int degree = degreeOf(rank.standing());
        boolean needing = degree < NOTHING;
        return new AttentionScore(
                id,
                needing && rank.missing() && mail.total() == 0 ? NOTHING : degree,
                needing && own == 0,
                place,
                own,
                mail.total());
    }

    /** The most that can be at stake for a domain of a rank. */
    static AttentionScore most(Urgent rank, int place) {
        return new AttentionScore(
                new DomainId(0),
                degreeOf(rank.standing()),
                false,
                place,
                Long.MAX_VALUE,
                Long.MAX_VALUE);
    }

    /** Returns how much a domain with this health needs somebody. */
    static int degreeOf(DomainHealth standing) {
        return switch (standing) {
            case FIX -> 0;
            case WATCH -> 1;
            case UNKNOWN, READY, OK -> OTHERS;
        };
    }

    @Override
    public int compareTo(AttentionScore other) {
        return ORDER.compare(this, other);
    }
}
