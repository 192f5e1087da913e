package org.mailvane.detailreport.query;

/** What the rows of a report can be ordered by; the names are the API's. */
public enum RowOrder {
    MESSAGE_COUNT,
    FROM_DOMAIN,
    IP,
    PTR,
    REASON,
    DKIM_RESULT,
    DKIM_POLICY_RESULT,
    SPF_RESULT,
    SPF_POLICY_RESULT,
    POLICY_APPLIED,
    SPF_D,
    DKIM_D
}
