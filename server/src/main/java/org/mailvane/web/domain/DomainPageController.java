package org.mailvane.web.domain;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.actions.Issues;
import org.mailvane.actions.Tasks;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainChange;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.DomainMonitor;
import org.mailvane.domains.Domains;
import org.mailvane.inspect.Inspections;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.planner.PolicyAdvices;
import org.mailvane.platform.store.Scope;
import org.mailvane.sourcedata.Sources;
import org.mailvane.sources.Category;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventChoice;
import org.mailvane.timeline.Timeline;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.tls.TlsPolicyFilter;
import org.mailvane.tls.TlsReports;
import org.mailvane.web.domain.DomainPage.Contents;
import org.mailvane.web.domain.DomainPage.Senders.Group;
import org.mailvane.web.frame.DomainTab;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Period;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.parts.DomainStatusView;
import org.mailvane.web.parts.DomainStatusViewLoader;
import org.mailvane.web.parts.IgnoreOutcome;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** A domain: its health, its policy, and by tabs all that is known of it. */
@Controller
@Profile("service")
class DomainPageController {

    /** Sources of a category that are shown. */
    static final int MAX_SOURCES = 50;

    /** Issues, and tasks, that are shown. */
    static final int MAX_OPEN = 200;

    /** Events that are shown below the chart. */
    static final int LAST_EVENTS = 4;

    /** Events that are shown. */
    static final int MAX_EVENTS = 50;

    /** Policies of TLS that are shown. */
    static final int MAX_POLICIES = 50;

    /** Changes that give a domain another policy. */
    private static final List<String> POLICY_CHANGES =
            List.of(Change.DMARC_ADDED.code(), Change.DMARC_POLICY_CHANGED.code());

    private static final TlsPolicyFilter ALL_DAYS = new TlsPolicyFilter(null, null, null);

    private final Domains domains;
    private final DomainGroups groups;
    private final DomainStatusViewLoader attentions;
    private final PolicyAdvices advices;
    private final Sources sources;
    private final Issues issues;
    private final Tasks tasks;
    private final Timeline timeline;
    private final TlsReports tls;
    private final Inspections inspections;
    private final Accounts accounts;
    private final List<DomainMonitor> monitors;
    private final Pages pages;
    private final Clock clock;

    DomainPageController(
            Domains domains,
            DomainGroups groups,
            DomainStatusViewLoader attentions,
            PolicyAdvices advices,
            Sources sources,
            Issues issues,
            Tasks tasks,
            Timeline timeline,
            TlsReports tls,
            Inspections inspections,
            Accounts accounts,
            List<DomainMonitor> monitors,
            Pages pages,
            Clock clock) {
        this.domains = domains;
        this.groups = groups;
        this.attentions = attentions;
        this.advices = advices;
        this.sources = sources;
        this.issues = issues;
        this.tasks = tasks;
        this.timeline = timeline;
        this.tls = tls;
        this.inspections = inspections;
        this.accounts = accounts;
        this.monitors = monitors;
        this.pages = pages;
        this.clock = clock;
    }

