package org.mailvane.web.detail;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.DetailReports.Creation;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.GroupChoice;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.InvalidDomainNames;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The detail viewer: the form of a report, and the reports that the visitor has asked for. */
@Controller
@Profile("service")
class DetailPageController {

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/detail-viewer/";

    /** Names a report about the same. */
    private static final String WRONG = "detail.wrong.";

    private final DetailReports reports;
    private final Domains domains;
    private final Pages pages;
    private final Clock clock;

    DetailPageController(DetailReports reports, Domains domains, Pages pages, Clock clock) {
        this.reports = reports;
        this.domains = domains;
        this.pages = pages;
        this.clock = clock;
    }

    /**
     * What the page shows.
     *
     * @param form what the form holds
     * @param list which part of the reports
     * @param reports that part
     * @param asksOnce whether the form holds all of a report, which nothing but a click is missing
     *     for: a chart's day leads there, and following a link must not make anything
     * @param isBeforeMail whether there is nothing to make a report of: no receiver's has come
     */
    record DetailPage(
            DetailForm form,
            PageList list,
            List<DetailReport> reports,
            boolean asksOnce,
            boolean isBeforeMail) {

        long days() {
            return DetailReports.KEPT.toDays();
        }

        ApiCalls api() {
            return ApiCalls.same(list.api(LIST, Map.of()));
        }
    }

    @GetMapping(Routes.DETAIL)
    ModelAndView form(
            Caller caller,
            @RequestParam Map<String, String> query,
            @RequestParam(defaultValue = "") String page) {
        Scope scope = caller.scope();
        Optional<DetailReport> like =
                reports.find(scope, query.getOrDefault(LinkParameter.LIKE, ""));
        GroupChoice group = GroupChoice.of(query.getOrDefault(GroupChoice.PARAMETER, ""));
        Map<String, String> given = query;
        if (like.isEmpty() && group.id() != null && !query.containsKey(DetailForm.DOMAINS)) {
            String names = names(scope, group.id());
            if (names.isEmpty()) {
                // A form without names is about all domains. That the group has none is said there.
                return pages.redirect(group.on(Routes.OVERVIEW));
            }
            given = new LinkedHashMap<>(query);
            given.put(DetailForm.DOMAINS, names);
        }
        DetailForm form =
                like.isPresent()
                        ? DetailForm.of(like.get().criteria()).with(query)
                        : DetailForm.of(given, today());
        return page(scope, HttpStatus.OK, form, page, isOfDay(query));
    }

    /** Whether an address asks for one day, as those of charts do. */
    private static boolean isOfDay(Map<String, String> query) {
        String first = query.getOrDefault(DetailForm.START, "");
        return ListQuery.dayOf(first).isPresent() && first.equals(query.get(DetailForm.END));
    }

    /** The names of a group's domains that the visitor may see. */
    private String names(Scope scope, long group) {
        return domains
                .list(
                        scope,
                        DomainFilter.of(group, null),
                        Ordering.none(),
                        // One more than a report may name, so that too many are refused, not left
                        // out.
                        new Window(1, 1, Domains.MAX_NAMES + 1, 0))
                .stream()
                .map(domain -> domain.name().value())
                .collect(Collectors.joining(" "));
    }

    private LocalDate today() {
        return LocalDate.now(clock.withZone(ZoneOffset.UTC));
    }

    private ModelAndView page(
            Scope scope, HttpStatus status, DetailForm form, String page, boolean asksOnce) {
        PageList list = PageList.of(Routes.DETAIL, Map.of(), page, reports.count(scope));
        boolean isBeforeMail =
                list.count() == 0 && domains.overall(scope, Optional.empty()).lastReport() == null;
        return pages.page(
                status,
                "detail/detail",
                new DetailPage(
                        form,
                        list,
                        reports.list(scope, Ordering.none(), list.window()),
                        asksOnce,
                        isBeforeMail));
    }

    /**
     * Has a report worked out, or finds the one about the same.
     *
     * @param source its source that is shown first; empty for all
     */
    @PostMapping(Routes.DETAIL)
    ModelAndView create(
            Caller caller,
            @RequestParam Map<String, String> sent,
            @RequestParam(defaultValue = "") String source,
            HttpServletRequest request) {
        Scope scope = caller.scope();
        Texts texts = pages.texts(request);
        DetailForm form = DetailForm.of(sent, today());
        ReportCriteria criteria;
        try {
            criteria = ReportCriteria.read(form.members());
        } catch (ApiProblem refused) {
            if (refused.status() != HttpStatus.BAD_REQUEST || refused.fields().isEmpty()) {
                throw refused;
            }
            return page(
                    scope,
                    HttpStatus.BAD_REQUEST,
                    form.with(errors(texts, form, refused)),
                    "",
                    false);
        }
        return switch (reports.create(scope, criteria)) {
            case Creation.Created(DetailReport report) -> shown(report, source);
            case Creation.Existing(DetailReport report) -> shown(report, source);
            case Creation.Unknown(var names) ->
                    page(
                            scope,
                            HttpStatus.BAD_REQUEST,
                            form.with(
                                    List.of(
                                            InvalidDomainNames.text(
                                                    texts,
                                                    names.stream()
                                                            .map(DomainName::value)
                                                            .toList()))),
                            "",
                            false);
            case Creation.TooMany(int most) ->
                    page(
                            scope,
                            HttpStatus.TOO_MANY_REQUESTS,
                            form.with(List.of(texts.of(WRONG + "many", most))),
                            "",
                            false);
        };
    }

    private ModelAndView shown(DetailReport report, String source) {
        String path = Routes.detailReport(report.searchToken());
        return pages.redirect(
                source.matches("\\d{1,9}")
                        ? path + "?" + DetailReportQuery.SOURCE + "=" + source
                        : path);
    }

    /** What is wrong with the form, in the visitor's language. */
    private static List<String> errors(Texts texts, DetailForm form, ApiProblem refused) {
        List<String> errors = new ArrayList<>();
        refused.fields()
                .forEach((field, what) ->
                        errors.add(
                                field.equals(DetailForm.DOMAINS)
                                        ? InvalidDomainNames.refused(texts, form.domains(), what)
                                        : texts.of(
                                                texts.has(WRONG + field)
                                                        ? WRONG + field
                                                        : WRONG + "other")));
        return errors;
    }
}
