package org.mailvane.detail;

/** What reports can be ordered by; the names are the API's. */
public enum ReportOrder {
    CREATED
}
