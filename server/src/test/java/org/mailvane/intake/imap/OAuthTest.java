package org.mailvane.intake.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.ReasonTexts.english;
import static org.mailvane.intake.imap.MailboxFixture.QUICK;
import static org.mailvane.intake.imap.MailboxFixture.SOON;
import static org.mailvane.intake.imap.MailboxFixture.report;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.ImapServer;

/** Mailboxes that are read with access tokens, from a real server and a token endpoint. */
@Tag("slow")
class OAuthTest {

    private final ImapServer server = new ImapServer();
    private final MailboxFixture house = new MailboxFixture();
    private final List<String> forms = new CopyOnWriteArrayList<>();
    private HttpServer endpoint;
    private volatile int status = 200;
    private volatile String answer = "";

    @BeforeEach
    void start() throws IOException {
        endpoint =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        endpoint.createContext(
                "/token",
                exchange -> {
                    forms.add(
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8));
                    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        endpoint.start();
        // The server takes the password as the token.
        server.password("access-1");
    }

    @AfterEach
    void close() {
        house.close();
        server.close();
        endpoint.stop(0);
    }

    private MailboxReader read() {
        return house.read(
                "imap://" + ImapServer.USER + "@127.0.0.1:" + server.port() + "/?oauth=BIG",
                QUICK,
                environment("first"));
    }

    private Map<String, String> environment(String refreshToken) {
        return Map.of(
                "MAILVANE_OAUTH_BIG_TOKEN_URL",
                "http://127.0.0.1:" + endpoint.getAddress().getPort() + "/token",
                "MAILVANE_OAUTH_BIG_CLIENT_ID",
                "client 1",
                "MAILVANE_OAUTH_BIG_CLIENT_SECRET",
                "s&cret",
                "MAILVANE_OAUTH_BIG_REFRESH_TOKEN",
                refreshToken);
    }

    @Test
    void aTokenIsGotUsedAsLongAsItLivesAndThenAnotherOne() {
        answer = "{\"access_token\": \"access-1\", \"expires_in\": 3600}";
        server.deliver("mail 1", report(1));
        MailboxReader reader = read();
        house.awaitReports(1);
        house.stop(reader);
        server.deliver("mail 2", report(2));
        reader = read();
        house.awaitReports(2);
        house.stop(reader);
        // RFC 6749, section 6.
        assertThat(forms)
                .containsExactly(
                        "grant_type=refresh_token&refresh_token=first&client_id=client+1"
                                + "&client_secret=s%26cret");
        // It is withdrawn; the next try gets another one.
        server.password("access-2");
        answer = "{\"access_token\": \"access-2\", \"expires_in\": \"3600\"}";
        server.deliver("mail 3", report(3));
        read();
        house.awaitReports(3);
        assertThat(forms).hasSize(2);
    }

    @Test
    void aTokenThatLivesShortlyIsGotAnew() {
        answer = "{\"access_token\": \"access-1\", \"expires_in\": 1}";
        MailboxReader reader = read();
        Awaiting.until("a token is got", SOON, () -> forms.size() == 1);
        house.stop(reader);
        read();
        Awaiting.until("another one is got", SOON, () -> forms.size() >= 2);
    }

    @Test
    void aRefreshTokenThatComesInstadOfTheOldOneIsKept() {
        answer = "{\"access_token\": \"access-1\", \"expires_in\": 1, \"refresh_token\": \"2nd\"}";
        server.deliver("mail 1", report(1));
        MailboxReader reader = read();
        house.awaitReports(1);
        house.stop(reader);
        MailboxReader again = read();
        Awaiting.until("it is used", SOON, () -> forms.getLast().contains("refresh_token=2nd"));
        house.stop(again);
        // An administrator has put another one into the settings.
        house.read(
                "imap://" + ImapServer.USER + "@127.0.0.1:" + server.port() + "/?oauth=BIG",
                QUICK,
                environment("third"));
        Awaiting.until("it counts", SOON, () -> forms.getLast().contains("refresh_token=third"));
    }

    @Test
    void whatTheEndpointRefusesIsToldPlainly() {
        status = 400;
        answer =
                """
                {"error": "invalid_grant", "error_description": "AADSTS700082: The refresh token has expired."}
                """;
        MailboxReader reader = read();
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(english(reader.problem()))
                .isEqualTo(
                        "The server refuses the login. The token endpoint of BIG at 127.0.0.1 does not issue an access"
                                + " token: invalid_grant: AADSTS700082: The refresh token has expired.");
    }

    @Test
    void aTokenThatIsWithdrawnIsReplacedWithoutAPause() {
        answer = "{\"access_token\": \"access-1\", \"expires_in\": 3600}";
        server.deliver("mail 1", report(1));
        MailboxReader reader = read();
        house.awaitReports(1);
        house.stop(reader);
        server.password("access-2");
        answer = "{\"access_token\": \"access-2\", \"expires_in\": 3600}";
        server.deliver("mail 2", report(2));
        house.read(
                "imap://" + ImapServer.USER + "@127.0.0.1:" + server.port() + "/?oauth=BIG",
                ImapTimes.USUAL,
                environment("first"));
        house.awaitReports(2);
        assertThat(forms).hasSize(2);
    }

    @Test
    void whatTheEndpointRepeatsOfItsSecretsIsNotShown() {
        status = 400;
        answer =
                """
                {"error": "invalid_grant", "error_description": "first of s&cret (s%26cret) is old"}
                """;
        MailboxReader reader = read();
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(english(reader.problem())).endsWith("invalid_grant: *** of *** (***) is old");
    }

    @Test
    void anEndpointInTroubleOrWithNonsenseIsTriedAgain() {
        status = 503;
        server.deliver("mail 1", report(1));
        MailboxReader reader = read();
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(english(reader.problem())).contains("answers 503");
        status = 200;
        answer = "<html>";
        Awaiting.until(
                "it says so", SOON, () -> english(reader.problem()).contains("200 is not JSON"));
        answer = "{\"access_token\": \"" + "x".repeat(AccessTokens.MAX_ANSWER) + "\"}";
        Awaiting.until(
                "it is not read to its end",
                SOON,
                () -> english(reader.problem()).contains("cannot be reached"));
        answer = "{\"access_token\": \"access-1\", \"expires_in\": 3600}";
        house.awaitReports(1);
    }

    @Test
    void aTokenThatTheMailServerRefusesIsAskedForAnew() {
        answer = "{\"access_token\": \"wrong\", \"expires_in\": 3600}";
        server.deliver("mail 1", report(1));
        MailboxReader reader = read();
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(english(reader.problem())).startsWith("The server refuses the login.");
        answer = "{\"access_token\": \"access-1\", \"expires_in\": 3600}";
        house.awaitReports(1);
    }

    @Test
    void aTokenLivesADayAtMost() {
        Duration longest = Duration.ofSeconds(AccessTokens.MAX_SECONDS);
        assertThat(AccessTokens.lifetime(AccessTokens.MAX_SECONDS)).isEqualTo(longest);
        assertThat(AccessTokens.lifetime(AccessTokens.MAX_SECONDS + 1)).isEqualTo(longest);
        assertThat(AccessTokens.lifetime(Long.MAX_VALUE)).isEqualTo(longest);
        assertThat(AccessTokens.lifetime(0)).isNull();
    }
}
