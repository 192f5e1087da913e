package org.mailvane.web.frame;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.mailvane.web.frame.Frame.Who;

/** Where the navigation leads: the pages that there are, in its order. */
public enum NavItem {
    OVERVIEW(Group.MONITOR, Routes.OVERVIEW),
    DOMAINS(Group.MONITOR, Routes.DOMAINS),
    SOURCES(Group.MONITOR, Routes.SOURCES),
    ISSUES(Group.MONITOR, Routes.ISSUES),
    DETAIL(Group.INVESTIGATE, Routes.DETAIL),
    TIMELINE(Group.INVESTIGATE, Routes.TIMELINE),
    TLS(Group.INVESTIGATE, Routes.TLS),
    REPORTERS(Group.INVESTIGATE, Routes.REPORTERS),
    FORENSIC(Group.INVESTIGATE, Routes.FORENSIC) {
        @Override
        boolean isFor(Who who) {
            return who.forensic();
        }
    },
    PLANNER(Group.DECIDE, Routes.PLANNER),
    INSPECTORS(Group.TOOLS, Routes.INSPECTORS),
    IMPORTS(Group.TOOLS, Routes.IMPORTS) {
        @Override
        boolean isFor(Who who) {
            return who.admin();
        }
    },
    SETTINGS(Group.TOOLS, Routes.PROFILE);

    /** The headings above some items. */
    enum Group {
        MONITOR,
        INVESTIGATE,
        DECIDE,
        TOOLS;

        String key() {
            return "nav.group." + name().toLowerCase(Locale.ROOT);
        }

        /** Its places that a visitor may see. */
        List<NavItem> places(Who who) {
            return Arrays.stream(NavItem.values())
                    .filter(place -> place.group == this && place.isFor(who))
                    .toList();
        }
    }

    private final Group group;
    private final String path;

    NavItem(Group group, String path) {
        this.group = group;
        this.path = path;
    }

    /** Whether its page is for a visitor. */
    boolean isFor(Who who) {
        return true;
    }

    String path() {
        return path;
    }

    /** Whether all that its pages show is of domains, which come by groups. */
    boolean isOfDomains() {
        return group != Group.TOOLS;
    }

    /** What says in the bundles how much there is. */
    String countKey() {
        return "nav.count." + name().toLowerCase(Locale.ROOT);
    }

    /** Its name in the bundles. */
    String key() {
        return "nav." + name().toLowerCase(Locale.ROOT);
    }
}
