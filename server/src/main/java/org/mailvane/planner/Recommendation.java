package org.mailvane.planner;

import java.util.Locale;
import org.mailvane.api.binding.Coded;
import org.mailvane.mailauth.dmarc.DmarcPolicy;

/** What to do next about a domain's DMARC policy. */
public enum Recommendation implements Coded {
    /** Publish a record: there is none. */
    PUBLISH,
    /** Put the record right: it has errors. */
    FIX,
    /** Leave the policy as it is, and see to what blocks the next step. */
    MONITOR,
    /** Ask receivers to quarantine what fails. */
    QUARANTINE,
    /** Ask receivers to reject what fails. */
    REJECT,
    /** Leave it: no further step exists. */
    MAINTAIN;

    /**
     * SQL of a rank among the advices {@code a}: steps for which a domain is ready, then records to
     * fix or to publish, then what has to wait, then what stays as it is.
     */
    static final String URGENCY =
            """
            (case when not coalesce(a.settled, false) then 3
                when a.recommendation in ('quarantine', 'reject') and a.ready then 1
                when a.recommendation in ('fix', 'publish') then 2
                when a.recommendation = 'maintain' then 4 else 3 end)\
            """;

    /** Returns the word that is stored and answered. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Recommendation ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }

    /**
     * The first of the three policies that goes up says what is next. Where that is not the
     * domain's own, and would be a step down for it, it is the domain's own that is named, which
     * stays.
     *
     * @param published the domain's own policy, as its record asks for it
     */
    static Recommendation of(Levels now, Levels next, DmarcPolicy published) {
        DmarcPolicy policy =
                next.domain() != now.domain()
                        ? next.domain()
                        : next.subdomains() != now.subdomains()
                                ? next.subdomains()
                                : next.missing() != now.missing()
                                        ? next.missing()
                                        : DmarcPolicy.NONE;
        DmarcPolicy named =
                policy != DmarcPolicy.NONE && policy.isWeakerThan(published) ? published : policy;
        return switch (named) {
            case NONE -> MAINTAIN;
            case QUARANTINE -> QUARANTINE;
            case REJECT -> REJECT;
        };
    }
}
