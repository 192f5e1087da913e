package org.mailvane.web.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountException;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Ordering;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.ReportRecords;
import org.mailvane.planner.ReportRecords.Found;
import org.mailvane.planner.ReportRecords.Reports;
import org.mailvane.planner.ReportRecords.Result;
import org.mailvane.planner.ReportRecords.State;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.AdminPage;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.Choice.Option;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.parts.DomainAdding;
import org.mailvane.web.parts.DomainAdding.AddForm;
import org.mailvane.web.parts.NewAddress;
import org.mailvane.web.parts.ReportChannels;
import org.mailvane.web.parts.ReportChannels.Ways;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The steps from an empty account to its first reports: domains, the way of the reports, the
 * records to publish. Each can be come back to at any time.
 */
@Controller
@Profile("service")
@AdminPage
class StartController {

    /** Where a record above is all that is needed. */
    private static final Set<Reports> COVERED =
            Set.of(Reports.NO_RECORD, Reports.NO_DOMAIN, Reports.ELSEWHERE_ABOVE, Reports.TOO_LONG);

    private static final String ADDRESS = "address";
    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final Domains domains;
    private final DomainAdding adding;
    private final ReportChannels ways;
    private final ReportRecords records;
    private final Pages pages;

    StartController(
            Domains domains,
            DomainAdding adding,
            ReportChannels ways,
            ReportRecords records,
            Pages pages) {
        this.domains = domains;
        this.adding = adding;
        this.ways = ways;
        this.records = records;
        this.pages = pages;
    }

    /**
     * The first step.
     *
     * @param form what adds domains
     * @param domains how many there are
     */
    record DomainsStep(AddForm form, long domains) {}

    /**
     * The second step.
     *
     * @param ways by which reports come in
     * @param added how many domains were added just now; empty where none were asked for
     * @param form what adds an address to which reports are mailed
     */
    record ReportsStep(Ways ways, String added, NewAddress form) {

        int addedNumber() {
            return added.matches("\\d{1,9}") ? Integer.parseInt(added) : 0;
        }
    }

    /**
     * A domain, with what DNS says of it.
     *
     * @param domain which
     * @param found what was found
     * @param above the account's domain above it, whose record counts for it too; null for none
     */
    record Looked(Domain domain, Found found, @Nullable DomainName above) {

        /** Returns whether the domain need not publish a record because one above covers it. */
        boolean isCovered() {
            return above != null && COVERED.contains(found.reports());
        }

        /** Whether there is something to publish that is not there. */
        boolean isToPublish() {
            return found.reports() != Reports.HERE && !found.record().isEmpty() && !isCovered();
        }
    }

    /**
     * The third step.
     *
     * @param addresses those to which reports can be sent
     * @param list which part of the domains is shown
     * @param looked that part
     * @param result what was found of it; null where there is nothing to look for
     */
    record RecordsStep(
            List<String> addresses, PageList list, List<Looked> looked, @Nullable Result result) {

        /** The address that is to be published. */
        String mailbox() {
            return list.asked(ADDRESS);
        }

        Choice choice() {
            return new Choice(
                    addresses.stream().map(each -> new Option(each, each)).toList(), mailbox());
        }

        /** Where the host of the mailbox agrees. */
        String agreementName() {
            return ReportRecords.agreementName(mailbox());
        }

        /** Returns whether a record can be published there. */
        boolean hasAgreementName() {
            return ReportRecords.hasAgreementName(mailbox());
        }

        /**
         * Returns whether DNS has all that is needed; for a part of the domains this is not known.
         */
        boolean isDone() {
            return result != null
                    && list.count() == result.found().size()
                    && result.agreement() == State.PASSED
                    && result.mail() == State.PASSED
                    && result.count(State.PASSED) == result.found().size();
        }

        /** What agrees. */
        String agreementRecord() {
            return ReportRecords.agreementRecord();
        }
    }

    @GetMapping(Routes.START)
    ModelAndView domains(Caller caller) {
        return domains(caller, HttpStatus.OK, adding.form(caller.scope()));
    }

    private ModelAndView domains(Caller caller, HttpStatus status, AddForm form) {
        return pages.page(status, "start/start", new DomainsStep(form, count(caller.scope())));
    }

    private long count(Scope scope) {
        return domains.count(scope, DomainFilter.ALL);
    }

    @PostMapping(path = Routes.START, consumes = FORM)
    ModelAndView addDomains(
            Caller caller,
            @RequestParam(defaultValue = "") String names,
            @RequestParam(defaultValue = "") String group) {
        return switch (adding.add(caller.scope(), names, group)) {
            case DomainAdding.Refused(AddForm form) ->
                    domains(caller, HttpStatus.BAD_REQUEST, form);
            case DomainAdding.Added(int number) ->
                    pages.redirect(Routes.START_REPORTS + "?added=" + number);
        };
    }

    @GetMapping(Routes.START_REPORTS)
    ModelAndView reports(Caller caller, @RequestParam(defaultValue = "") String added) {
        return pages.page(
                "start/start-reports",
                new ReportsStep(ways.of(caller.scope()), added, NewAddress.NONE));
    }

    /** Adds an address to which reports are mailed. */
    @PostMapping(path = Routes.START_REPORTS, consumes = FORM)
    ModelAndView addAddress(Caller caller, @RequestParam(defaultValue = "") String address) {
        try {
            ways.add(caller.scope(), address);
        } catch (AccountException wrong) {
            return pages.page(
                    HttpStatus.BAD_REQUEST,
                    "start/start-reports",
                    new ReportsStep(ways.of(caller.scope()), "", new NewAddress(address, wrong)));
        }
        return pages.redirect(Routes.START_REPORTS);
    }

    @GetMapping(Routes.START_RECORDS)
    ModelAndView records(
            Caller caller,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "") String page) {
        return records(caller, address, page, false);
    }

    /** Looks once more, past what is kept of DNS. It is a form, so that no link makes it ask. */
    @PostMapping(path = Routes.START_RECORDS, consumes = FORM)
    ModelAndView check(
            Caller caller,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "") String page) {
        return records(caller, address, page, true);
    }

    private ModelAndView records(Caller caller, String address, String page, boolean anew) {
        Scope scope = caller.scope();
        List<String> addresses = ways.publishable(scope);
        String mailbox =
                addresses.isEmpty()
                        ? ""
                        : addresses.contains(address) ? address : addresses.getFirst();
        PageList list =
                PageList.of(Routes.START_RECORDS, Map.of(ADDRESS, mailbox), page, count(scope));
        List<Domain> shown = domains.list(scope, DomainFilter.ALL, Ordering.none(), list.window());
        if (mailbox.isEmpty() || shown.isEmpty()) {
            return pages.page(
                    "start/start-records", new RecordsStep(addresses, list, List.of(), null));
        }
        Result result =
                records.check(scope, mailbox, shown.stream().map(Domain::name).toList(), anew);
        Map<DomainId, DomainName> above =
                domains
                        .rows(
                                scope,
                                shown.stream()
                                        .flatMap(each -> Stream.ofNullable(each.parentId()))
                                        .collect(Collectors.toSet()))
                        .stream()
                        .collect(Collectors.toMap(Domain::id, Domain::name));
        List<Looked> looked = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            Domain domain = shown.get(i);
            looked.add(
                    new Looked(
                            domain,
                            result.found().get(i),
                            domain.parentId() == null ? null : above.get(domain.parentId())));
        }
        return pages.page("start/start-records", new RecordsStep(addresses, list, looked, result));
    }
}
