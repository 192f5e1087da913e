package org.mailvane.domains;

/** What a list of domains can be ordered by. */
public enum DomainOrder {
    DOMAIN("d.name"),
    VOLUME(DomainDayTable.VOLUME),
    COUNT_THREAT_OTHER(DomainDayTable.THREAT),
    DMARC_PERCENTAGE(DomainDayTable.PASSED_SHARE),
    STATE_DMARC("d.state_dmarc"),
    STATE_SPF("d.state_spf"),
    STATE_DKIM("d.state_dkim"),
    MX_TXT("d.mx_txt"),
    SOA_TXT("d.soa_txt"),
    ADDED_DATE("d.added_date"),
    SPF_LOOKUP_COUNT("d.spf_lookup_count");

    private final String column;

    DomainOrder(String column) {
        this.column = column;
    }

    /** The SQL expression, of the domain {@code d} and its volumes. */
    String column() {
        return column;
    }

    /** Whether it needs the volumes of all domains. */
    boolean needsVolumes() {
        return this == VOLUME || this == COUNT_THREAT_OTHER || this == DMARC_PERCENTAGE;
    }
}
