package org.mailvane.web.tls;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.platform.store.Scope;
import org.mailvane.tls.DayRange;
import org.mailvane.tls.TlsFailure;
import org.mailvane.tls.TlsFailureFilter;
import org.mailvane.tls.TlsPolicy;
import org.mailvane.tls.TlsPolicyFilter;
import org.mailvane.tls.TlsReports;
import org.mailvane.tls.TlsReports.FailureReporter;
import org.mailvane.tls.TlsReports.FailureType;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What TLS reports say: kinds of failures, policies with their sessions, and each detail. */
@Controller
@Profile("service")
class TlsPageController {

    /** How many days there can be: the last is as many as the API's list has at most. */
    static final List<Integer> DAYS = List.of(7, 30, TlsFailureFilter.MAX_DAYS_APART + 1);

    /**
     * Kinds of failures, and reporters, that are shown at most: reporters can make up their own.
     */
    static final int MAX_TYPES = 30;

    static final String FAILURES = "failures";

    private static final String VIEW = "view";

    private final TlsReports reports;
    private final Pages pages;

    TlsPageController(TlsReports reports, Pages pages) {
        this.reports = reports;
        this.pages = pages;
    }

    /**
     * What the page shows.
     *
     * @param days of so many days up to today reports are shown
     * @param range these
     * @param types kinds of failures, those of the most sessions first
     * @param detailed whether the details are listed, and not the policies
     * @param list which part of the list
     * @param policies that part of the policies
     * @param failures that part of the details
     * @param counted how many details there are
     */
    record TlsPage(
            int days,
            DayRange range,
            List<FailureType> types,
            boolean detailed,
            PageList list,
            List<TlsPolicy> policies,
            List<TlsFailure> failures,
            long counted) {

        /** Sessions of the kinds that are shown. */
        long sessions() {
            return types.stream().mapToLong(FailureType::sessions).sum();
        }

        String path(int other) {
            return list.with(LinkParameter.DAYS, String.valueOf(other));
        }

        String view(String name) {
            return list.with(VIEW, name);
        }

        /** The same part of the list by API. */
        ApiCalls api() {
            Map<String, String> query = new LinkedHashMap<>();
            query.put("begin", range.first().toString());
            query.put("end", range.last().toString());
            return ApiCalls.same(
                    list.api(
                            ApiCatalogue.VERSION_ROOT
                                    + (detailed ? "/tls-failures/" : "/tls-policies/"),
                            query));
        }
    }

    /**
     * What the page of a policy shows.
     *
     * @param policy the policy, with its sums over all reports
     * @param days of so many days up to today failures are shown
     * @param range these
     * @param types their kinds, those of the most sessions first
     * @param reporters who reports them, the same
     * @param counted how many details there are
     */
    record TlsPolicyPage(
            TlsPolicy policy,
            int days,
            DayRange range,
            List<FailureType> types,
            List<FailureReporter> reporters,
            long counted) {

        /** All its sessions. */
        long sessions() {
            return policy.successful() + policy.failed();
        }

        String path(int other) {
            return policyPath(policy.id(), other);
        }

        ApiCalls api() {
            return ApiCalls.about(ApiCatalogue.VERSION_ROOT + "/tls-policies/" + policy.id() + "/");
        }
    }

    /** The address of a policy's page, with failures of so many days. */
    static String policyPath(long id, int days) {
        return days == DAYS.getFirst() ? Routes.tlsPolicy(id) : Routes.tlsPolicy(id, days);
    }

    private static int number(String days) {
        return DAYS.stream()
                .filter(each -> String.valueOf(each).equals(days))
                .findFirst()
                .orElse(DAYS.getFirst());
    }

    private DayRange range(int days) {
        LocalDate today = reports.today();
        return new TlsFailureFilter(today.minusDays(days - 1L), today).days(today);
    }

    @GetMapping(Routes.TLS_POLICY)
    ModelAndView policy(
            Caller caller, @PathVariable long id, @RequestParam(defaultValue = "") String days) {
        Scope scope = caller.scope();
        TlsPolicy policy = reports.findPolicy(scope, id).orElseThrow(ApiProblem::notFound);
        int number = number(days);
        DayRange range = range(number);
        return pages.page(
                "tls/tls-policy",
                new TlsPolicyPage(
                        policy,
                        number,
                        range,
                        reports.failureTypes(scope, id, range, MAX_TYPES),
                        reports.failureReporters(scope, id, range, MAX_TYPES),
                        reports.countFailures(scope, id, range)));
    }

    @GetMapping(Routes.TLS)
    ModelAndView tls(
            Caller caller,
            @RequestParam(defaultValue = "") String days,
            @RequestParam(defaultValue = "") String view,
            @RequestParam(defaultValue = "") String page) {
        Scope scope = caller.scope();
        int number = number(days);
        DayRange range = range(number);
        boolean detailed = view.equals(FAILURES);
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.DAYS, number == DAYS.getFirst() ? "" : String.valueOf(number));
        query.put(VIEW, detailed ? FAILURES : "");
        TlsPolicyFilter filter = new TlsPolicyFilter(range.first(), range.last(), null);
        long failures = reports.countFailures(scope, range);
        PageList list =
                PageList.of(
                        Routes.TLS,
                        query,
                        page,
                        detailed
                                ? failures
                                : reports.countPolicies(scope, filter, Optional.empty()));
        return pages.page(
                "tls/tls",
                new TlsPage(
                        number,
                        range,
                        reports.failureTypes(scope, range, MAX_TYPES),
                        detailed,
                        list,
                        detailed
                                ? List.of()
                                : reports.policies(
                                        scope,
                                        filter,
                                        Optional.empty(),
                                        Ordering.none(),
                                        list.window()),
                        detailed ? reports.failures(scope, range).fetch(list.window()) : List.of(),
                        failures));
    }
}
