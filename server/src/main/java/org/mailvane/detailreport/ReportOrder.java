package org.mailvane.detailreport;

/** What reports can be ordered by; the names are the API's. */
public enum ReportOrder {
    CREATED
}
