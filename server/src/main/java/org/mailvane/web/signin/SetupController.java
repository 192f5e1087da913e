package org.mailvane.web.signin;

import jakarta.servlet.http.HttpServletRequest;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.AccountException;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.accounts.Passwords;
import org.mailvane.accounts.User;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Links;
import org.mailvane.web.SetupLink;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.PublicPage;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of the {@link SetupLink}. Getting it changes nothing; only its form does. */
@Controller
@Profile("service")
@PublicPage
@RequestMapping({Routes.SETUP + "/{secret}", Routes.SETUP + "/{secret}/"})
class SetupController {

    private final SetupLink link;
    private final Accounts accounts;
    private final Links links;
    private final Pages pages;

    SetupController(SetupLink link, Accounts accounts, Links links, Pages pages) {
        this.link = link;
        this.accounts = accounts;
        this.links = links;
        this.pages = pages;
    }

    /**
     * The form.
     *
     * @param problem what is wrong with what was filled in; empty where nothing is
     */
    record SetupPage(String name, String email, String problem) {

        int maxName() {
            return Account.MAX_NAME_LENGTH;
        }

        int maxEmail() {
            return User.MAX_EMAIL_LENGTH;
        }

        int minLength() {
            return Passwords.MIN_LENGTH;
        }

        int maxLength() {
            return Passwords.MAX_LENGTH;
        }
    }

    /**
     * What was made.
     *
     * @param token the owner's, which this page alone shows
     * @param call a command that tries it
     * @param docs where the API is described
     */
    record SetupDonePage(String name, String email, String token, String call, String docs) {}

    /** The link does not work. The page is the same for any reason. */
    record SetupGonePage() {}

    @GetMapping
    ModelAndView form(@PathVariable String secret) {
        return link.opens(secret) ? pages.page("signin/setup", new SetupPage("", "", "")) : gone();
    }

    /**
     * Only as browsers send the form: a multipart body would go to the disk of the server first.
     */
    @PostMapping(consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ModelAndView create(
            @PathVariable String secret,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String email,
            @RequestParam(defaultValue = "") String password,
            HttpServletRequest request) {
        if (!link.opens(secret)) {
            return gone();
        }
        try {
            Created created = accounts.createFirst(name, email, password);
            String token = created.apiToken();
            return pages.page(
                    HttpStatus.CREATED,
                    "signin/setup-done",
                    new SetupDonePage(
                            created.account().name(),
                            created.owner().email(),
                            token,
                            ApiCalls.curl(token, links.to(ApiCatalogue.VERSION_ROOT + "/domains")),
                            links.to(ApiCatalogue.ROOT + "/docs")));
        } catch (AccountException wrong) {
            return pages.page(
                    HttpStatus.BAD_REQUEST,
                    "signin/setup",
                    new SetupPage(name, email, pages.texts(request).of(wrong)));
        }
    }

    private ModelAndView gone() {
        return pages.page(HttpStatus.NOT_FOUND, "signin/setup-gone", new SetupGonePage());
    }
}
