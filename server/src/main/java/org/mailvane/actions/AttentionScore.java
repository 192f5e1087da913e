package org.mailvane.actions;

import java.util.Comparator;
import org.mailvane.actions.DomainHealthService.Urgent;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;

/**
 * The place of a domain among those that need attention, the most important first: domains to fix,
 * then those to watch. Of each, domains with mail of their own senders come first, then those with
 * the most urgent item, then those with the most mail. Names that neither exist nor have mail come
 * after all that need attention.
 *
 * @param id the domain
 * @param degree how much it needs attention; 0 is the most
 * @param idle whether the domain's own senders sent nothing
 * @param place position of its most urgent item among those of all domains
 * @param own number of messages of the domain's own senders
 * @param all number of all messages
 */
record AttentionScore(DomainId id, int degree, boolean idle, int place, long own, long all)
        implements Comparable<AttentionScore> {

    private static final Comparator<AttentionScore> ORDER =
            Comparator.comparingInt(AttentionScore::degree)
                    .thenComparing(AttentionScore::idle)
                    .thenComparingInt(AttentionScore::place)
                    .thenComparing(Comparator.comparingLong(AttentionScore::own).reversed())
                    .thenComparing(Comparator.comparingLong(AttentionScore::all).reversed())
                    .thenComparingLong(score -> score.id().value());

    /** The degree of names that do not exist and have no mail. */
    private static final int NOTHING = 2;

    private static final int OTHERS = 3;

    /**
     * Returns the score of a domain.
     *
     * @param rank the domains that are equally urgent
     * @param place the position of these among all
     * @param mail its messages of the days that lists count
     */
    static AttentionScore of(DomainId id, Urgent rank, int place, DomainMail mail) {
        DomainCounts counts = mail.counts();
        long own = counts.capable() + counts.nonCompliant();
        int degree = degreeOf(rank.health());
        boolean needing = degree < NOTHING;
        return new AttentionScore(
                id,
                needing && rank.missing() && mail.total() == 0 ? NOTHING : degree,
                needing && own == 0,
                place,
                own,
                mail.total());
    }

    /** Returns the best score that a domain of a rank can have. */
    static AttentionScore best(Urgent rank, int place) {
        return new AttentionScore(
                new DomainId(0),
                degreeOf(rank.health()),
                false,
                place,
                Long.MAX_VALUE,
                Long.MAX_VALUE);
    }

    /** Returns how much a domain with this health needs somebody. */
    static int degreeOf(DomainHealth health) {
        return switch (health) {
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
