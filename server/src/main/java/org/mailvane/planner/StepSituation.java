package org.mailvane.planner;

import java.util.List;
import java.util.Map;
import org.mailvane.mailauth.dns.DomainName;

/**
 * What says which steps are next for a domain.
 *
 * @param name the domain
 * @param parked whether people say that it sends no mail
 * @param nxdomain whether DNS says that there is no such name
 * @param states how its records were when that was known last, by kind; without those of which
 *     nothing was ever known
 * @param missingSelectors DKIM selectors that people have given, at which no key stands
 * @param reportsHere whether its DMARC record has reports sent to the account
 * @param mailbox where the account takes reports
 * @param advice what its policy should be
 */
record StepSituation(
        DomainName name,
        boolean parked,
        boolean nxdomain,
        Map<String, String> states,
        List<String> missingSelectors,
        boolean reportsHere,
        String mailbox,
        PolicyAdvice advice) {

    StepSituation {
        states = Map.copyOf(states);
        missingSelectors = List.copyOf(missingSelectors);
    }

    /** Whether a record is known to be so. */
    boolean is(String kind, String state) {
        return state.equals(states.get(kind));
    }
}
