package org.mailvane.detailreport.query;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** English names of countries, as the JDK's locale data have them. */
final class CountryNames {

    /** Is in use, though ISO 3166-1 has it for private use only. */
    private static final String KOSOVO = "XK";

    private static final Map<String, String> NAMES = names();

    private CountryNames() {}

    /** Returns the name; empty where the code is unknown. */
    static String of(String code) {
        return NAMES.getOrDefault(code, "");
    }

    private static Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        for (String code : Locale.getISOCountries()) {
            names.put(code, name(code));
        }
        names.put(KOSOVO, name(KOSOVO));
        return Map.copyOf(names);
    }

    private static String name(String code) {
        return Locale.of("", code).getDisplayCountry(Locale.ENGLISH);
    }
}
