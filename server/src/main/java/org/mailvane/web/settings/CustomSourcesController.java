package org.mailvane.web.settings;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.sources.custom.CustomSource;
import org.mailvane.sources.custom.CustomSources;
import org.mailvane.sources.custom.SourceFaults;
import org.mailvane.web.frame.AdminPage;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The account's own sources, by the rules of the API. */
@Controller
@Profile("service")
@AdminPage
class CustomSourcesController {

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    /** What a form did, in the list's address. */
    private static final Set<String> DONE = Set.of("made", "changed", "deleted");

    private final CustomSources sources;
    private final Pages pages;

    CustomSourcesController(CustomSources sources, Pages pages) {
        this.sources = sources;
        this.pages = pages;
    }

    /**
     * The list.
     *
     * @param list which part of it
     * @param sources that part
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record SourcesPage(PageList list, List<CustomSource> sources, String done) {

        int most() {
            return CustomSources.MAX_SOURCES;
        }
    }

    /**
     * One of them, or one that is to be made.
     *
     * @param source which; null for a new one
     * @param form what is said of it
     * @param sure whether it is asked if it is to be deleted
     */
    record SourcePage(@Nullable CustomSource source, CustomSourceForm form, boolean sure) {

        /** Where the form is sent. */
        String path() {
            return source == null ? Routes.CUSTOM_SOURCES_NEW : Routes.customSource(source.id());
        }

        String deletePath() {
            return path() + "/delete";
        }

        int most() {
            return CustomSource.MAX_VALUES;
        }
    }

    @GetMapping(Routes.CUSTOM_SOURCES)
    ModelAndView list(
            Caller caller,
            @RequestParam(defaultValue = "") String page,
            @RequestParam(defaultValue = "") String done) {
        PageList list =
                PageList.of(Routes.CUSTOM_SOURCES, Map.of(), page, sources.count(caller.scope()));
        return pages.page(
                "settings/own-sources",
                new SourcesPage(
                        list,
                        sources.list(caller.scope(), list.window()),
                        DONE.contains(done) ? done : ""));
    }

    @GetMapping(Routes.CUSTOM_SOURCES_NEW)
    ModelAndView makeForm() {
        return one(HttpStatus.OK, null, CustomSourceForm.empty(), false);
    }

    @PostMapping(path = Routes.CUSTOM_SOURCES_NEW, consumes = FORM)
    ModelAndView make(Caller caller, @RequestParam Map<String, String> sent) {
        CustomSourceForm form = CustomSourceForm.of(sent);
        return stored(null, form, "made", () -> sources.create(caller.scope(), form.read()));
    }

    @GetMapping(Routes.CUSTOM_SOURCE)
    ModelAndView show(Caller caller, @PathVariable long id) {
        CustomSource source = existing(caller, id);
        return one(HttpStatus.OK, source, CustomSourceForm.of(source.sender()), false);
    }

    @PostMapping(path = Routes.CUSTOM_SOURCE, consumes = FORM)
    ModelAndView change(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> sent) {
        CustomSource source = existing(caller, id);
        CustomSourceForm form = CustomSourceForm.of(sent);
        return stored(
                source,
                form,
                "changed",
                () ->
                        sources.change(caller.scope(), id, form.read())
                                .orElseThrow(ApiProblem::notFound));
    }

    private ModelAndView stored(
            @Nullable CustomSource source,
            CustomSourceForm form,
            String done,
            Supplier<CustomSource> work) {
        try {
            SourceFaults.told(work);
        } catch (ApiProblem refused) {
            if (refused.fields().isEmpty()) {
                throw refused;
            }
            return one(HttpStatus.BAD_REQUEST, source, form.with(refused), false);
        }
        return pages.redirect(Routes.CUSTOM_SOURCES + "?done=" + done);
    }

    /**
     * Deletes a source, after it was asked if that is meant.
     *
     * @param sure whether that was asked
     */
    @PostMapping(path = Routes.CUSTOM_SOURCE + "/delete", consumes = FORM)
    ModelAndView delete(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "false") boolean sure) {
        CustomSource source = existing(caller, id);
        if (!sure) {
            return one(HttpStatus.OK, source, CustomSourceForm.of(source.sender()), true);
        }
        if (!sources.delete(caller.scope(), id)) {
            throw ApiProblem.notFound();
        }
        return pages.redirect(Routes.CUSTOM_SOURCES + "?done=deleted");
    }

    private ModelAndView one(
            HttpStatus status, @Nullable CustomSource source, CustomSourceForm form, boolean sure) {
        return pages.page(status, "settings/own-source", new SourcePage(source, form, sure));
    }

    private CustomSource existing(Caller caller, long id) {
        return sources.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }
}
