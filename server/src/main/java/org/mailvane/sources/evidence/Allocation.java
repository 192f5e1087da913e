package org.mailvane.sources.evidence;

/**
 * The owner of an address, according to the data files.
 *
 * @param country ISO 3166-1 code of two letters; empty where it is not known
 * @param asn number of the autonomous system that announces it; 0 where it is not known
 * @param networkOperator who that is; empty where it is not known
 */
record Allocation(String country, long asn, String networkOperator) {

    /** Nothing is known. */
    static final Allocation UNKNOWN = new Allocation("", 0, "");
}
