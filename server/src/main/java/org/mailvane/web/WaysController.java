package org.mailvane.web;

import org.mailvane.api.Caller;
import org.mailvane.web.ReportWays.Ways;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** The ways of reports, as settings and commands have made them: here they are only shown. */
@Controller
@Profile("service")
@AdminPage
class WaysController {

    static final String ADDRESSES_PATH = "/settings/addresses";
    static final String MAILBOXES_PATH = "/settings/mailboxes";

    private final ReportWays ways;
    private final Pages pages;

    WaysController(ReportWays ways, Pages pages) {
        this.ways = ways;
        this.pages = pages;
    }

    /** Both pages. */
    record WaysPage(Ways ways) {}

    @GetMapping(ADDRESSES_PATH)
    ModelAndView addresses(Caller caller) {
        return pages.page("addresses", new WaysPage(ways.of(caller.scope())));
    }

    @GetMapping(MAILBOXES_PATH)
    ModelAndView mailboxes(Caller caller) {
        return pages.page("mailboxes", new WaysPage(ways.of(caller.scope())));
    }
}
