package org.mailvane.web;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Caller;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.Domains;
import org.mailvane.issues.Standing;
import org.mailvane.issues.Standings;
import org.mailvane.store.Scope;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventChoice;
import org.mailvane.timeline.Timeline;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.web.charts.DayChart;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The first page: what to do first, and figures of all domains that its visitor may see. */
@Controller
@Profile("service")
class OverviewController {

    static final String PATH = "/";

    /** Domains that are named as needing somebody. */
    static final int MAX_ATTENTION = 5;

    /** Events that are shown. */
    static final int MAX_EVENTS = 6;

    private final Domains domains;
    private final Standings standings;
    private final Attentions attentions;
    private final Timeline timeline;
    private final Pages pages;
    private final Clock clock;

    OverviewController(
            Domains domains,
            Standings standings,
            Attentions attentions,
            Timeline timeline,
            Pages pages,
            Clock clock) {
        this.domains = domains;
        this.standings = standings;
        this.attentions = attentions;
        this.timeline = timeline;
        this.pages = pages;
        this.clock = clock;
    }

    /**
     * What the page shows.
     *
     * @param period the days of its figures
     * @param now when it was made
     * @param overall its domains
     * @param standing how they stand
     * @param chart messages by day
     * @param newSources how many sources sent for a domain for the first time in the period
     * @param most the domains that need somebody most
     * @param events what happened last
     */
    record OverviewPage(
            Period period,
            Instant now,
            Domains.Overall overall,
            Standings.Overall standing,
            DayChart chart,
            long newSources,
            List<Attention> most,
            List<TimelineEvent> events) {

        /** The domain to begin with; null where none needs somebody, or is ready for more. */
        @Nullable Attention first() {
            return most.stream()
                    .filter(each -> each.standing() != Standing.UNKNOWN)
                    .findFirst()
                    .orElse(null);
        }

        /** Domains with a policy by which receivers hold back what fails. */
        long enforced() {
            return withStrength(Policy.QUARANTINE) + withStrength(Policy.REJECT);
        }

        /** Domains with a policy as strong as this one. */
        long withStrength(Policy policy) {
            return overall.policies().entrySet().stream()
                    .filter(each -> Policy.ofCode(each.getKey()).strength() == policy.strength())
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }

        /** How many domains need somebody and are not named. */
        long others() {
            return Math.max(
                    0,
                    standing.needing()
                            - most.stream().filter(each -> each.matters().needsSomebody()).count());
        }

        /** How many days the messages of single domains are of. */
        int countedDays() {
            return CountedDays.NUMBER;
        }

        /** Messages that capable sources sent. */
        long capable() {
            return chart.totals().getFirst();
        }

        /** Where a day of the chart leads. */
        DayLinks links() {
            return TimelinePageController::path;
        }
    }

    /** The address of the page with figures of so many days. */
    static String path(int days) {
        return PATH + "?days=" + days;
    }

    @GetMapping(PATH)
    ModelAndView overview(Caller caller, @RequestParam(defaultValue = "") String days) {
        Scope scope = caller.scope();
        Period period = Period.of(days, clock);
        Standings.Overall standing = standings.overall(scope);
        return pages.page(
                "overview",
                new OverviewPage(
                        period,
                        clock.instant(),
                        domains.overall(scope),
                        standing,
                        period.chart(domains.perDay(scope, period.first(), period.last())),
                        timeline.count(
                                scope,
                                new EventChoice(
                                        Optional.empty(),
                                        List.of(Change.NEW_SOURCE.code()),
                                        period.first(),
                                        period.last())),
                        attentions.most(scope, standing, MAX_ATTENTION),
                        timeline.list(scope, EventChoice.ALL, new Window(1, 1, MAX_EVENTS, 0))));
    }
}
