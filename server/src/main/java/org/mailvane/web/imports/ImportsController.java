package org.mailvane.web.imports;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.binding.UploadBody;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.intake.ReportPlaces.Place;
import org.mailvane.intake.Uploads;
import org.mailvane.intake.ledger.Import;
import org.mailvane.intake.ledger.Import.State;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.LedgerEntry;
import org.mailvane.intake.ledger.LedgerEntryFilter;
import org.mailvane.intake.ledger.OriginalAnswer;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.Limits;
import org.mailvane.web.frame.AdminPage;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.FormTokens;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.ReportChannels;
import org.springframework.context.annotation.Profile;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.servlet.ModelAndView;

/** How reports come in, and what became of each, as the API says it. */
@Controller
@AdminPage
@Profile("service")
class ImportsController {

    /** Imports that go on, of which the list says how far they are. */
    static final int MAX_RUNNING = 3;

    /** Files that have failed, of the list's newest imports, that it shows. */
    static final int MAX_FAILED = 5;

    /** The outcomes of which an import's entries are listed, in the order of the page. */
    static final List<Outcome> OUTCOMES =
            List.of(Outcome.FAILED, Outcome.WAITING, Outcome.NOT_A_REPORT, Outcome.DUPLICATE);

    private static final String OUTCOME = "outcome";
    private static final String ALL = "all";

    /** Lists what holds reports of which not all could be used. */
    private static final String INCOMPLETE = "incomplete";

    /** Imports that are listed until more are asked for. */
    static final int FEW = 10;

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/imports/";

    private final Imports imports;
    private final Uploads uploads;
    private final ReportChannels ways;
    private final Settings settings;
    private final FormTokens tokens;
    private final Pages pages;

    ImportsController(
            Imports imports,
            Uploads uploads,
            ReportChannels ways,
            Settings settings,
            FormTokens tokens,
            Pages pages) {
        this.imports = imports;
        this.uploads = uploads;
        this.ways = ways;
        this.settings = settings;
        this.tokens = tokens;
        this.pages = pages;
    }

    /**
     * The list.
     *
     * @param running those that go on, the newest first; only on the first page
     * @param failed the files that failed last; only on the first page
     * @param keptDays days that messages are kept; 0 for ever
     * @param list which page of the list
     * @param isShort whether the newest are listed only, until more are asked for
     * @param rows the imports of it, those that go on too
     * @param places where reports come from by themselves
     * @param uploadPath where the form sends files
     * @param wrong what is wrong with what was sent, as a key of texts; empty where nothing is
     */
    record ImportsPage(
            List<ShownImport> running,
            List<ShownEntry> failed,
            int keptDays,
            PageList list,
            boolean isShort,
            List<ShownImport> rows,
            List<Place> places,
            String uploadPath,
            String wrong) {

        String kept(Texts texts) {
            return keptText(texts, keptDays);
        }

        /** Where they are listed page by page. */
        String more() {
            return Routes.IMPORTS + "?page=1";
        }

        ApiCalls api() {
            return ApiCalls.same(
                    isShort
                            ? PageList.path(LIST, Map.of(PageList.LIMIT, String.valueOf(FEW)))
                            : list.api(LIST, Map.of()));
        }

        /** Entries of an archive that are read. */
        int entries() {
            return Limits.DEFAULT.entries();
        }

        /** Megabytes of an upload at most. */
        int limit() {
            return UploadBody.MAX_MB;
        }
    }

    /**
     * One import.
     *
     * @param shown which of its entries are listed, as the address says it
     * @param list which page of them
     * @param entries those
     * @param incomplete how many of its entries hold reports of which not all could be used
     * @param keptDays days that messages are kept; 0 for ever
     */
    record ImportPage(
            ShownImport one,
            String shown,
            PageList list,
            List<ShownEntry> entries,
            long incomplete,
            int keptDays) {

        String kept(Texts texts) {
            return keptText(texts, keptDays);
        }

        /** The path of a list of its entries. */
        String listOf(String of) {
            return list.with(OUTCOME, of);
        }

        boolean isShown(String of) {
            return shown.equals(of);
        }

        /** All that can be listed, as the address says it. */
        List<String> lists() {
            return Stream.concat(Stream.of(ALL, INCOMPLETE), OUTCOMES.stream().map(Outcome::code))
                    .toList();
        }

        /** What a list is called. */
        String label(Texts texts, String of) {
            return of.equals(ALL) ? texts.of("imports.outcome.all") : texts.of("imports." + of);
        }

        String incompletePath() {
            return listOf(INCOMPLETE);
        }
    }

    private static String keptText(Texts texts, int days) {
        return days == 0 ? texts.of("imports.kept.ever") : texts.of("imports.kept", days);
    }

    @GetMapping(Routes.IMPORTS)
    ModelAndView list(
            Caller caller,
            @RequestParam(defaultValue = "") String page,
            HttpServletRequest request) {
        return list(caller, page, "", request);
    }

