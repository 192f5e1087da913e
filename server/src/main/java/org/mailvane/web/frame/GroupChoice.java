package org.mailvane.web.frame;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Scope;

/**
 * The group of domains that pages are about. It is in the address, under the name that the API's
 * lists use, so that it can be bookmarked; links to other pages that know groups carry it.
 *
 * @param id its number; null for all groups
 */
public record GroupChoice(@Nullable Long id) {

    public static final String PARAMETER = "group_id";

    /** All groups. */
    public static final GroupChoice ALL = new GroupChoice(null);

    /** Pages that are about a group where one is chosen. */
    private static final Set<String> NARROWED =
            Set.of(
                    Routes.OVERVIEW,
                    Routes.DOMAINS,
                    Routes.SOURCES,
                    Routes.ISSUES,
                    Routes.TASKS,
                    Routes.TIMELINE,
                    Routes.PLANNER);

    /** So are those of single sources. */
    private static final Pattern SOURCE = Pattern.compile(Pattern.quote(Routes.SOURCES) + "/\\d+");

    /** What an address says besides, and is not so any more when another group is chosen. */
    private static final Set<String> OF_ONE_VIEW = Set.of("page", PARAMETER);

    /** Returns the choice in an address; a text that is not the number of a group is ignored. */
    public static GroupChoice of(String parameter) {
        return new GroupChoice(ListQuery.numberOf(parameter));
    }

    /** What a page's address asks for; on pages that know no groups nothing is. */
    public static GroupChoice of(String path, @Nullable String parameter) {
        return parameter == null || !isNarrowed(path) ? ALL : of(parameter);
    }

    /**
     * Whether the page of a local path, without its query, is about a group where one is chosen.
     */
    private static boolean isNarrowed(String path) {
        return NARROWED.contains(path) || SOURCE.matcher(path).matches();
    }

    /** Its domains that the caller may read; empty for all domains. */
    public Optional<List<DomainId>> domains(Scope scope, Domains domains) {
        return id == null
                ? Optional.empty()
                : Optional.of(domains.ids(scope, DomainFilter.of(id, null)));
    }

    /** What the API's lists are asked for. */
    public Map<String, String> query() {
        return id == null ? Map.of() : Map.of(PARAMETER, String.valueOf(id));
    }

    /** A local path about the same group, where its page knows groups. */
    public String on(String path) {
        int query = path.indexOf('?');
        return id == null || !isNarrowed(query < 0 ? path : path.substring(0, query))
                ? path
                : path + (query < 0 ? '?' : '&') + PARAMETER + '=' + id;
    }

    /**
     * The address of the same page about this group; where the page knows no groups, of the
     * overview.
     *
     * @param address a local path with its query
     */
    public String inPlaceOf(String address) {
        String path = FlashMessages.without(address);
        int start = path.indexOf('?');
        String page = start < 0 ? path : path.substring(0, start);
        if (!isNarrowed(page)) {
            return on(Routes.OVERVIEW);
        }
        Map<String, String> query = new LinkedHashMap<>();
        if (start >= 0) {
            for (String pair : path.substring(start + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                if (!name.isEmpty() && !OF_ONE_VIEW.contains(name)) {
                    query.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
                }
            }
        }
        query.putAll(query());
        return PageList.path(page, query);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    /**
     * What the top bar offers.
     *
     * @param choice what is chosen
     * @param label its name; null where all are, or it is none that the caller sees
     * @param offered the first of those that can be chosen, by name
     * @param more whether there are others
     * @param reach how far the visitor sees
     */
    public record Offer(
            GroupChoice choice,
            @Nullable String label,
            List<DomainGroup.Head> offered,
            boolean more,
            GroupOffers.Reach reach) {

        /** Where nothing is to be chosen. */
        static final Offer NONE = new Offer(ALL, null, List.of(), false, GroupOffers.Reach.UNKNOWN);

        /** Whether the visitor was given access to no group, so that no page has anything. */
        public boolean isWithoutAccess() {
            return reach == GroupOffers.Reach.NO_GROUP;
        }

        /** Whether there is a group to which the visitor may add domains. */
        public boolean canAdd() {
            return reach == GroupOffers.Reach.WRITES;
        }

        boolean isChosen(DomainGroup.Head group) {
            return Long.valueOf(group.id()).equals(choice.id());
        }
    }
}
