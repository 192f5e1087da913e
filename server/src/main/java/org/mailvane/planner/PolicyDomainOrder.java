package org.mailvane.planner;

/** What a list of policy domains can be ordered by. */
public enum PolicyDomainOrder {
    DOMAIN("d.name", false),
    /** Messages of the judged days. */
    VOLUME(
            "coalesce(cast(a.capable as numeric) + a.non_compliant + a.forwarded + a.threat, 0)",
            true),
    /** Those of them that failed and are the owner's: see {@link PolicyAdvice#affected}. */
    FAILED("coalesce(cast(a.counted as numeric) - a.passed + a.lost, 0)", true),
    /** What can be done at once comes first: see {@link Recommendation#URGENCY}. */
    URGENCY(Recommendation.URGENCY, true);

    private final String column;
    private final boolean ofAdvice;

    PolicyDomainOrder(String column, boolean ofAdvice) {
        this.column = column;
        this.ofAdvice = ofAdvice;
    }

    /** Returns the SQL expression, of the domain {@code d} and its advice {@code a}. */
    String column() {
        return column;
    }

    /** Whether that is about the advice. */
    boolean isOfAdvice() {
        return ofAdvice;
    }
}
