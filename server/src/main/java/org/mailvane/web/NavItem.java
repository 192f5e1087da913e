package org.mailvane.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.mailvane.web.Frame.Who;

/** Where the navigation leads: the pages that there are, in its order. */
enum NavItem {
    OVERVIEW(Group.MONITOR, OverviewController.PATH),
    DOMAINS(Group.MONITOR, DomainsPageController.PATH),
    SOURCES(Group.MONITOR, SourcesPageController.PATH),
    ISSUES(Group.MONITOR, IssuesAndTasksController.ISSUES_PATH),
    DETAIL(Group.INVESTIGATE, DetailPageController.PATH),
    TIMELINE(Group.INVESTIGATE, TimelinePageController.PATH),
    TLS(Group.INVESTIGATE, TlsPageController.PATH),
    REPORTERS(Group.INVESTIGATE, ReportersController.PATH),
    FORENSIC(Group.INVESTIGATE, ForensicPageController.PATH) {
        @Override
        boolean isFor(Who who) {
            return who.forensic();
        }
    },
    PLANNER(Group.DECIDE, PlannerController.PATH),
    INSPECTORS(Group.TOOLS, InspectorController.PATH),
    IMPORTS(Group.TOOLS, ImportsController.PATH) {
        @Override
        boolean isFor(Who who) {
            return who.admin();
        }
    },
    SETTINGS(Group.TOOLS, ProfileController.PATH);

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
