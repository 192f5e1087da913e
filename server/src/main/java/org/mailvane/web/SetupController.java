package org.mailvane.web;

import org.mailvane.accounts.AccountException;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.accounts.Passwords;
import org.mailvane.api.Links;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The page behind the {@link SetupLink}. Getting it changes nothing; only its form does. */
@RestController
@Profile("service")
@RequestMapping({SetupLink.PATH + "/{secret}", SetupLink.PATH + "/{secret}/"})
class SetupController {

    private static final String TITLE = "Set up Mailvane";

    private final SetupLink link;
    private final Accounts accounts;
    private final Links links;

    SetupController(SetupLink link, Accounts accounts, Links links) {
        this.link = link;
        this.accounts = accounts;
        this.links = links;
    }

    @GetMapping
    ResponseEntity<String> form(@PathVariable String secret) {
        return link.opens(secret) ? Page.of(HttpStatus.OK, TITLE, form("", "", "")) : gone();
    }

    /**
     * Only as browsers send the form: a multipart body would go to the disk of the server first.
     */
    @PostMapping(consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ResponseEntity<String> create(
            @PathVariable String secret,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String email,
            @RequestParam(defaultValue = "") String password) {
        if (!link.opens(secret)) {
            return gone();
        }
        try {
            return Page.of(
                    HttpStatus.CREATED, TITLE, done(accounts.createFirst(name, email, password)));
        } catch (AccountException wrong) {
            return Page.of(
                    HttpStatus.BAD_REQUEST,
                    TITLE,
                    form(name, email, String.valueOf(wrong.getMessage())));
        }
    }

    private static ResponseEntity<String> gone() {
        return Page.of(
                HttpStatus.NOT_FOUND,
                TITLE,
                """
                <p>This link is used, or belongs to an earlier start.</p>
                <p>While there is no account, the service prints a new one whenever it starts. Further
                accounts are made by <code>mailvane account create</code>.</p>
                """);
    }

    private static String form(String name, String email, String problem) {
        return Page.alert(problem)
                + """
                <p>Make the first account and its owner.</p>
                <form method="post">
                <p><label>Account name<br><input name="name" required maxlength="128" value="%s"></label></p>
                <p><label>Your email address<br>
                <input name="email" type="email" required maxlength="254" autocomplete="username"
                value="%s"></label></p>
                <p><label>Your password, at least %d characters<br>
                <input name="password" type="password" required minlength="%d" maxlength="%d"
                autocomplete="new-password"></label></p>
                <p><button>Make the account</button></p>
                </form>
                """
                        .formatted(
                                Page.escaped(name),
                                Page.escaped(email),
                                Passwords.MIN_LENGTH,
                                Passwords.MIN_LENGTH,
                                Passwords.MAX_LENGTH);
    }

    private String done(Created created) {
        return """
        <p>The account <strong>%s</strong> is made; its owner is %s.</p>
        <p>Your API token, shown this once:</p>
        <pre>%s</pre>
        <p>Try it:</p>
        <pre>curl -H "Authorization: Token %s" %s</pre>
        <p>The whole API, with examples: <a href="%s">%s</a></p>
        <p>Take in reports with <code>mailvane import FILES</code>.</p>
        """
                .formatted(
                        Page.escaped(created.account().name()),
                        Page.escaped(created.owner().email()),
                        created.apiToken(),
                        created.apiToken(),
                        Page.escaped(links.to("/api/v1/domains")),
                        Page.escaped(links.to("/api/docs")),
                        Page.escaped(links.to("/api/docs")));
    }
}
