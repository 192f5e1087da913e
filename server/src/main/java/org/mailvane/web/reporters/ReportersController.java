package org.mailvane.web.reporters;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.reporters.Reporter;
import org.mailvane.reporters.ReporterFilter;
import org.mailvane.reporters.ReporterOrder;
import org.mailvane.reporters.ReporterTrust;
import org.mailvane.reporters.Reporters;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.Choice.Option;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.LocalPath;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Sorting;
import org.mailvane.web.frame.Texts;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The senders of aggregate reports, and how far they are trusted. */
@Controller
@Profile("service")
class ReportersController {

    static final String TRUST = "trust";
    static final String NAME = "domain";

    private static final List<String> TRUSTS =
            Arrays.stream(ReporterTrust.values()).map(ReporterTrust::code).toList();
    static final String ACCEPTED = ReporterTrust.ACCEPTED.code();

    private static final List<String> ORDERS = List.of("-last_seen", "name");
    private static final String USUAL_ORDER = "-messages";

    private final Reporters reporters;
    private final Pages pages;

    ReportersController(Reporters reporters, Pages pages) {
        this.reporters = reporters;
        this.pages = pages;
    }

    /**
     * The list.
     *
     * @param unknown what is asked for and not known
     * @param list which part of it
     * @param found that part
     * @param canDecide whether the visitor may say how far they are trusted
     * @param done how far one is trusted since just now; empty where nothing was done
     */
    record ReportersPage(
            List<ListQuery.Unknown> unknown,
            PageList list,
            List<Reporter> found,
            boolean canDecide,
            String done) {

        Choice trusts(Texts texts) {
            return Choice.of(
                    list.asked(TRUST),
                    texts,
                    TRUSTS,
                    code -> code,
                    code -> texts.of("reporters.trust." + code));
        }

        Choice orders(Texts texts) {
            return Choice.of(
                    list.asked(Sorting.PARAMETER),
                    texts.of("reporters.order." + USUAL_ORDER),
                    ORDERS.stream()
                            .map(order -> new Option(order, texts.of("reporters.order." + order)))
                            .toList());
        }

        /** Where the form of a reporter leads. */
        String path(Reporter reporter) {
            return Routes.REPORTER_TRUST.replace("{id}", String.valueOf(reporter.id()));
        }

        /** Whether it can be accepted. */
        boolean canBeAccepted(Reporter reporter) {
            return reporter.isOne() && reporter.trust() != ReporterTrust.ACCEPTED;
        }

        /** What can be decided of it besides that. */
        List<String> decisions(Reporter reporter) {
            return TRUSTS.stream()
                    .filter(code -> !code.equals(reporter.trust().code()))
                    .filter(code -> !code.equals(ACCEPTED))
                    .toList();
        }

        ApiCalls api() {
            return ApiCalls.same(
                    list.api(ApiCatalogue.VERSION_ROOT + Routes.REPORTERS + "/", list.query()));
        }
    }

    @GetMapping(Routes.REPORTERS)
    ModelAndView list(Caller caller, @RequestParam Map<String, String> query) {
        ListQuery asked =
                new ListQuery(query)
                        .known(TRUST, TRUSTS)
                        .text(NAME)
                        .known(Sorting.PARAMETER, ORDERS);
        ReporterFilter filter =
                new ReporterFilter(
                        trust(asked.values().getOrDefault(TRUST, "")),
                        ListQuery.textOf(asked.values().getOrDefault(NAME, "")));
        Ordering<ReporterOrder> ordering =
                Sorting.of(
                        asked.values().getOrDefault(Sorting.PARAMETER, ""),
                        List.of(ReporterOrder.values()));
        PageList list =
                PageList.of(
                        Routes.REPORTERS,
                        asked.values(),
                        query.getOrDefault("page", ""),
                        reporters.count(caller.scope(), filter));
        String done = query.getOrDefault("done", "");
        return pages.page(
                "reporters/reporters",
                new ReportersPage(
                        asked.unknown(),
                        list,
                        reporters.list(caller.scope(), filter, ordering, list.window()),
                        caller.admin(),
                        TRUSTS.contains(done) ? done : ""));
    }

    @PostMapping(Routes.REPORTER_TRUST)
    ModelAndView decide(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> form) {
        Reporter reporter = reporters.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        ReporterTrust trust = trust(form.getOrDefault(TRUST, ""));
        String next = LocalPath.orHome(form.getOrDefault("next", Routes.REPORTERS));
        if (trust == null || (trust == ReporterTrust.ACCEPTED && !reporter.isOne())) {
            return pages.redirect(next);
        }
        reporters.decide(caller.scope(), id, trust);
        return pages.redirect(LocalPath.with(next, "done", trust.code()));
    }

    private static @Nullable ReporterTrust trust(String code) {
        return Arrays.stream(ReporterTrust.values())
                .filter(each -> each.code().equals(code))
                .findFirst()
                .orElse(null);
    }
}
