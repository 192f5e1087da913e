package org.mailvane.web.detail;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.query.FoundReport;
import org.mailvane.detailreport.query.ReportRows;
import org.mailvane.detailreport.query.RowChoice;
import org.mailvane.detailreport.query.ServerRow;
import org.mailvane.detailreport.query.ShownRow;
import org.mailvane.detailreport.query.SourceSum;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.web.detail.ReportPage.Found;
import org.mailvane.web.detail.ReportPage.NamedSource;
import org.mailvane.web.detail.ReportPage.Servers;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** One report of the detail viewer: how far it is, then what it has found. */
@Controller
@Profile("service")
class ReportPageController {

    /** Sources that are shown at most. */
    static final int MAX_SOURCES = 100;

    /** Servers of a source that are shown at most. */
    static final int MAX_SERVERS = 50;

    /**
     * That of which the most messages failed that can pass, else fail, else the largest: where
     * nobody has chosen, its servers are shown.
     */
    static final Comparator<SourceSum> FIRST_TO_LOOK_AT =
            Comparator.<SourceSum>comparingLong(
                            sum -> sum.category() == Category.CAPABLE ? failed(sum) : 0)
                    .thenComparingLong(ReportPageController::failed)
                    .thenComparingLong(sum -> sum.sums().messages())
                    .thenComparing(Comparator.comparingInt(SourceSum::source).reversed());

    private final DetailReports reports;
    private final ReportRows files;
    private final SourceNames names;
    private final Pages pages;
    private final Clock clock;

    ReportPageController(
            DetailReports reports, ReportRows files, SourceNames names, Pages pages, Clock clock) {
        this.reports = reports;
        this.files = files;
        this.names = names;
        this.pages = pages;
        this.clock = clock;
    }

    @GetMapping(Routes.DETAIL_REPORT)
    ModelAndView report(
            Caller caller,
            @PathVariable("report") String searchToken,
            @RequestParam Map<String, String> query,
            @RequestParam(defaultValue = "") String page) {
        Scope scope = caller.scope();
        DetailReport report = find(scope, searchToken);
        Optional<FoundReport> found = reports.found(scope, report);
        DetailReportQuery asked = DetailReportQuery.of(query);
        return pages.page(
                "detail/report",
                new ReportPage(
                        // What can't be read any more was given back to the queue just now.
                        found.isPresent() ? report : find(scope, searchToken),
                        DetailForm.of(report.criteria()),
                        asked,
                        found.map(data -> found(scope, report, data, asked, page)).orElse(null)));
    }

    private static long failed(SourceSum sum) {
        return sum.sums().messages() - sum.sums().dmarc();
    }

    private DetailReport find(Scope scope, String searchToken) {
        return reports.find(scope, searchToken).orElseThrow(ApiProblem::notFound);
    }

    /** The rows that are asked for, all of them, as a file. */
    @GetMapping(path = Routes.DETAIL_REPORT, params = "format=csv")
    void rows(
            Caller caller,
            @PathVariable("report") String searchToken,
            @RequestParam Map<String, String> query,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Scope scope = caller.scope();
        DetailReport report = find(scope, searchToken);
        FoundReport found = reports.found(scope, report).orElseThrow(ApiProblem::notFound);
        files.write(scope, report, found, DetailReportQuery.of(query).choice(), request, response);
    }

    private Found found(
            Scope scope,
            DetailReport report,
            FoundReport data,
            DetailReportQuery asked,
            String page) {
        RowChoice choice = asked.choice();
        PageList list =
                PageList.of(
                        Routes.detailReport(report.searchToken()),
                        asked.values(),
                        page,
                        data.countRows(choice));
        Window window = list.window();
        List<ShownRow> rows = data.rows(choice, asked.ordering(), window.limit(), window.offset());
        List<SourceSum> all = data.sources();
        List<SourceSum> some =
                all.stream()
                        .filter(sum ->
                                choice.category() == null || sum.category() == choice.category())
                        .toList();
        List<SourceSum> shown = some.stream().limit(MAX_SOURCES).toList();
        Map<Integer, SourceName> called =
                names.of(scope, shown.stream().map(SourceSum::source).distinct().toList());
        return new Found(
                data.days(),
                all,
                shown.stream().map(sum -> new NamedSource(sum, called.get(sum.source()))).toList(),
                some.size(),
                servers(scope, data, choice, shown).orElse(null),
                list,
                rows,
                LocalDate.now(clock.withZone(ZoneOffset.UTC)));
    }

    /** Those of the source that is asked for; where none is, of the one to look at first. */
    private Optional<Servers> servers(
            Scope scope, FoundReport data, RowChoice choice, List<SourceSum> shown) {
        Integer asked = choice.source();
        if (asked != null) {
            return data.hasSource(asked)
                    ? Optional.of(servers(scope, data, asked, choice.category()))
                    : Optional.empty();
        }
        return shown.stream()
                .max(FIRST_TO_LOOK_AT)
                .map(sum -> servers(scope, data, sum.source(), sum.category()));
    }

    private Servers servers(
            Scope scope, FoundReport data, int source, @Nullable Category category) {
        List<ServerRow> servers = data.servers(source, category, "", Ordering.none());
        return new Servers(
                source,
                category,
                names.of(scope, source).name(),
                servers.stream().limit(MAX_SERVERS).toList(),
                servers.size());
    }
}
