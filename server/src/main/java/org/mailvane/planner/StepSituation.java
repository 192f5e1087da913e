package org.mailvane.planner;

import java.util.List;
import java.util.Map;
import org.mailvane.actions.OpenSteps;
import org.mailvane.sources.SourceName;

/**
 * What says which steps are next for a domain.
 *
 * @param domain the domain, and what DNS says of its policy and of SPF
 * @param states how its other records were when that was known last, by kind; without those of
 *     which nothing was ever known. A policy of MTA-STS that is only being tested is {@code
 *     testing}
 * @param leavesOutExchanger whether the policy of MTA-STS that is being tested leaves out a mail
 *     exchanger
 * @param failedSessions of such a policy: sessions of the past days that failed, as reports say
 * @param missingSelectors DKIM selectors that people have given, which have no key
 * @param mailbox where others can mail the account's reports; empty: nowhere
 * @param judgement what its policy should be
 * @param sources those that block the next policy, by their numbers
 * @param failed what is known about mail that failed lately
 * @param spfBelow of names below it in which sources failed, those whose SPF record is {@code
 *     missing}, or an {@code error}
 * @param evidence what tasks show about its records
 * @param open the steps that people know already
 */
record StepSituation(
        PlannedDomain domain,
        Map<String, String> states,
        boolean leavesOutExchanger,
        long failedSessions,
        List<String> missingSelectors,
        String mailbox,
        Judgement judgement,
        Map<Integer, SourceName> sources,
        FailedMail failed,
        Map<String, String> spfBelow,
        RecordEvidence evidence,
        OpenSteps open) {

    StepSituation {
        states = Map.copyOf(states);
        missingSelectors = List.copyOf(missingSelectors);
        sources = Map.copyOf(sources);
        spfBelow = Map.copyOf(spfBelow);
    }

    /** Whether a record is known to be so. */
    boolean is(String kind, String state) {
        return state.equals(states.get(kind));
    }
}
