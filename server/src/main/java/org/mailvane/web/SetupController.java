package org.mailvane.web;

import org.mailvane.accounts.AccountException;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.api.ApiProblem;
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
import org.springframework.web.util.HtmlUtils;

/** The page behind the {@link SetupLink}. Getting it changes nothing; only its form does. */
@RestController
@Profile("service")
@RequestMapping({SetupLink.PATH + "/{secret}", SetupLink.PATH + "/{secret}/"})
class SetupController {

    /** Nothing may be loaded, the form may go nowhere else, and the link stays out of referrers. */
    private static final String POLICY =
            "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

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
        check(secret);
        return page(HttpStatus.OK, form("", "", ""));
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
        check(secret);
        try {
            return page(HttpStatus.CREATED, done(accounts.createFirst(name, email, password)));
        } catch (AccountException wrong) {
            return page(
                    HttpStatus.BAD_REQUEST, form(name, email, String.valueOf(wrong.getMessage())));
        }
    }

    private void check(String secret) {
        if (!link.opens(secret)) {
            throw ApiProblem.notFound("This link is used, or belongs to an earlier start.");
        }
    }

    private static ResponseEntity<String> page(HttpStatus status, String body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.parseMediaType("text/html;charset=UTF-8"))
                .header("Content-Security-Policy", POLICY)
                .header("Referrer-Policy", "no-referrer")
                .header("Cache-Control", "no-store")
                .body(
                        """
                        <!DOCTYPE html>
                        <html lang="en">
                        <head><meta charset="utf-8"><title>Set up Mailvane</title>
                        <meta name="viewport" content="width=device-width, initial-scale=1"></head>
                        <body><main><h1>Set up Mailvane</h1>
                        %s</main></body>
                        </html>
                        """
                                .formatted(body));
    }

    private static String form(String name, String email, String problem) {
        String alert =
                problem.isEmpty()
                        ? ""
                        : "<p role=\"alert\"><strong>" + escaped(problem) + "</strong></p>\n";
        return alert
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
                                escaped(name),
                                escaped(email),
                                Accounts.MIN_PASSWORD_LENGTH,
                                Accounts.MIN_PASSWORD_LENGTH,
                                Accounts.MAX_PASSWORD_LENGTH);
    }

    private String done(Created created) {
        return """
        <p>The account <strong>%s</strong> is made; its owner is %s.</p>
        <p>Your API token, shown this once:</p>
        <pre>%s</pre>
        <p>Try it:</p>
        <pre>curl -H "Authorization: Token %s" %s</pre>
        <p>Take in reports with <code>mailvane import FILES</code>.</p>
        """
                .formatted(
                        escaped(created.account().name()),
                        escaped(created.owner().email()),
                        created.apiToken(),
                        created.apiToken(),
                        escaped(links.to("/api/v1/domains")));
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text);
    }
}
