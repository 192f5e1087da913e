package org.mailvane.mailauth.dmarc;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dmarc.DmarcInspection.TextRecord;

/**
 * The result of an inspection: for users, and for other parts of the program.
 *
 * @param state the state of the policy
 * @param effective the policy that receivers apply; empty if there is none, or if DNS did not
 *     answer
 * @param own the texts at the domain's own name, also if the record of a domain above applies
 * @param inspection the result for users
 */
public record DmarcDiscovery(
        State state,
        Optional<EffectivePolicy> effective,
        List<TextRecord> own,
        DmarcInspection inspection) {

    /** Copies the lists. */
    public DmarcDiscovery {
        own = List.copyOf(own);
    }

    /** The state of a domain's policy. */
    public enum State {
        /** Its own record counts. */
        PRESENT,
        /** A record above it counts. */
        INHERITED,
        /** There is none. */
        MISSING,
        /** It has one, or several, that receivers can't use. */
        ERROR,
        /** DNS did not answer. */
        UNKNOWN
    }
}
