package org.mailvane.detailreport.query;

/** What a source's servers can be ordered by; the names are the API's. */
public enum ServerOrder {
    MESSAGE_COUNT,
    SERVER_NAME,
    IP_COUNT
}
