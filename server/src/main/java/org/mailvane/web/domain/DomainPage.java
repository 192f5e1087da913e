package org.mailvane.web.domain;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.Issue;
import org.mailvane.actions.Task;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.DomainState;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.planner.PolicyAdvice;
import org.mailvane.sourcedata.Source;
import org.mailvane.sources.Category;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.tls.TlsPolicy;
import org.mailvane.web.charts.DayChart;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.DayLinks;
import org.mailvane.web.frame.DomainTab;
import org.mailvane.web.frame.GroupChoice;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Period;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.DomainStatusView;
import org.mailvane.web.parts.Policy;
import org.mailvane.web.parts.SourceAdvice;
import org.mailvane.web.parts.SourceFigures;

/**
 * The content of a domain's page.
 *
 * @param shown the domain, and what is open about it
 * @param holding the first groups that hold it, and one more than are named where there are more
 * @param above the name of the domain that it lies below; empty where it lies below none
 * @param below how many subdomains count with it, whose messages are among its own
 * @param advice what its policy should be
 * @param since when its own policy was last seen to change; null: that is not known
 * @param tab which part of the page is shown; what belongs to others is null
 * @param period the days of the chart
 * @param verificationToken what shows that the domain is the account's; empty where the caller may
 *     not change it
 * @param problem what was wrong with a form, as its text is named; empty where nothing was
 * @param typed the content of that form
 */
record DomainPage(
        DomainStatusView shown,
        List<DomainGroup.Head> holding,
        String above,
        long below,
        PolicyAdvice advice,
        @Nullable Instant since,
        DomainTab tab,
        Period period,
        String verificationToken,
        String problem,
        String typed,
        Contents contents) {

    /** Groups of the domain that are named. */
    static final int MAX_GROUPS = 5;

    /** What one of the tabs holds. */
    sealed interface Contents {}

    /**
     * Messages of a period.
     *
     * @param mail all of them
     * @param chart those of each day
     * @param events what happened last
     */
    record Figures(DomainMail mail, DayChart chart, List<TimelineEvent> events)
            implements Contents {}

    /** The senders, by category. */
    record Senders(List<Group> groups) implements Contents {

        /** The categories of which somebody has sent. */
        List<Group> heard() {
            return groups.stream().filter(group -> !group.sources().isEmpty()).toList();
        }

        /** The others. */
        List<Group> silent() {
            return groups.stream().filter(group -> group.sources().isEmpty()).toList();
        }

        /** Their names. */
        String silent(Texts texts) {
            return silent().stream()
                    .map(group -> texts.of(group.key()))
                    .collect(Collectors.joining(", "));
        }

        /**
         * The sources of a category.
         *
         * @param category the category
         * @param total how many there are
         * @param sources those with the most messages
         */
        record Group(Category category, long total, List<Source> sources) {

            /** The category's name in the bundles. */
            String key() {
                return SourceFigures.key(category);
            }

            /** What to do about one of them. */
            SourceAdvice advice(Source source) {
                return SourceAdvice.of(source.name(), category, Map.of(category, source.sums()));
            }
        }
    }

    /** What DNS holds. */
    record Dns(DomainRecords records) implements Contents {}

    /**
     * What is open.
     *
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record Open(Truncated<Issue> issues, Truncated<Task> tasks, String done) implements Contents {}

    /** What happened last. */
    record History(Truncated<TimelineEvent> events) implements Contents {}

    /** How mail to it is encrypted. */
    record Tls(Truncated<TlsPolicy> policies, DomainRecords records) implements Contents {}

    /** Whether what comes first is dealt with on another part of the page, or by an inspector. */
    boolean isLedOn() {
        DomainTab other = shown.tab();
        return other != null && (other != tab || shown.inspected() != null);
    }

    /** Whether the messages that this part of the page counts are of subdomains too. */
    boolean isWithBelow() {
        return below > 0 && (tab == DomainTab.OVERVIEW || tab == DomainTab.SOURCES);
    }

    /** The groups that hold it, as far as they are named. */
    List<DomainGroup.Head> groups() {
        return holding.stream().limit(MAX_GROUPS).toList();
    }

    /** Whether there are others. */
    boolean isInMore() {
        return holding.size() > MAX_GROUPS;
    }

    /** The list of a group's domains. */
    String path(DomainGroup.Head group) {
        return new GroupChoice(group.id()).on(Routes.DOMAINS);
    }

    String name() {
        return shown.domain().name().value();
    }

    /** The address of this domain's page. */
    String path(DomainTab other) {
        return Routes.domain(shown.domain().id(), other);
    }

    /** The address of the page of the domain that it lies below. */
    String parentPath() {
        return Routes.domain(Objects.requireNonNull(shown.domain().parentId()));
    }

    /** The policies that lead from its own to the strongest. */
    List<Policy> policySteps() {
        return Policy.steps(shown.policy(), shown.domain().state() == DomainState.INACTIVE);
    }

    /** The first of them that is stronger than its own; null where it has the strongest. */
    @Nullable Policy nextStep() {
        return policySteps().stream()
                .filter(step -> step.strength() > shown.policy().strength())
                .findFirst()
                .orElse(null);
    }

    /** Whether its DMARC record was not answered for last, so that what is shown is older. */
    boolean isStale() {
        Domain domain = shown.domain();
        return domain.records().dmarcState().equals("unknown") && !domain.policy().isEmpty();
    }

    /** The address of one of its forms. */
    String form(String what) {
        return Routes.domain(shown.domain().id()) + "/" + what;
    }

    /** The domain by API, and what of the tab that has lists of. */
    ApiCalls api() {
        String item = ApiCatalogue.VERSION_ROOT + "/domains/" + shown.domain().id().value() + "/";
        return switch (tab) {
            case OVERVIEW -> ApiCalls.about(item, groupsOf());
            case RECORDS -> ApiCalls.about(item);
            case SOURCES -> ApiCalls.about(item, list("source-domains"));
            case ISSUES -> ApiCalls.about(item, list("issues"), list("tasks"));
            case HISTORY -> ApiCalls.about(item, list("timeline-events"));
            case TLS -> ApiCalls.about(item, ApiCatalogue.VERSION_ROOT + "/tls-policies/");
        };
    }

    private String groupsOf() {
        return PageList.path(
                ApiCatalogue.VERSION_ROOT + "/domain-groups/", Map.of("search_exact", name()));
    }

    /** A list of what is about domains whose names hold this one's. */
    private String list(String name) {
        return PageList.path(
                ApiCatalogue.VERSION_ROOT + "/" + name + "/", Map.of("domain", name()));
    }

    int days() {
        return CountedDays.NUMBER;
    }

    boolean writable() {
        return shown.domain().writable();
    }

    /** The selectors that people have given, one a line. */
    String selectors() {
        return shown.domain().selectors().stream()
                .map(Selector::value)
                .collect(Collectors.joining("\n"));
    }

    /** When its records were looked up last; null: never. */
    @Nullable Instant checked() {
        return contents instanceof Dns dns && !dns.records().dmarc().checked().isEmpty()
                ? Instant.parse(dns.records().dmarc().checked())
                : null;
    }

    /** The address of its figures of so many days. */
    String path(int days) {
        return path(DomainTab.OVERVIEW) + "?days=" + days;
    }

    /** Where its mail of any days is shown. */
    String otherDays() {
        return Routes.detail(about(), period);
    }

    /** Where a day of the chart leads: to what was sent for it on that day. */
    DayLinks links() {
        return day -> Routes.detail(about(), day);
    }

    private Map<String, String> about() {
        return Map.of(LinkParameter.DOMAINS, name());
    }
}
