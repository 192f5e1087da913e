package org.mailvane.web.failures;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.Domains;
import org.mailvane.failurereport.FailureReports;
import org.mailvane.failurereport.FailureReports.Deletion;
import org.mailvane.failurereport.ForensicCriteria;
import org.mailvane.failurereport.ForensicJob;
import org.mailvane.failurereport.ForensicJob.Progress;
import org.mailvane.failurereport.ForensicJobs;
import org.mailvane.failurereport.ForensicJobs.Creation;
import org.mailvane.failurereport.ForensicRecord;
import org.mailvane.failurereport.RecordName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.failures.ForensicPages.FoundPage;
import org.mailvane.web.failures.ForensicPages.JobsPage;
import org.mailvane.web.failures.ForensicPages.RecordPage;
import org.mailvane.web.failures.ForensicPages.SurePage;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.InvalidDomainNames;
import org.mailvane.web.parts.NamesField;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Failure reports, for who may see them: searches, what they found, one by one, and deleting. */
@Controller
@Profile("service")
class ForensicPageController {

    static final String DOMAINS = "domains";
    static final String START = "start_date";
    static final String END = "end_date";
    static final String SUBJECT = "subject";
    static final String SOURCE = "report_source_ip";

    /** Days that are searched where nothing else is said. */
    static final int STANDARD_DAYS = 30;

    /** Characters of a field of the form that are read, but of that of domains. */
    static final int MAX_LENGTH = 400_000;

    private static final String WRONG = "forensic.wrong.";
    private static final String SUFFIX = ".eml";

    private final ForensicJobs jobs;
    private final FailureReports reports;
    private final Domains domains;
    private final Pages pages;
    private final Clock clock;

    ForensicPageController(
            ForensicJobs jobs, FailureReports reports, Domains domains, Pages pages, Clock clock) {
        this.jobs = jobs;
        this.reports = reports;
        this.domains = domains;
        this.pages = pages;
        this.clock = clock;
    }

    /** As the API, which refuses everything about failure reports to whom may not see them. */
    private static Scope allowed(Caller caller) {
        if (!caller.forensic()) {
            throw ApiProblem.forbidden();
        }
        return caller.scope();
    }

    // ---- searches -----------------------------------------------------------------------------

    @GetMapping(Routes.FORENSIC)
    ModelAndView jobs(Caller caller, @RequestParam(defaultValue = "") String page) {
        return jobs(allowed(caller), HttpStatus.OK, form(Map.of()), List.of(), page);
    }

    private ModelAndView jobs(
            Scope scope,
            HttpStatus status,
            Map<String, String> form,
            List<String> errors,
            String page) {
        PageList list = PageList.of(Routes.FORENSIC, Map.of(), page, jobs.count(scope));
        return pages.page(
                status,
                "failures/forensic",
                new JobsPage(form, errors, list, jobs.list(scope, list.window())));
    }

    /** What the form holds; where no days are given, the last ones up to today. */
    private Map<String, String> form(Map<String, String> sent) {
        LocalDate today = LocalDate.now(clock.withZone(ZoneOffset.UTC));
        Map<String, String> form = new LinkedHashMap<>();
        for (String name : List.of(DOMAINS, START, END, SUBJECT, SOURCE)) {
            String value = sent.getOrDefault(name, "").strip();
            form.put(
                    name,
                    name.equals(DOMAINS)
                            ? value
                            : value.substring(0, Math.min(value.length(), MAX_LENGTH)));
        }
        form.values().removeIf(String::isEmpty);
        form.putIfAbsent(START, today.minusDays(STANDARD_DAYS - 1).toString());
        form.putIfAbsent(END, today.toString());
        return form;
    }

    @PostMapping(Routes.FORENSIC)
    ModelAndView search(
            Caller caller, @RequestParam Map<String, String> sent, HttpServletRequest request) {
        Scope scope = allowed(caller);
        Texts texts = pages.texts(request);
        Map<String, String> form = form(sent);
        String given = form.getOrDefault(DOMAINS, "");
        List<String> names = NamesField.names(given);
        Map<String, Object> members = new TreeMap<>(form);
        members.put(DOMAINS, NamesField.member(given));
        ForensicCriteria criteria;
        try {
            criteria = ForensicCriteria.read(members);
        } catch (ApiProblem refused) {
            if (refused.status() != HttpStatus.BAD_REQUEST || refused.fields().isEmpty()) {
                throw refused;
            }
            return jobs(scope, HttpStatus.BAD_REQUEST, form, errors(texts, names, refused), "");
        }
        return switch (jobs.create(scope, criteria)) {
            case Creation.Created(ForensicJob job) ->
                    pages.redirect(Routes.forensicSearch(job.id()));
            case Creation.Unknown(var unknown) ->
                    jobs(
                            scope,
                            HttpStatus.BAD_REQUEST,
                            form,
                            List.of(
                                    InvalidDomainNames.text(
                                            texts,
                                            unknown.stream().map(DomainName::value).toList())),
                            "");
            case Creation.TooMany() ->
                    jobs(
                            scope,
                            HttpStatus.TOO_MANY_REQUESTS,
                            form,
                            List.of(texts.of(WRONG + "many", ForensicJobs.MAX_JOBS)),
                            "");
        };
    }

