package org.mailvane.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where the navigation leads: the pages that there are, in its order. */
enum Place {
    OVERVIEW(Group.MONITOR, OverviewController.PATH),
    SETTINGS(Group.TOOLS, SettingsController.TOKEN_PATH);

    /** What stands above some of them. */
    enum Group {
        MONITOR,
        TOOLS;

        String key() {
            return "nav.group." + name().toLowerCase(Locale.ROOT);
        }

        List<Place> places() {
            return Arrays.stream(Place.values()).filter(place -> place.group == this).toList();
        }
    }

    private final Group group;
    private final String path;

    Place(Group group, String path) {
        this.group = group;
        this.path = path;
    }

    String path() {
        return path;
    }

    /** Its name in the bundles. */
    String key() {
        return "nav." + name().toLowerCase(Locale.ROOT);
    }
}
