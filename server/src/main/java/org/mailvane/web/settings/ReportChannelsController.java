package org.mailvane.web.settings;

import java.util.Set;
import org.mailvane.accounts.AccountException;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.web.frame.AdminPage;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.parts.NewAddress;
import org.mailvane.web.parts.ReportChannels;
import org.mailvane.web.parts.ReportChannels.Ways;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The ways of reports, as settings and commands have made them. Addresses can be added and taken
 * away here too where the installation has no other account.
 */
@Controller
@Profile("service")
@AdminPage
class ReportChannelsController {

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;
    private static final Set<String> DONE = Set.of("added", "deleted");

    private final ReportChannels ways;
    private final Pages pages;

    ReportChannelsController(ReportChannels ways, Pages pages) {
        this.ways = ways;
        this.pages = pages;
    }

    /**
     * Both pages.
     *
     * @param ways the ways
     * @param form what adds an address
     * @param sure the address of which it is asked if it is to be taken away; empty for none
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record WaysPage(Ways ways, NewAddress form, String sure, String done) {}

    @GetMapping(Routes.REPORT_ADDRESSES)
    ModelAndView addresses(Caller caller, @RequestParam(defaultValue = "") String done) {
        return page(caller, HttpStatus.OK, NewAddress.NONE, "", DONE.contains(done) ? done : "");
    }

    private ModelAndView page(
            Caller caller, HttpStatus status, NewAddress form, String sure, String done) {
        return pages.page(
                status,
                "settings/addresses",
                new WaysPage(ways.of(caller.scope()), form, sure, done));
    }

    @PostMapping(path = Routes.REPORT_ADDRESSES, consumes = FORM)
    ModelAndView add(Caller caller, @RequestParam(defaultValue = "") String address) {
        try {
            ways.add(caller.scope(), address);
        } catch (AccountException wrong) {
            return page(caller, HttpStatus.BAD_REQUEST, new NewAddress(address, wrong), "", "");
        }
        return pages.redirect(Routes.REPORT_ADDRESSES + "?done=added");
    }

    /**
     * Takes an address away, after it was asked if that is meant.
     *
     * @param sure whether that was asked
     */
    @PostMapping(path = Routes.REPORT_ADDRESS_DELETE, consumes = FORM)
    ModelAndView delete(
            Caller caller,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "false") boolean sure) {
        Ways now = ways.of(caller.scope());
        if (!now.open()) {
            throw ApiProblem.forbidden();
        }
        if (!now.further().contains(address)) {
            throw ApiProblem.notFound();
        }
        if (!sure) {
            return page(caller, HttpStatus.OK, NewAddress.NONE, address, "");
        }
        try {
            ways.remove(caller.scope(), address);
        } catch (AccountException gone) {
            throw ApiProblem.notFound();
        }
        return pages.redirect(Routes.REPORT_ADDRESSES + "?done=deleted");
    }

    @GetMapping(Routes.MAILBOXES)
    ModelAndView mailboxes(Caller caller) {
        return pages.page(
                "settings/mailboxes",
                new WaysPage(ways.of(caller.scope()), NewAddress.NONE, "", ""));
    }
}
