package org.mailvane.api.openapi;

/**
 * The source of data that pages show. The licence of the country data (CC BY 4.0) requires a
 * credit, with a link, on every page that shows a country.
 */
public final class Attribution {

    /** The credit for the country data that come with the program. */
    public static final String COUNTRIES = "IP Geolocation by DB-IP";

    /** Where the text links to. */
    public static final String COUNTRIES_LINK = "https://db-ip.com";

    private Attribution() {}
}
