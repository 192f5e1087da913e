package org.mailvane.mailauth.spf;

import java.util.Set;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * What the surveyor found, with what only programs need.
 *
 * @param inspection for people, and the body of the API
 * @param networks the distinct networks that can get {@code pass}; where {@code +all} lets more
 *     pass, also the fewest networks for all of that
 * @param named those of them that terms name, without what {@code +all} adds
 * @param needsEvaluation whether there are macros, {@code exists} or {@code ptr}, so that other
 *     addresses may pass too, which only evaluation with a message tells
 */
public record SpfSurvey(
        SpfInspection inspection,
        Set<IpNetwork> networks,
        Set<IpNetwork> named,
        boolean needsEvaluation) {

    /** What was found. */
    public SpfSurvey {
        networks = Set.copyOf(networks);
        named = Set.copyOf(named);
    }
}