    @GetMapping(Routes.DOMAIN)
    ModelAndView domain(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "") String tab,
            @RequestParam(defaultValue = "") String days,
            @RequestParam(defaultValue = "") String done) {
        return page(caller, visible(caller, id), DomainTab.ofCode(tab), days, done, "", "");
    }

    private ModelAndView page(
            Caller caller,
            Domain domain,
            DomainTab tab,
            String days,
            String done,
            String problem,
            String typed) {
        Scope scope = caller.scope();
        Period period = Period.of(days, clock);
        DomainStatusView shown =
                attentions.of(scope, List.of(domain)).stream()
                        .findFirst()
                        .orElseThrow(ApiProblem::notFound);
        return pages.page(
                "domain/domain",
                new DomainPage(
                        shown,
                        groups.holding(scope, domain.id(), DomainPage.MAX_GROUPS + 1),
                        above(scope, domain),
                        domains.countedBelow(scope, domain.id()),
                        advices.find(scope, domain.id()).orElseThrow(ApiProblem::notFound),
                        policySince(scope, shown),
                        tab,
                        period,
                        domain.writable() ? accounts.verificationToken(scope) : "",
                        problem,
                        typed,
                        contents(caller, domain, tab, period, done)));
    }

    private String above(Scope scope, Domain domain) {
        return domain.parentId() == null
                ? ""
                : domains.find(scope, domain.parentId())
                        .map(parent -> parent.name().value())
                        .orElse("");
    }

    /** When the domain's own policy was last seen to change; null where that is not known. */
    private @Nullable Instant policySince(Scope scope, DomainStatusView shown) {
        if (shown.policy().viaOrganization()) {
            return null;
        }
        EventChoice changes =
                new EventChoice(
                        Optional.of(List.of(shown.domain().id())), POLICY_CHANGES, null, null);
        return timeline.list(scope, changes, new Window(1, 1, 1, 0)).stream()
                .findFirst()
                .map(TimelineEvent::created)
                .orElse(null);
    }

    private Contents contents(
            Caller caller, Domain domain, DomainTab tab, Period period, String done) {
        Scope scope = caller.scope();
        DomainId id = domain.id();
        Optional<List<DomainId>> only = Optional.of(List.of(id));
        return switch (tab) {
            case OVERVIEW -> {
                Map<LocalDate, DomainMail> perDay =
                        domains.perDay(scope, id, period.first(), period.last());
                yield new DomainPage.Figures(
                        period.sum(perDay), period.chart(perDay), events(scope, id, LAST_EVENTS));
            }
            case SOURCES -> new DomainPage.Senders(groups(scope, id));
            case RECORDS -> new DomainPage.Dns(records(caller, domain));
            case ISSUES ->
                    new DomainPage.Open(
                            Truncated.of(issues.openOf(scope, id, MAX_OPEN + 1), MAX_OPEN),
                            Truncated.of(tasks.openOf(scope, id, MAX_OPEN + 1), MAX_OPEN),
                            IgnoreOutcome.of(done));
            case HISTORY ->
                    new DomainPage.History(
                            Truncated.of(events(scope, id, MAX_EVENTS + 1), MAX_EVENTS));
            case TLS ->
                    new DomainPage.Tls(
                            Truncated.of(
                                    tls.policies(
                                            scope,
                                            ALL_DAYS,
                                            only,
                                            Ordering.none(),
                                            new Window(1, 1, MAX_POLICIES + 1, 0)),
                                    MAX_POLICIES),
                            records(caller, domain));
        };
    }

    /** The newest of what happened. */
    private List<TimelineEvent> events(Scope scope, DomainId id, int number) {
        return timeline.list(
                scope,
                new EventChoice(Optional.of(List.of(id)), List.of(), null, null),
                new Window(1, 1, number, 0));
    }

    private DomainRecords records(Caller caller, Domain domain) {
        return DomainRecords.of(
                caller, domain, inspections, issues.openOf(caller.scope(), domain.id(), MAX_OPEN));
    }

    private List<Group> groups(Scope scope, DomainId id) {
        List<Group> groups = new ArrayList<>();
        List<Sources.Largest> largest =
                sources.largest(scope, Optional.of(List.of(id)), CountedDays.NUMBER, MAX_SOURCES);
        for (Category category : Category.values()) {
            groups.add(
                    largest.stream()
                            .filter(each -> each.category() == category)
                            .findFirst()
                            .map(each -> new Group(category, each.sources(), each.rows()))
                            .orElse(new Group(category, 0, List.of())));
        }
        return groups;
    }

    private Domain visible(Caller caller, long id) {
        return domains.find(caller.scope(), new DomainId(id)).orElseThrow(ApiProblem::notFound);
    }

    private Domain writable(Caller caller, long id) {
        Domain domain = visible(caller, id);
        if (!domain.writable()) {
            throw ApiProblem.forbidden();
        }
        return domain;
    }

    @PostMapping(Routes.DOMAIN + "/refresh")
    ModelAndView refresh(Caller caller, @PathVariable long id) {
        DomainId domain = writable(caller, id).id();
        lookUp(caller.scope(), domain);
        return pages.redirect(Routes.domain(domain, DomainTab.RECORDS));
    }

    @PostMapping(Routes.DOMAIN + "/verify")
    ModelAndView verify(Caller caller, @PathVariable long id) {
        DomainId domain = writable(caller, id).id();
        lookUp(caller.scope(), domain);
        Domain after = visible(caller, id);
        return after.verified()
                ? pages.redirect(Routes.domain(domain))
                : page(caller, after, DomainTab.OVERVIEW, "", "", "domain.verify.not", "");
    }

    /** Reads the records of DNS, and works out what follows, so that the next page shows it. */
    private void lookUp(Scope scope, DomainId domain) {
        monitors.forEach(monitor -> monitor.refresh(scope, domain));
        advices.judge(scope, domain);
    }

    @PostMapping(Routes.DOMAIN + "/selectors")
    ModelAndView selectors(
            Caller caller, @PathVariable long id, @RequestParam(defaultValue = "") String text) {
        Domain domain = writable(caller, id);
        Set<Selector> wanted = new LinkedHashSet<>();
        for (String word : text.strip().split("[\\s,;]+", -1)) {
            Optional<Selector> selector = Selector.parse(word);
            if (selector.isEmpty() && !word.isEmpty()) {
                return page(
                        caller, domain, DomainTab.RECORDS, "", "", "domain.selectors.wrong", text);
            }
            selector.ifPresent(wanted::add);
        }
        if (wanted.size() > Domain.MAX_SELECTORS) {
            return page(caller, domain, DomainTab.RECORDS, "", "", "domain.selectors.many", text);
        }
        DomainChange change =
                new DomainChange(
                        Given.absent(),
                        Given.absent(),
                        Given.absent(),
                        Given.absent(),
                        Given.absent(),
                        Given.of(List.copyOf(wanted)));
        if (domains.update(caller.scope(), domain.id(), change).isEmpty()) {
            throw ApiProblem.notFound();
        }
        return pages.redirect(Routes.domain(domain.id(), DomainTab.RECORDS));
    }
}
