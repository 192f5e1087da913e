package org.mailvane.mailauth.spf;

import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

/** The errors of one evaluation, with the finding about the one that ended it. */
final class Verdicts {

    private final Lookups lookups;
    private String problem = "";

    Verdicts(Lookups lookups) {
        this.lookups = lookups;
    }

    /** Returns the error; empty if there was none. */
    String problem() {
        return problem;
    }

    SpfVerdict none(DnsName domain) {
        problem = domain + " has no SPF record.";
        return SpfVerdict.NONE;
    }

    /** DNS failed, or the time is over. */
    SpfVerdict temporary(DnsName name, RecordType type) {
        problem =
                lookups.isLate()
                        ? "It took longer than " + SpfEvaluator.MAX_TIME.toSeconds() + " seconds."
                        : "DNS could not tell the " + type + " records of " + name + ".";
        return SpfVerdict.TEMPERROR;
    }

    SpfVerdict permanent(String what) {
        problem = what;
        return SpfVerdict.PERMERROR;
    }

    SpfVerdict tooManyTerms() {
        return permanent("More than " + SpfEvaluator.MAX_LOOKUPS + " terms ask DNS.");
    }

    SpfVerdict tooManyVoidTerms() {
        return permanent("More than " + SpfEvaluator.MAX_VOID_LOOKUPS + " terms asked in vain.");
    }
}
