package org.mailvane.web.overview;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.AttentionRanking;
import org.mailvane.actions.DomainHealthService;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.Domains;
import org.mailvane.domains.Messages;
import org.mailvane.planner.ReportRecords;
import org.mailvane.platform.store.Scope;
import org.mailvane.timeline.Timeline;
import org.mailvane.traffic.received.ReceivedReports;
import org.mailvane.web.charts.DayChart;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.DayLinks;
import org.mailvane.web.frame.GroupChoice;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Period;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.DomainStatusView;
import org.mailvane.web.parts.DomainStatusViewLoader;
import org.mailvane.web.parts.NewSources;
import org.mailvane.web.parts.Policy;
import org.mailvane.web.parts.ReportChannels;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The first page: what to do first, and figures of all domains that its visitor may see. */
@Controller
@Profile("service")
class OverviewController {

    /** Says in the address what the chart shows. */
    private static final String CHART = "chart";

    /** All but the mail of capable sources. */
    private static final String OTHERS = "others";

    /** Numbers from this one on take a figure's whole width, and are written smaller. */
    static final long LONG_FIGURE = 10_000_000;

    /** Domains that are named as needing somebody. */
    static final int MAX_ATTENTION = 5;

    /** Lines of what happened last. */
    static final int MAX_EVENTS = 6;

    private final Domains domains;
    private final DomainHealthService healthService;
    private final AttentionRanking ranking;
    private final DomainStatusViewLoader views;
    private final Timeline timeline;
    private final NewSources newSources;
    private final ReportChannels ways;
    private final ReceivedReports reports;
    private final Pages pages;
    private final Clock clock;

    OverviewController(
            Domains domains,
            DomainHealthService healthService,
            AttentionRanking ranking,
            DomainStatusViewLoader views,
            Timeline timeline,
            NewSources newSources,
            ReportChannels ways,
            ReceivedReports reports,
            Pages pages,
            Clock clock) {
        this.domains = domains;
        this.healthService = healthService;
        this.ranking = ranking;
        this.views = views;
        this.timeline = timeline;
        this.newSources = newSources;
        this.ways = ways;
        this.reports = reports;
        this.pages = pages;
        this.clock = clock;
    }

