package org.mailvane.planner;

import java.util.Locale;
import org.mailvane.api.Coded;

/** What to do next about a domain's DMARC policy. */
public enum Recommendation implements Coded {
    /** Publish a record: there is none. */
    PUBLISH,
    /** Put the record right: it has errors. */
    FIX,
    /** Leave the policy as it is, and see to what stands against the next step. */
    MONITOR,
    /** Ask receivers to quarantine what fails. */
    QUARANTINE,
    /** Ask receivers to reject what fails. */
    REJECT,
    /** Leave it: there is no further step. */
    MAINTAIN;

    /**
     * SQL of a place among the advices {@code a}: steps for which a domain is ready, then records
     * to mend or to publish, then what is to be waited for, then what is to be left as it is.
     */
    static final String URGENCY =
            """
            (case when a.recommendation in ('quarantine', 'reject') and a.ready then 1
                when a.recommendation in ('fix', 'publish') then 2
                when a.recommendation = 'maintain' then 4 else 3 end)\
            """;

    /** The word that is stored and answered. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Recommendation ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
