package org.mailvane.intake.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mailvane.intake.imap.MailboxFixture.QUICK;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;

/** Signing in to servers of mail, and how their mailboxes are found. */
class ImapSignInTest {

    private final ScriptedImap server = new ScriptedImap();

    @AfterEach
    void close() {
        server.close();
    }

    private static ImapUrl url(String text) {
        return SettingsReader.read(Map.of(Setting.IMAP_URLS, text), Map.of(), null)
                .imapUrls()
                .getFirst();
    }

    private ImapSession open() throws IOException {
        return open(server.url());
    }

    private static ImapSession open(String text) throws IOException {
        ImapUrl url = url(text);
        return ImapSession.open(url, url.password(), QUICK);
    }

    @Test
    void aSecretThatTheServerRepeatsAsItWasSentIsNotShown() {
        server.answer("LOGIN", "%t BAD LOGIN \"ann\" \"hu\\\"sh\"");
        assertThatThrownBy(() -> open(server.url().replace("hush", "hu%22sh")))
                .isInstanceOf(SignInRefused.class)
                .hasMessage("The server answers: BAD LOGIN \"ann\" \"***\"");
        server.answer("CAPABILITY", "* CAPABILITY AUTH=PLAIN SASL-IR", "%t OK done");
        server.answer("AUTHENTICATE", "%t BAD AUTHENTICATE PLAIN AGFubgBodXNo");
        assertThatThrownBy(this::open)
                .isInstanceOf(SignInRefused.class)
                .hasMessage("The server answers: BAD AUTHENTICATE PLAIN ***");
    }

    @Test
    void signingInGoesByTheBestWayThatTheServerOffers() throws IOException {
        open().close();
        assertThat(server.commands()).contains("LOGIN \"ann\" \"hush\"");
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 AUTH=PLAIN", "%t OK done");
        server.answer("AUTHENTICATE PLAIN", "+");
        // The answer to a challenge has no tag; "\0ann\0hush" in Base64.
        server.answer("AGFubgBodXNo", "m2 OK welcome");
        open().close();
        assertThat(server.commands()).contains("AUTHENTICATE PLAIN", "AGFubgBodXNo");
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR", "%t OK done");
        server.answer("AUTHENTICATE PLAIN AGFubgBodXNo", "%t OK welcome");
        open().close();
        assertThat(server.commands()).contains("AUTHENTICATE PLAIN AGFubgBodXNo");
    }

    @Test
    void aRefusalSaysWhatTheServerSaysWithoutThePassword() {
        server.answer("LOGIN", "%t NO [AUTHENTICATIONFAILED] not with hush,\u0007Ann");
        assertThatThrownBy(this::open)
                .isInstanceOf(SignInRefused.class)
                .hasMessage("The server answers: NO [AUTHENTICATIONFAILED] not with ***, Ann");
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 LOGINDISABLED", "%t OK done");
        assertThatThrownBy(this::open)
                .isInstanceOf(SignInRefused.class)
                .hasMessageContaining("LOGINDISABLED");
    }