    private static List<String> errors(Texts texts, List<String> names, ApiProblem refused) {
        List<String> errors = new ArrayList<>();
        refused.fields()
                .forEach((field, what) ->
                        errors.add(
                                field.equals(DOMAINS)
                                        ? InvalidDomainNames.refused(texts, names, what)
                                        : texts.of(
                                                texts.has(WRONG + field)
                                                        ? WRONG + field
                                                        : WRONG + "other")));
        return errors;
    }

    // ---- what a search has found --------------------------------------------------------------

    private ForensicJob job(Scope scope, long id) {
        return jobs.find(scope, id).orElseThrow(ApiProblem::notFound);
    }

    @GetMapping(Routes.FORENSIC_SEARCH)
    ModelAndView found(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "") String deleted,
            @RequestParam(defaultValue = "") String page) {
        Scope scope = allowed(caller);
        ForensicJob job = job(scope, id);
        boolean done = job.progress() == Progress.COMPLETED;
        PageList list =
                PageList.of(
                        Routes.forensicSearch(job.id()),
                        Map.of(),
                        page,
                        done ? jobs.countRecords(scope, job) : 0);
        List<ForensicRecord> records = done ? jobs.records(scope, job, list.window()) : List.of();
        return pages.page(
                "failures/forensic-found",
                new FoundPage(
                        job,
                        list,
                        records,
                        changeable(scope, records),
                        deleted.matches("\\d{1,6}") ? Integer.parseInt(deleted) : -1));
    }

    @GetMapping(Routes.FORENSIC_RECORD)
    ModelAndView record(Caller caller, @PathVariable long id, @PathVariable String record) {
        Scope scope = allowed(caller);
        ForensicJob job = job(scope, id);
        RecordName name = RecordName.parse(record + SUFFIX).orElseThrow(ApiProblem::notFound);
        ForensicRecord shown =
                jobs.records(scope, job, List.of(name)).stream()
                        .findFirst()
                        .orElseThrow(ApiProblem::notFound);
        return pages.page(
                "failures/forensic-record",
                new RecordPage(job, shown, !changeable(scope, List.of(shown)).isEmpty()));
    }

    /**
     * The domains of these records that the caller may change: they may delete records of these.
     */
    private Set<String> changeable(Scope scope, List<ForensicRecord> records) {
        List<DomainName> names =
                records.stream()
                        .flatMap(record -> DomainName.parse(record.domain()).stream())
                        .distinct()
                        .toList();
        return domains.writable(scope, names).keySet().stream()
                .map(DomainName::value)
                .collect(Collectors.toSet());
    }

    // ---- deleting -----------------------------------------------------------------------------

    /**
     * Deletes records, after it was asked once more.
     *
     * @param names hashes of records
     * @param sure whether that was asked
     */
    @PostMapping(Routes.FORENSIC_DELETE)
    ModelAndView delete(
            Caller caller,
            @PathVariable long id,
            @RequestParam(name = "name", required = false) Optional<List<String>> names,
            @RequestParam(defaultValue = "false") String sure) {
        Scope scope = allowed(caller);
        ForensicJob job = job(scope, id);
        List<RecordName> chosen =
                names.orElse(List.of()).stream()
                        .limit(FailureReports.MAX_NAMES)
                        .flatMap(name -> RecordName.parse(name + SUFFIX).stream())
                        .distinct()
                        .toList();
        if (chosen.isEmpty()) {
            return pages.redirect(Routes.forensicSearch(job.id()));
        }
        if (!Boolean.parseBoolean(sure)) {
            List<ForensicRecord> records = jobs.records(scope, job, chosen);
            if (records.isEmpty()) {
                throw ApiProblem.notFound();
            }
            // Nobody is asked if they are sure of what they may not do.
            Set<String> changeable = changeable(scope, records);
            if (!records.stream().allMatch(record -> changeable.contains(record.domain()))) {
                throw ApiProblem.forbidden();
            }
            return pages.page("failures/forensic-delete", new SurePage(job, records));
        }
        return switch (reports.delete(scope, chosen)) {
            case Deletion.Unknown() -> throw ApiProblem.notFound();
            case Deletion.Forbidden() -> throw ApiProblem.forbidden();
            case Deletion.Done(int number) ->
                    pages.redirect(Routes.forensicSearch(job.id()) + "?deleted=" + number);
        };
    }
}
