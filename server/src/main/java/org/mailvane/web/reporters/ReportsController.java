package org.mailvane.web.reporters;

import java.util.List;
import java.util.Map;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.traffic.received.ReceivedReport;
import org.mailvane.traffic.received.ReceivedReports;
import org.mailvane.traffic.received.ReportDecision;
import org.mailvane.traffic.received.ReportFile;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.ListFiles;
import org.mailvane.web.frame.LocalPath;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The stored aggregate reports, whether they count, and why not. */
@Controller
@Profile("service")
class ReportsController {

    private static final String IGNORED = "ignored";
    private static final String COUNTED = "counted";
    private static final String RELEASED = "released";

    private final ReceivedReports reports;
    private final ReportFile file;
    private final Pages pages;

    ReportsController(ReceivedReports reports, ReportFile file, Pages pages) {
        this.reports = reports;
        this.file = file;
        this.pages = pages;
    }

    /**
     * The list.
     *
     * @param asked what it is asked for
     * @param list which part of it
     * @param found that part
     * @param canDecide whether the visitor may say which of them count
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record ReportsPage(
            ReportListQuery asked,
            PageList list,
            List<ReceivedReport> found,
            boolean canDecide,
            String done) {

        Choice authentications(Texts texts) {
            return Choice.of(
                    asked.get(ReportListQuery.AUTHENTICATION),
                    texts,
                    ReportListQuery.AUTHENTICATIONS,
                    code -> code,
                    code -> texts.of("reports.authentication." + code));
        }

        Choice states(Texts texts) {
            return Choice.of(
                    asked.get(ReportListQuery.HELD),
                    texts,
                    ReportListQuery.FLAGS,
                    code -> code,
                    code -> texts.of("reports.held." + code));
        }

        String ignorePath(ReceivedReport report) {
            return Routes.REPORT_IGNORE.replace("{id}", String.valueOf(report.id()));
        }

        String releasePath(ReceivedReport report) {
            return Routes.REPORT_RELEASE.replace("{id}", String.valueOf(report.id()));
        }

        /** Where all reports of the import are ignored; empty where the list is not of one. */
        String ignoreImportPath() {
            String id = asked.get(ReportListQuery.IMPORT);
            return id.isEmpty() ? "" : Routes.IMPORT_IGNORE.replace("{id}", id);
        }

        /** The same list of the report's reporter only. */
        String ofReporter(ReceivedReport report) {
            return list.with(ReportListQuery.REPORTER, String.valueOf(report.reporterId()));
        }

        /** Returns the reason why a report is held, in words. */
        static String reason(Texts texts, String code) {
            String key = "reports.reason." + code;
            return texts.has(key) ? texts.of(key) : code;
        }

        /** What vouches for a report. */
        static String mechanism(Texts texts, ReceivedReport report) {
            String domain = report.authentication().domain();
            return texts.of(
                    "reports.mechanism." + report.authentication().mechanism().code(),
                    domain == null ? "" : domain);
        }

        ApiCalls api() {
            return ApiCalls.same(
                    list.api(ApiCatalogue.VERSION_ROOT + Routes.REPORTS + "/", list.query()));
        }
    }

    @GetMapping(Routes.REPORTS)
    ModelAndView list(Caller caller, @RequestParam Map<String, String> query) {
        ReportListQuery asked = ReportListQuery.of(query);
        PageList list =
                PageList.of(
                        Routes.REPORTS,
                        asked.values(),
                        query.getOrDefault("page", ""),
                        reports.count(caller.scope(), asked.filter()));
        String done = query.getOrDefault("done", "");
        return pages.page(
                "reporters/reports",
                new ReportsPage(
                        asked,
                        list,
                        reports.list(caller.scope(), asked.filter(), Ordering.none())
                                .fetch(list.window()),
                        caller.admin(),
                        List.of(IGNORED, COUNTED, RELEASED).contains(done) ? done : ""));
    }

    /** The whole list as a file. */
    @GetMapping(path = Routes.REPORTS, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        return file.of(caller, ReportListQuery.of(query).filter(), Ordering.none());
    }

    @PostMapping(Routes.REPORT_IGNORE)
    ModelAndView ignore(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> form) {
        decidable(caller, id);
        boolean ignored = isIgnoring(form);
        reports.decide(caller.scope(), id, ReportDecision.ignore(ignored));
        return done(form, ignored ? IGNORED : COUNTED);
    }

    @PostMapping(Routes.REPORT_RELEASE)
    ModelAndView release(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> form) {
        if (!decidable(caller, id).canBeReleased()) {
            // A visitor who presses twice, or comes late, finds the report decided, or the decision
            // not needed.
            return pages.redirect(next(form));
        }
        reports.decide(caller.scope(), id, ReportDecision.RELEASE);
        return done(form, RELEASED);
    }

    /** All that an import brought. Whoever sees imports is an admin. */
    @PostMapping(Routes.IMPORT_IGNORE)
    ModelAndView ignoreImport(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> form) {
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        boolean ignored = isIgnoring(form);
        reports.decideOnImport(caller.scope(), id, ReportDecision.ignore(ignored));
        return done(form, ignored ? IGNORED : COUNTED);
    }

    private ReceivedReport decidable(Caller caller, long id) {
        ReceivedReport report = reports.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        return report;
    }

    private static boolean isIgnoring(Map<String, String> form) {
        return Boolean.parseBoolean(form.getOrDefault("ignore", "true"));
    }

    private static String next(Map<String, String> form) {
        return LocalPath.orHome(form.getOrDefault("next", Routes.REPORTS));
    }

    private ModelAndView done(Map<String, String> form, String word) {
        return pages.redirect(LocalPath.with(next(form), "done", word));
    }
}
