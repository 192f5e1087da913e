package org.mailvane.web.start;

import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.PublicPage;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** Explains to users of the demo how to start with their own data. */
@Controller
@Profile("service")
@PublicPage
class GettingStartedController {

    private final Pages pages;

    GettingStartedController(Pages pages) {
        this.pages = pages;
    }

    /** What the page says is the same for everybody. */
    record RealPage() {}

    @GetMapping(Routes.GETTING_STARTED)
    ModelAndView show() {
        return pages.page("start/start-real", new RealPage());
    }
}