    /**
     * The content of the page.
     *
     * @param group of which domains
     * @param period the days of its figures
     * @param now when it was made
     * @param overall its domains
     * @param health their health
     * @param comparison with the days before; null where nothing is known of them
     * @param mail all messages of the period
     * @param chart messages by day
     * @param newSources how often a source sent for a domain for the first time in the period
     * @param most the domains that need somebody most
     * @param mails their messages of the period, for those that have any
     * @param isPartial whether domains that were not compared may belong to them
     * @param events what happened last
     * @param mailbox where reports are to go, for who may set that up while there are none; else
     *     empty
     * @param held how many reports are held on which nobody has decided, for who may decide
     */
    record OverviewPage(
            GroupChoice group,
            Period period,
            Instant now,
            Domains.Overall overall,
            DomainHealthService.Overall health,
            @Nullable Comparison comparison,
            DomainMail mail,
            DayChart chart,
            long newSources,
            List<DomainStatusView> most,
            Map<DomainId, DomainMail> mails,
            boolean isPartial,
            List<ShownEvent> events,
            String mailbox,
            long held) {

        /** The domain to begin with; null where none needs somebody, or is ready for more. */
        @Nullable DomainStatusView first() {
            return most.stream()
                    .filter(each -> each.health() != DomainHealth.UNKNOWN)
                    .findFirst()
                    .orElse(null);
        }

        /**
         * Returns the text for the case that no domain needs somebody: it says that all is well
         * only if DNS was asked.
         */
        String quiet(Texts texts) {
            if (health.number(DomainHealth.UNKNOWN) == 0) {
                return texts.of("next.none.ok");
            }
            return most.stream()
                    .filter(DomainStatusView::isNeverAsked)
                    .findFirst()
                    .map(each ->
                            each.watched() ? texts.of("overview.first") : texts.of("overview.off"))
                    .orElseGet(() -> texts.of("overview.waiting"));
        }

        /** Returns whether DNS has been asked about each of these domains. */
        boolean isQuiet() {
            return most.stream().noneMatch(DomainStatusView::isNeverAsked);
        }

        /** Whether set-up is not at its end: no report has come. */
        boolean isBeforeReports() {
            return group.id() == null && overall.lastReport() == null;
        }

        /** Whether there is nothing to draw yet, and no figure that says anything. */
        boolean isEmpty() {
            return isBeforeReports() && chart.total() == 0;
        }

        /** The first domain that has no record by which reports come; null where none is known. */
        @Nullable DomainStatusView toPublish() {
            return most.stream()
                    .filter(each -> each.policy() == Policy.NO_RECORD)
                    .findFirst()
                    .orElse(null);
        }

        /** What is to be published for it. */
        String record() {
            return ReportRecords.firstRecord(mailbox);
        }

        /** Whether the first report is all that is to be waited for, or cared for. */
        boolean isWaiting() {
            return isBeforeReports() && first() == null && isQuiet();
        }

        /** Whether there was mail, but not on every day. */
        boolean isBelowOneADay() {
            return chart.total() > 0 && chart.total() < period.days();
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
                    .reduce(0, Messages::sum);
        }

        /** How many domains need somebody and are not named. */
        long others() {
            return Math.max(
                    0,
                    health.needing()
                            - most.stream().filter(each -> each.actions().needsSomebody()).count());
        }

        /** Returns the text about the domains that are not named. */
        String othersText(Texts texts) {
            long unknown =
                    health.number(DomainHealth.UNKNOWN)
                            - most.stream()
                                    .filter(each -> each.health() == DomainHealth.UNKNOWN)
                                    .count();
            if (others() == 0 && unknown > 0) {
                return texts.of("overview.others.unknown", unknown);
            }
            return most.isEmpty()
                    ? texts.of("overview.others.none")
                    : texts.of("overview.others", others());
        }

        /** Returns the path of the list of new sources. */
        String newSourcesPath() {
            return Routes.timelineOfNewSources(period);
        }

        /** The messages of one of the named domains in the period. */
        DomainMail mail(DomainStatusView named) {
            return mails.getOrDefault(named.domain().id(), DomainMail.NONE);
        }

        /**
         * Whether the chart is without the mail of capable sources, beside which others are small.
         */
        boolean isWithoutCapable() {
            return chart.hidden() > 0;
        }

        /** The same page with so many days. */
        String path(int days) {
            return group.on(OverviewController.path(days, isWithoutCapable()));
        }

        /** The same page with the chart of all mail, or of that without capable sources. */
        String path(boolean withoutCapable) {
            return group.on(OverviewController.path(period.days(), withoutCapable));
        }

        /** Where the mail of any days is shown. */
        String otherDays() {
            return Routes.detail(group.query(), period);
        }

        /** Where a day of the chart leads: to what was sent on that day. */
        DayLinks links() {
            return day -> Routes.detail(group.query(), day);
        }

        /** What the page is made of, by API. */
        ApiCalls api() {
            return ApiCalls.about(
                    PageList.path(ApiCatalogue.VERSION_ROOT + "/domains/", group.query()),
                    PageList.path(ApiCatalogue.VERSION_ROOT + "/timeline-events/", group.query()));
        }
    }

    private static String path(int days, boolean withoutCapable) {
        return Routes.OVERVIEW
                + "?days="
                + days
                + (withoutCapable ? "&" + CHART + "=" + OTHERS : "");
    }

    @GetMapping(Routes.OVERVIEW)
    ModelAndView overview(
            Caller caller,
            @RequestParam(defaultValue = "") String days,
            @RequestParam(name = CHART, defaultValue = "") String shown,
            @RequestParam(name = GroupChoice.PARAMETER, defaultValue = "") String groupId) {
        Scope scope = caller.scope();
        GroupChoice group = GroupChoice.of(groupId);
        Optional<List<DomainId>> only = group.domains(scope, domains);
        Period period = Period.of(days, clock);
        DomainHealthService.Overall health = healthService.overall(scope, only);
        Domains.Overall overall = domains.overall(scope, only);
        AttentionRanking.Ranking ranked = ranking.first(scope, health, MAX_ATTENTION);
        List<DomainStatusView> most = views.ofIds(scope, ranked.domains());
        // One statement for both periods: it adds up the days of all domains.
        Map<LocalDate, DomainMail> perDay =
                domains.perDay(scope, only, Comparison.firstDay(period), period.last());
        return pages.page(
                "overview/overview",
                new OverviewPage(
                        group,
                        period,
                        clock.instant(),
                        overall,
                        health,
                        Comparison.of(period, perDay).orElse(null),
                        period.sum(perDay),
                        period.chart(perDay, shown.equals(OTHERS) ? 1 : 0),
                        newSources.count(scope, only, period),
                        most,
                        domains.mail(
                                scope,
                                most.stream().map(each -> each.domain().id()).toList(),
                                new CountedDays(period.first(), period.last())),
                        ranked.isPartial(),
                        ShownEvent.last(scope, timeline, only, MAX_EVENTS),
                        overall.lastReport() == null && caller.admin()
                                ? ways.publishable(scope).stream().findFirst().orElse("")
                                : "",
                        caller.admin() ? reports.countUndecided(scope) : 0));
    }
}
