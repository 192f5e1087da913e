package org.mailvane.planner;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.mailvane.traffic.sums.MessageSums;

/**
 * What a source sent on the judged days.
 *
 * @param target in whose names
 * @param source who
 * @param category of these messages
 * @param decision what was said of it for these names; null for nothing
 * @param decided the domain at which such decisions are made
 * @param everPassed whether any message that it sent, and did not only pass on, has ever passed
 *     aligned
 * @param sums its messages
 * @param failedBelow how many of them failed, by the name below the domain in which they were sent
 */
record SenderSum(
        Target target,
        SourceName source,
        Category category,
        @Nullable Decision decision,
        String decided,
        boolean everPassed,
        MessageSums sums,
        Map<String, Long> failedBelow) {

    SenderSum {
        failedBelow = Map.copyOf(failedBelow);
    }

    /** Whether its messages count for the share that must pass. */
    boolean counts() {
        return category == Category.CAPABLE && decision != Decision.NOT_OURS;
    }

    /**
     * Whether somebody must say first whose mail it is: a sender of the catalogue is used by many,
     * so mail of it that never passed is either somebody else's or is not set up yet.
     */
    boolean isUndecided() {
        return SourceNumbers.isOfCatalogue(source.number())
                && (category == Category.CAPABLE || category == Category.NON_COMPLIANT)
                && decision == null
                && !everPassed;
    }

    /** Whether it is the owner's mail that can't pass, as far as is known. */
    boolean isLost() {
        return category == Category.NON_COMPLIANT
                && decision != Decision.NOT_OURS
                && !isUndecided();
    }

    /** Whether it is the owner's mail, as far as is known, whether or not it can pass. */
    boolean isOwned() {
        return !isUndecided() && (counts() || isLost());
    }

    long failed() {
        return sums.messages() - sums.dmarc();
    }
}