    @Test
    void aPasswordIsSentEncryptedWhereTheServerCan() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 STARTTLS", "%t OK done");
        server.answer("STARTTLS", "%t OK go on");
        open().close();
        assertThat(server.commands())
                .contains("CAPABILITY", "STARTTLS", "*CAPABILITY", "*LOGIN \"ann\" \"hush\"")
                .doesNotContain("LOGIN \"ann\" \"hush\"");
    }

    /** RFC 9051, section 6.2.1: what was said before must not count. */
    @Test
    void whatAServerSaysBeforeItIsEncryptedIsNotTakenForItsWord() {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 STARTTLS", "%t OK done");
        server.answer("STARTTLS", "%t OK go on", "* OK injected");
        assertThatThrownBy(this::open)
                .hasMessage("The server sent data before the connection was encrypted.");
    }

    @Test
    void aPasswordIsNeverSentUnencryptedToAnotherMachine() throws IOException {
        ImapUrl far = url("imap://ann:hush@mail.example.com/");
        ImapWire wire =
                ImapWire.connect(url(server.url()), Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThatThrownBy(() -> ImapSession.open(wire, far, far.password()))
                .hasMessageContaining("does not offer STARTTLS");
        assertThat(server.commands()).containsExactly("CAPABILITY");
    }

    @Test
    void mailboxesAreNamedInTheServersWay() throws IOException {
        server.answer("LIST", "* LIST (\\Noselect) \".\" \"\"", "%t OK done");
        open(server.url() + "Reports/Gr%C3%BC%C3%9Fe%22?move=a%5Cb").close();
        // RFC 3501, section 5.1.3: modified UTF-7.
        assertThat(server.commands()).contains("SELECT \"Reports.Gr&APwA3w-e\\\"\"");
    }

    /** RFC 2342; RFC 9051, section 6.3.10. */
    @Test
    void mailboxesAreFoundWithinTheUsersNamespace() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 NAMESPACE MOVE", "%t OK done");
        server.answer("NAMESPACE", "* NAMESPACE ((\"INBOX.\" \".\")) NIL NIL", "%t OK done");
        server.answer("SELECT \"Reports.2026\"", "%t NO there is none");
        server.answer("LIST \"\" \"INBOX.Archive\"", "* LIST () \".\" INBOX.Archive", "%t OK");
        server.answer("UID MOVE", "%t OK done");
        server.answer("CREATE \"INBOX.New.Year\"", "%t OK made");
        try (ImapSession session = open(server.url() + "/Reports//2026/")) {
            session.move(UidSet.of(1), "/Archive/");
            session.move(UidSet.of(2), "New/Year");
            session.move(UidSet.of(3), "inbox.Archive");
        }
        assertThat(server.commands())
                .contains(
                        "SELECT \"INBOX.Reports.2026\"",
                        "UID MOVE 1 \"INBOX.Archive\"",
                        "CREATE \"INBOX.New.Year\"",
                        "UID MOVE 2 \"INBOX.New.Year\"",
                        "UID MOVE 3 \"INBOX.Archive\"");
    }

    @Test
    void aServerThatTellsNoNamespaceMayKeepMailboxesBelowTheInbox() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 MOVE", "%t OK done");
        server.answer("LIST \"\" \"\"", "* LIST (\\Noselect) \".\" \"\"", "%t OK done");
        server.answer("LIST \"\" \"INBOX.Old\"", "* LIST () \".\" \"INBOX.Old\"", "%t OK done");
        server.answer("CREATE \"New\"", "%t NO outside of your namespace");
        server.answer("CREATE \"INBOX.New\"", "%t OK made");
        server.answer("UID MOVE", "%t OK done");
        try (ImapSession session = open()) {
            session.move(UidSet.of(1), "Old");
            session.move(UidSet.of(2), "New");
            session.move(UidSet.of(3), "Hidden");
        }
        assertThat(server.commands())
                .contains(
                        "UID MOVE 1 \"INBOX.Old\"",
                        "UID MOVE 2 \"INBOX.New\"",
                        "UID MOVE 3 \"Hidden\"");
    }

    /** RFC 6855; RFC 9051, section 5.1: a server accepts UTF-8 only after it was enabled. */
    @Test
    void namesAreSentInUtf8WhereTheServerTakesNothingElse() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 UTF8=ACCEPT", "%t OK done");
        open(server.url() + "Gr%C3%BC%C3%9Fe").close();
        assertThat(server.commands()).contains("SELECT \"Gr&APwA3w-e\"");
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 UTF8=ACCEPT UTF8=ONLY", "%t OK done");
        server.answer("ENABLE UTF8=ACCEPT", "* ENABLED UTF8=ACCEPT", "%t OK done");
        open(server.url() + "Gr%C3%BC%C3%9Fe").close();
        assertThat(server.commands()).contains("SELECT \"Gr\u00fc\u00dfe\"");
    }

    @Test
    void aServerThatRefusesToListStillHasItsInbox() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 NAMESPACE", "%t OK done");
        server.answer("LIST", "%t NO not for you");
        server.answer("NAMESPACE", "%t BAD what");
        try (ImapSession session = open(server.url() + "Inbox/")) {
            assertThat(session.count()).isEqualTo(1);
        }
        assertThat(server.commands()).contains("SELECT \"INBOX\"");
    }

    /** RFC 7628, section 3. */
    @Test
    void aTokenIsShownByTheWayThatTheServerOffers() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY AUTH=OAUTHBEARER SASL-IR", "%t OK done");
        server.answer("AUTHENTICATE OAUTHBEARER", "%t OK welcome");
        ImapUrl url =
                new ImapUrl(
                        false,
                        "127.0.0.1",
                        server.port(),
                        "a=n,n",
                        "",
                        "INBOX",
                        OptionalLong.empty(),
                        "BIG",
                        "");
        ImapSession.open(url, "hush", QUICK).close();
        assertThat(sent("AUTHENTICATE OAUTHBEARER "))
                .isEqualTo("n,a=a=3Dn=2Cn,\1auth=Bearer hush\1\1");
        // The error comes as a challenge, which must be answered before the refusal.
        server.answer("AUTHENTICATE OAUTHBEARER", "+ eyJzdGF0dXMiOiJpbnZhbGlkX3Rva2VuIn0=");
        server.answer("AQ==", "m2 NO refused");
        assertThatThrownBy(() -> ImapSession.open(url, "hush", QUICK))
                .isInstanceOf(SignInRefused.class)
                .hasMessage("The server answers: NO refused {\"status\":\"invalid_token\"}");
    }

    private String sent(String command) {
        String line =
                server.commands().stream()
                        .filter(c -> c.startsWith(command))
                        .findFirst()
                        .orElseThrow();
        byte[] response = Base64.getDecoder().decode(line.substring(command.length()));
        return new String(response, StandardCharsets.UTF_8);
    }
}
