package org.mailvane.web;

import org.mailvane.api.Caller;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.Domains;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** The first page: figures of all domains that its visitor may see. */
@Controller
@Profile("service")
class OverviewController {

    static final String PATH = "/";

    private final Domains domains;
    private final Pages pages;

    OverviewController(Domains domains, Pages pages) {
        this.domains = domains;
        this.pages = pages;
    }

    /**
     * The figures.
     *
     * @param domains how many domains there are
     * @param days how many days the messages are of
     * @param messages by category
     */
    record OverviewPage(long domains, int days, DomainCounts messages) {

        /** What part of all messages this is, as text. */
        String share(Texts texts, long part) {
            return texts.share(part, messages.total());
        }
    }

    @GetMapping(PATH)
    ModelAndView overview(Caller caller) {
        Domains.Summary summary = domains.summary(caller.scope());
        return pages.page(
                "overview",
                new OverviewPage(summary.domains(), CountedDays.NUMBER, summary.messages()));
    }
}
