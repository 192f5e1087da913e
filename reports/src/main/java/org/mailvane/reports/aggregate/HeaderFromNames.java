package org.mailvane.reports.aggregate;

/**
 * Finds the domain that all header-from names of a report are equal to or below, without storing
 * them. Only a name that was itself in the report counts: the common suffix alone could be a public
 * suffix.
 */
final class HeaderFromNames {

    private String ending = "";
    private String shortest = "";
    private boolean any;

    void reset() {
        ending = "";
        shortest = "";
        any = false;
    }

    /** Adds a name; an empty one counts for nothing. */
    void add(String name) {
        if (name.isEmpty()) {
            return;
        }
        if (!any) {
            any = true;
            ending = name;
            shortest = name;
            return;
        }
        if (name.equals(ending)) {
            shortest = name;
            return;
        }
        if (name.length() < shortest.length()) {
            shortest = name;
        }
        while (!ending.isEmpty() && !isAtOrBelow(name, ending)) {
            int dot = ending.indexOf('.');
            ending = dot < 0 ? "" : ending.substring(dot + 1);
        }
    }

    /** Returns the domain that all names are equal to or below, or empty. */
    String common() {
        return shortest.equals(ending) ? ending : "";
    }

    private static boolean isAtOrBelow(String name, String domain) {
        return name.endsWith(domain)
                && (name.length() == domain.length()
                        || name.charAt(name.length() - domain.length() - 1) == '.');
    }
}
