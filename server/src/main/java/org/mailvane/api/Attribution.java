package org.mailvane.api;

/**
 * Whose data pages show. The licence of the country data (CC BY 4.0) asks for it, with a link, on
 * every page that shows a country.
 */
public final class Attribution {

    /** Whose country data come with the program. */
    public static final String COUNTRIES = "IP Geolocation by DB-IP";

    /** Where the text links to. */
    public static final String COUNTRIES_LINK = "https://db-ip.com";

    private Attribution() {}
}
