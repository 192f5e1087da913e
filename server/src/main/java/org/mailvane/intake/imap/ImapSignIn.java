package org.mailvane.intake.imap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.text.Message;

/** Signs in to an IMAP server: by password or access token, and never without TLS. */
final class ImapSignIn {

    private final ImapUrl url;
    private final ImapWire wire;
    private final ImapConversation server;
    private final ImapCapabilities capabilities;
    private final String secret;

    /**
     * @param secret the password, or the access token where the mailbox is read by OAuth
     */
    ImapSignIn(
            ImapUrl url,
            ImapWire wire,
            ImapConversation server,
            ImapCapabilities capabilities,
            String secret) {
        this.url = url;
        this.wire = wire;
        this.server = server;
        this.capabilities = capabilities;
        this.secret = secret;
        server.hide(secret);
        server.hide(escaped(secret));
    }

    /** Reads the greeting, starts TLS where that is needed, and signs in. */
    void run() throws IOException {
        server.limit();
        String greeting = wire.line();
        if (!greeting.regionMatches(true, 0, "* OK", 0, 4)) {
            throw new ImapException(
                    Message.of("imports.imap.greeting").with("answer", server.shown(greeting)));
        }
        capabilities.ask();
        if (!url.tls()) {
            startTls();
        }
        signIn();
        capabilities.ask();
    }

    private void startTls() throws IOException {
        if (capabilities.can("STARTTLS")) {
            server.command("STARTTLS", line -> {});
            wire.encrypt();
            // What was said before may have been somebody else's word.
            capabilities.ask();
        } else if (!url.isLoopback()) {
            throw new ImapException(Message.of("imports.imap.no_starttls"));
        }
    }

    private void signIn() throws IOException {
        try {
            if (!url.oauth().isEmpty()) {
                authenticateByToken();
            } else if (capabilities.can("AUTH=PLAIN")) {
                authenticate("PLAIN", "\0" + url.user() + "\0" + secret, "");
            } else if (capabilities.can("LOGINDISABLED")) {
                throw new SignInRefused(Message.of("imports.imap.login_disabled"));
            } else {
                server.command("LOGIN " + string(url.user()) + " " + string(secret), line -> {});
            }
        } catch (CommandRefused refused) {
            throw new SignInRefused(refused.problem());
        }
    }

    /** Signs in by what the large providers have, or by RFC 7628 where only that is offered. */
    private void authenticateByToken() throws IOException {
        String bearer = "\1auth=Bearer " + secret + "\1\1";
        if (capabilities.can("AUTH=OAUTHBEARER") && !capabilities.can("AUTH=XOAUTH2")) {
            // RFC 5801, section 4: a comma and an equals sign have a special meaning there.
            String user = url.user().replace("=", "=3D").replace(",", "=2C");
            authenticate("OAUTHBEARER", "n,a=" + user + "," + bearer, "AQ==");
        } else {
            authenticate("XOAUTH2", "user=" + url.user() + bearer, "");
        }
    }

    /**
     * RFC 9051, section 6.2.2; what an error tells in a challenge is taken note of.
     *
     * @param acknowledgement what such a challenge is answered, upon which the server refuses
     */
    private void authenticate(String mechanism, String credentials, String acknowledgement)
            throws IOException {
        String response =
                Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        server.hide(response);
        boolean atOnce = capabilities.can("SASL-IR");
        server.limit();
        String name = server.start("AUTHENTICATE " + mechanism + (atOnce ? " " + response : ""));
        boolean sent = atOnce;
        String told = "";
        for (int lines = 0; ; lines++) {
            String line = server.nextLine(lines);
            if (line.startsWith("+")) {
                if (sent) {
                    told = challenge(line);
                }
                server.send(sent ? acknowledgement : response);
                sent = true;
            } else if (line.startsWith(name + " ")) {
                server.complete(line, name, told);
                return;
            }
        }
    }

    private static String challenge(String line) {
        try {
            byte[] text = Base64.getDecoder().decode(line.substring(1).strip());
            return " " + new String(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException none) {
            return "";
        }
    }

    /** Returns a text as a string of the protocol (RFC 9051, section 4.3). */
    private static String string(String text) throws SignInRefused {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            throw new SignInRefused(Message.of("imports.imap.ascii_only"));
        }
        return "\"" + escaped(text) + "\"";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
