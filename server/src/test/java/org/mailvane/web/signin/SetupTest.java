package org.mailvane.web.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.SetupLink;

/** The one-time link on an empty database. */
@Tag("slow")
class SetupTest {

    private static final Pattern TOKEN = Pattern.compile("<pre[^>]*>(mvt_[0-9a-z]+)</pre>");

    private TestService service;
    private String link;

    @BeforeEach
    void start() {
        service = TestService.start();
        link = service.part(SetupLink.class).address().orElseThrow();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void gettingTheLinkChangesNothingAndItsFormMakesTheAccountOnce() {
        for (int i = 0; i < 3; i++) {
            Answer form = service.get(null, link);
            assertThat(form.status()).isEqualTo(200);
            assertThat(form.header("content-security-policy")).contains("default-src 'none'");
            assertThat(form.header("referrer-policy")).isEqualTo("no-referrer");
        }
        assertThat(service.part(Accounts.class).all()).isEmpty();

        Answer made = post("Example Ltd", "ann@example.com", "correct horse battery");
        assertThat(made.status()).isEqualTo(201);
        Matcher token = TOKEN.matcher(made.text());
        assertThat(token.find()).isTrue();
        assertThat(service.get(token.group(1), "/api/v1/domains/").status()).isEqualTo(200);

        assertThat(service.part(SetupLink.class).address()).isEqualTo(Optional.empty());
        assertThat(service.get(null, link).status()).isEqualTo(404);
        assertThat(post("Second", "bob@example.com", "correct horse battery").status())
                .isEqualTo(404);
        assertThat(service.part(Accounts.class).all()).hasSize(1);
    }

    @Test
    void wrongInputIsSaidAndNothingIsMade() {
        Answer answer = post("<b>\"A", "no address", "correct horse battery");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text())
                .contains("role=\"alert\"")
                .contains("value=\"&lt;b>&#34;A")
                .doesNotContain("<b>");
        assertThat(post("A", "ann@example.com", "short").text())
                .contains("The password has 5 characters. Use 10 to 256.");
        assertThat(service.part(Accounts.class).all()).isEmpty();
    }

    @Test
    void onlyABrowsersFormIsTaken() {
        Answer answer =
                service.call(
                        "POST",
                        null,
                        link,
                        BodyPublishers.ofString("--b--\r\n"),
                        Browser.multipart(service));
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.json().get("code").asString()).isEqualTo("unsupported_media_type");
        assertThat(answer.header("accept")).isEqualTo("application/x-www-form-urlencoded");
    }

    @Test
    void anotherSecretOpensNothing() {
        Answer answer = service.get(null, link.replaceFirst("/setup/.", "/setup/x"));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).contains("<h1>Set up Mailvane</h1>", "mailvane account create");
    }

    @Test
    void thePrintedAddressLeadsToTheSignInWhichSaysWhatIsMissing() {
        Browser browser = new Browser(service);
        Answer answer = browser.get("/");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/sign-in");
        assertThat(browser.page("/sign-in").text()).contains("No account exists yet");
        post("Example Ltd", "ann@example.com", "correct horse battery");
        assertThat(browser.page("/sign-in").text()).doesNotContain("No account exists yet");
    }

    private Answer post(String name, String email, String password) {
        return new Browser(service).post(link, "name", name, "email", email, "password", password);
    }
}
