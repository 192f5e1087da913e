package org.mailvane.sources;

/**
 * Which numbers sources have. A number never changes its meaning: rows, sums and clients keep it.
 */
public final class SourceNumbers {

    /** The number of senders without a name: their addresses have no confirmed reverse name. */
    public static final int NAMELESS = 0;

    /** Servers that a domain's own SPF record authorises and nothing else names. */
    public static final int SPF_IDENTIFIED = 1;

    /** The catalogue's first number. */
    public static final int FIRST_OF_CATALOGUE = 100;

    /** The catalogue's last number. */
    public static final int LAST_OF_CATALOGUE = 99_999;

    /** The first number of accounts' own sources, which are unique in the installation. */
    public static final int FIRST_CUSTOM = 1_000_000;

    /** The first number of organisations that are known by their reverse names only. */
    public static final int FIRST_ORGANIZATION = 10_000_000;

    private SourceNumbers() {}

    /** Whether it is the number of an account's own source. */
    public static boolean isCustom(int number) {
        return number >= FIRST_CUSTOM && number < FIRST_ORGANIZATION;
    }

    /** Whether it is a number of the catalogue. */
    public static boolean isOfCatalogue(int number) {
        return number >= FIRST_OF_CATALOGUE && number <= LAST_OF_CATALOGUE;
    }

    /** Whether it is the number of an organisation that is known by its reverse names only. */
    public static boolean isOrganization(int number) {
        return number >= FIRST_ORGANIZATION;
    }
}
