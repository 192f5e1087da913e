package org.mailvane.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What the box in the top bar finds: so far domains, by part of their names. */
@Controller
@Profile("service")
class SearchController {

    static final String PATH = "/search";

    /** Characters that are looked for at most: no name is longer. */
    static final int MAX_LENGTH = 253;

    /** Domains that are shown at most. */
    static final int MAX_FOUND = 50;

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/domains/";

    private final Domains domains;
    private final Pages pages;

    SearchController(Domains domains, Pages pages) {
        this.domains = domains;
        this.pages = pages;
    }

    /**
     * What was found.
     *
     * @param text what was looked for; empty where nothing was
     * @param found the domains
     * @param more whether there are others
     * @param days how many days their messages are of
     */
    record SearchPage(String text, List<Found> found, boolean more, int days) {

        String heading(Texts texts) {
            if (text.isEmpty()) {
                return texts.of("search.ask");
            }
            return more
                    ? texts.of("search.more", found.size(), text)
                    : texts.of("search.found", found.size(), text);
        }

        /** The same by API. */
        String api() {
            return LIST + "?domain=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }

    /** A domain with its messages. */
    record Found(String name, DomainCounts counts) {}

    @GetMapping(PATH)
    ModelAndView search(Caller caller, @RequestParam(defaultValue = "") String q) {
        String text = text(q);
        List<Domain> found =
                text.isEmpty() ? List.of() : domains.named(caller.scope(), text, MAX_FOUND + 1);
        List<Domain> shown = found.subList(0, Math.min(found.size(), MAX_FOUND));
        Map<DomainId, DomainCounts> counts =
                domains.counts(caller.scope(), shown.stream().map(Domain::id).toList());
        return pages.page(
                "search",
                new SearchPage(
                        text,
                        shown.stream()
                                .map(domain ->
                                        new Found(
                                                domain.name().value(),
                                                counts.getOrDefault(
                                                        domain.id(), DomainCounts.NONE)))
                                .toList(),
                        found.size() > MAX_FOUND,
                        CountedDays.NUMBER));
    }

    /** As names are looked for: none has a blank or a control character. */
    static String text(String q) {
        String text = q.replaceAll("[\\p{Cntrl}\\s]+", "");
        return text.substring(0, Math.min(text.length(), MAX_LENGTH));
    }
}