    private ModelAndView list(
            Caller caller, String page, String wrong, HttpServletRequest request) {
        PageList list = PageList.of(Routes.IMPORTS, Map.of(), page, imports.count(caller.scope()));
        List<ShownImport> rows =
                imports.list(caller.scope(), list.window()).stream()
                        .map(one -> new ShownImport(one, Optional.empty()))
                        .toList();
        boolean isShort = page.isEmpty() && rows.size() > FEW;
        List<ShownImport> running =
                rows.stream()
                        .filter(ShownImport::goesOn)
                        .limit(MAX_RUNNING)
                        .map(row -> shown(caller, row.one()))
                        .toList();
        return pages.page(
                wrong.isEmpty() ? HttpStatus.OK : HttpStatus.BAD_REQUEST,
                "imports/imports",
                new ImportsPage(
                        list.number() == 1 ? running : List.of(),
                        list.number() == 1 ? failed(caller, rows) : List.of(),
                        settings.rawRetentionDays(),
                        list,
                        isShort,
                        isShort ? rows.subList(0, FEW) : rows,
                        ways.places(caller.scope()),
                        Routes.IMPORTS
                                + "?"
                                + FormTokens.UPLOAD_FIELD
                                + "="
                                + tokens.ofUpload(request),
                        wrong));
    }

    /**
     * What failed of these imports, whose newest come first; those that go on say so themselves.
     */
    private List<ShownEntry> failed(Caller caller, List<ShownImport> rows) {
        List<ShownEntry> failed = new ArrayList<>();
        for (ShownImport row : rows) {
            if (failed.size() < MAX_FAILED && row.counts().failed() > 0) {
                LedgerEntryFilter filter = LedgerEntryFilter.of(Outcome.FAILED);
                Window window = new Window(1, 1, MAX_FAILED - failed.size(), 0);
                failed.addAll(entries(caller, row.one().id(), filter, window));
            }
        }
        return List.copyOf(failed);
    }

    private List<ShownEntry> entries(
            Caller caller, long id, LedgerEntryFilter filter, Window window) {
        return imports.entries(caller.scope(), id, filter, window).stream()
                .map(entry -> new ShownEntry(id, entry, imports.mayRead(caller, entry)))
                .toList();
    }

    /** Imports files. The token of the form is in the address: see {@link FormTokens#ofUpload}. */
    @PostMapping(Routes.IMPORTS)
    ModelAndView upload(Caller caller, HttpServletRequest request) throws InterruptedException {
        if (!(request instanceof MultipartHttpServletRequest form)) {
            return list(caller, "", "imports.upload.none", request);
        }
        try {
            return pages.redirect(Routes.importOf(uploads.take(caller.scope(), form).id()));
        } catch (ApiProblem refused) {
            if (!refused.fields().containsKey("file")) {
                throw refused;
            }
            return list(caller, "", "imports.upload.none", request);
        }
    }

    @GetMapping(Routes.IMPORT)
    ModelAndView one(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "") String outcome,
            @RequestParam(defaultValue = "") String page) {
        Import one = existing(caller, id);
        String shown = shown(outcome, one);
        LedgerEntryFilter filter = filter(shown);
        Scope scope = caller.scope();
        long incomplete = imports.countEntries(scope, id, LedgerEntryFilter.INCOMPLETE);
        PageList list =
                PageList.of(
                        Routes.importOf(id),
                        Map.of(OUTCOME, shown),
                        page,
                        imports.countEntries(scope, id, filter));
        List<ShownEntry> entries = entries(caller, id, filter, list.window());
        return pages.page(
                "imports/import",
                new ImportPage(
                        shown(caller, one),
                        shown,
                        list,
                        entries,
                        incomplete,
                        settings.rawRetentionDays()));
    }

    /** Which entries are listed; where nobody asked what failed, where something has. */
    private static String shown(String asked, Import one) {
        if (asked.isEmpty()) {
            return one.counts().failed() > 0 ? Outcome.FAILED.code() : ALL;
        }
        return asked.equals(INCOMPLETE)
                        || OUTCOMES.stream().anyMatch(each -> each.code().equals(asked))
                ? asked
                : ALL;
    }

    private static LedgerEntryFilter filter(String shown) {
        return shown.equals(INCOMPLETE)
                ? LedgerEntryFilter.INCOMPLETE
                : OUTCOMES.stream()
                        .filter(each -> each.code().equals(shown))
                        .findFirst()
                        .map(LedgerEntryFilter::of)
                        .orElse(LedgerEntryFilter.ALL);
    }

    @PostMapping(
            path = Routes.IMPORT + "/retry",
            consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ModelAndView retry(Caller caller, @PathVariable long id) {
        existing(caller, id);
        imports.retry(caller.scope(), id);
        return pages.redirect(Routes.importOf(id));
    }

    @PostMapping(
            path = Routes.IMPORT + "/entries/{entry}/retry",
            consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ModelAndView retry(Caller caller, @PathVariable long id, @PathVariable long entry) {
        LedgerEntry found = existing(caller, id, entry);
        // A visitor who presses twice, or comes late, finds the import under way, or gone.
        if (found.rawId() != null && (!found.isQueued() || found.isDeferred())) {
            imports.retry(caller.scope(), id, found);
        }
        return pages.redirect(Routes.importOf(id));
    }

    @GetMapping(
            path = Routes.IMPORT + "/entries/{entry}/original",
            produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<InputStreamResource> original(
            Caller caller,
            @PathVariable long id,
            @PathVariable long entry,
            HttpServletRequest request) {
        return OriginalAnswer.of(
                request, id, entry, imports.original(caller, existing(caller, id, entry)));
    }

    /** One of which it is said how far it is, and how fast it is read. */
    private ShownImport shown(Caller caller, Import one) {
        return new ShownImport(
                one,
                one.state() == State.RUNNING
                        ? imports.pace(caller.scope(), one.id())
                        : Optional.empty());
    }

    private Import existing(Caller caller, long id) {
        return imports.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private LedgerEntry existing(Caller caller, long id, long entry) {
        return imports.findEntry(caller.scope(), id, entry).orElseThrow(ApiProblem::notFound);
    }
}
