package org.mailvane.tls;

/** What a list of policies can be ordered by. */
public enum TlsPolicyOrder {
    P_DOMAIN("p.p_domain"),
    SUM_SUCCESS("p.sum_success"),
    SUM_FAILED("p.sum_failed"),
    P_TYPE("p.p_type"),
    STS_P_MODE("p.sts_p_mode"),
    LAST_SEEN("p.last_seen");

    private final String column;

    TlsPolicyOrder(String column) {
        this.column = column;
    }

    /** Returns the SQL expression, of the policy {@code p}. */
    String column() {
        return column;
    }
}
