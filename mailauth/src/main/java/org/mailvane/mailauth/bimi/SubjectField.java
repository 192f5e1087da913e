package org.mailvane.mailauth.bimi;

/** Fields of a mark certificate's subject, with their object identifiers. */
enum SubjectField {
    COMMON_NAME("commonName", "2.5.4.3"),
    SERIAL_NUMBER("serialNumber", "2.5.4.5"),
    COUNTRY("countryName", "2.5.4.6"),
    LOCALITY("localityName", "2.5.4.7"),
    STATE("stateOrProvinceName", "2.5.4.8"),
    STREET("streetAddress", "2.5.4.9"),
    ORGANIZATION("organizationName", "2.5.4.10"),
    ORGANIZATIONAL_UNIT("organizationalUnitName", "2.5.4.11"),
    BUSINESS_CATEGORY("businessCategory", "2.5.4.15"),
    POSTAL_CODE("postalCode", "2.5.4.17"),
    ORGANIZATION_IDENTIFIER("organizationIdentifier", "2.5.4.97"),
    JURISDICTION_LOCALITY("jurisdictionLocalityName", "1.3.6.1.4.1.311.60.2.1.1"),
    JURISDICTION_STATE("jurisdictionStateOrProvinceName", "1.3.6.1.4.1.311.60.2.1.2"),
    JURISDICTION_COUNTRY("jurisdictionCountryName", "1.3.6.1.4.1.311.60.2.1.3"),
    TRADEMARK_OFFICE("trademarkOfficeName", "1.3.6.1.4.1.53087.1.2"),
    TRADEMARK_COUNTRY("trademarkCountryOrRegionName", "1.3.6.1.4.1.53087.1.3"),
    TRADEMARK_IDENTIFIER("trademarkIdentifier", "1.3.6.1.4.1.53087.1.4"),
    LEGAL_ENTITY_IDENTIFIER("legalEntityIdentifier", "1.3.6.1.4.1.53087.1.5"),
    WORD_MARK("wordMark", "1.3.6.1.4.1.53087.1.6"),
    MARK_TYPE("markType", "1.3.6.1.4.1.53087.1.13"),
    STATUTE_COUNTRY("statuteCountryName", "1.3.6.1.4.1.53087.3.2"),
    STATUTE_STATE("statuteStateOrProvinceName", "1.3.6.1.4.1.53087.3.3"),
    STATUTE_LOCALITY("statuteLocalityName", "1.3.6.1.4.1.53087.3.4"),
    STATUTE_CITATION("statuteCitation", "1.3.6.1.4.1.53087.3.5"),
    STATUTE_URL("statuteURL", "1.3.6.1.4.1.53087.3.6"),
    PRIOR_USE_SOURCE("priorUseMarkSourceURL", "1.3.6.1.4.1.53087.5.1");

    private final String word;
    private final String oid;

    SubjectField(String word, String oid) {
        this.word = word;
        this.oid = oid;
    }

    /** Its object identifier. */
    String oid() {
        return oid;
    }

    /** Its name. */
    @Override
    public String toString() {
        return word;
    }
}
