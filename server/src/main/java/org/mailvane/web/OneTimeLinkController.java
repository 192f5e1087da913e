package org.mailvane.web;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.mailvane.accounts.AccountException;
import org.mailvane.accounts.OneTimeLink;
import org.mailvane.accounts.OneTimeLink.Purpose;
import org.mailvane.accounts.OneTimeLinks;
import org.mailvane.accounts.Passwords;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The pages behind mailed links. Getting one changes nothing, because mail scanners open every link
 * that they see; only its form does, and only once.
 */
@RestController
@Profile("service")
class OneTimeLinkController {

    private static final String ACTIVATION = OneTimeLink.ACTIVATION_PATH + "/{secret}";
    private static final String RESET = OneTimeLink.RESET_PATH + "/{secret}";
    private static final String EMAIL = OneTimeLink.EMAIL_PATH + "/{secret}";

    /** Only as browsers send forms: a multipart body would go to the disk of the server first. */
    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final OneTimeLinks links;

    OneTimeLinkController(OneTimeLinks links) {
        this.links = links;
    }

    @GetMapping({ACTIVATION, ACTIVATION + "/"})
    ResponseEntity<String> activation(@PathVariable String secret) {
        return form(Purpose.ACTIVATION, secret, HttpStatus.OK, "");
    }

    @PostMapping(
            path = {ACTIVATION, ACTIVATION + "/"},
            consumes = FORM)
    ResponseEntity<String> activate(
            @PathVariable String secret,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String confirm) {
        return use(
                Purpose.ACTIVATION,
                secret,
                password,
                confirm,
                "<p>Your access is activated.</p>\n");
    }

    @GetMapping({RESET, RESET + "/"})
    ResponseEntity<String> reset(@PathVariable String secret) {
        return form(Purpose.RESET, secret, HttpStatus.OK, "");
    }

    @PostMapping(
            path = {RESET, RESET + "/"},
            consumes = FORM)
    ResponseEntity<String> reset(
            @PathVariable String secret,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String confirm) {
        return use(Purpose.RESET, secret, password, confirm, "<p>Your password is changed.</p>\n");
    }

    @GetMapping({EMAIL, EMAIL + "/"})
    ResponseEntity<String> email(@PathVariable String secret) {
        return form(Purpose.EMAIL, secret, HttpStatus.OK, "");
    }

    @PostMapping({EMAIL, EMAIL + "/"})
    ResponseEntity<String> confirmEmail(@PathVariable String secret) {
        return use(Purpose.EMAIL, secret, "", "", "<p>Your email address is changed.</p>\n");
    }

    private ResponseEntity<String> form(
            Purpose purpose, String secret, HttpStatus status, String problem) {
        Optional<OneTimeLink> link = links.find(purpose, secret);
        if (link.isEmpty() || link.get().expired()) {
            return gone(purpose, link.isPresent());
        }
        return Page.of(status, title(purpose), Page.alert(problem) + form(link.get()));
    }

    private ResponseEntity<String> use(
            Purpose purpose, String secret, String password, String confirm, String done) {
        if (!password.equals(confirm)) {
            return form(
                    purpose,
                    secret,
                    HttpStatus.BAD_REQUEST,
                    "The two passwords differ: they must be the same.");
        }
        boolean used;
        try {
            used =
                    switch (purpose) {
                        case ACTIVATION -> links.activate(secret, password);
                        case RESET -> links.reset(secret, password);
                        case EMAIL -> links.confirmEmail(secret);
                    };
        } catch (AccountException wrong) {
            return form(
                    purpose, secret, HttpStatus.BAD_REQUEST, String.valueOf(wrong.getMessage()));
        }
        return used
                ? Page.of(HttpStatus.OK, title(purpose), done)
                : gone(purpose, links.find(purpose, secret).isPresent());
    }

    private static String title(Purpose purpose) {
        return switch (purpose) {
            case ACTIVATION -> "Activate your access";
            case RESET -> "Choose a new password";
            case EMAIL -> "Confirm your email address";
        };
    }

    private static String form(OneTimeLink link) {
        String email = link.user().email();
        return switch (link.purpose()) {
            case ACTIVATION ->
                    link.user().ssoReady()
                            ? buttonForm(
                                    "Activate the access of %s. You will sign in through your identity provider."
                                            .formatted(email),
                                    "Activate")
                            : passwordForm(email, "Activate");
            case RESET -> passwordForm(email, "Set this password");
            case EMAIL ->
                    buttonForm(
                            "Change your address from %s to %s."
                                    .formatted(email, Objects.requireNonNull(link.newEmail())),
                            "Confirm this address");
        };
    }

    private static String buttonForm(String text, String button) {
        return """
        <p>%s</p>
        <form method="post">
        <p><button>%s</button></p>
        </form>
        """
                .formatted(Page.escaped(text), button);
    }

    private static String passwordForm(String email, String button) {
        return """
        <form method="post">
        <p><label>Your email address<br>
        <input type="email" readonly autocomplete="username" value="%s"></label></p>
        <p><label>Your password, at least %d characters<br>
        <input name="password" type="password" required minlength="%d" maxlength="%d"
        autocomplete="new-password"></label></p>
        <p><label>The same once more<br>
        <input name="confirm" type="password" required minlength="%d" maxlength="%d"
        autocomplete="new-password"></label></p>
        <p><button>%s</button></p>
        </form>
        """
                .formatted(
                        Page.escaped(email),
                        Passwords.MIN_LENGTH,
                        Passwords.MIN_LENGTH,
                        Passwords.MAX_LENGTH,
                        Passwords.MIN_LENGTH,
                        Passwords.MAX_LENGTH,
                        button);
    }

    /** One page for all links that do not work, with what to do. */
    private static ResponseEntity<String> gone(Purpose purpose, boolean expired) {
        String why =
                expired
                        ? "Its time is over: it worked for " + time(purpose.lifetime()) + "."
                        : "It was used already, called off, replaced by a newer mail, or not copied whole.";
        String next =
                switch (purpose) {
                    case ACTIVATION -> "Ask an admin of your account for another activation mail.";
                    case RESET -> "Ask an admin of your account for another password reset mail.";
                    case EMAIL -> "Ask an admin of your account to change your address once more.";
                };
        return Page.of(
                expired ? HttpStatus.GONE : HttpStatus.NOT_FOUND,
                "This link does not work",
                "<p>%s</p>\n<p>If you have a newer mail, use the link in that one. %s</p>\n"
                        .formatted(why, next));
    }

    private static String time(Duration lifetime) {
        return lifetime.toDays() > 0
                ? lifetime.toDays() + " days"
                : lifetime.toHours() == 1 ? "one hour" : lifetime.toHours() + " hours";
    }
}
