package org.mailvane.testing;

import com.icegreen.greenmail.imap.AuthorizationException;
import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.store.StoredMessage;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Flags;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/** A real server of mailboxes, for one user. */
public final class ImapServer implements AutoCloseable {

    /** The user's name. */
    public static final String USER = "reports@example.com";

    /** The user's password at first, with signs that an address must encode. */
    public static final String PASSWORD = "p/w d%";

    private static final String ENCODED = "p%2Fw%20d%25";

    private static final long STARTUP_MILLIS = 30_000;

    private final GreenMail server =
            new GreenMail(new ServerSetup[] {setup("imap"), setup("imaps")});
    private final GreenMailUser user;

    private static ServerSetup setup(String protocol) {
        ServerSetup setup = new ServerSetup(0, "127.0.0.1", protocol);
        // A machine may be busy with other things.
        setup.setServerStartupTimeout(STARTUP_MILLIS);
        return setup;
    }

    public ImapServer() {
        server.start();
        user = server.setUser(USER, USER, PASSWORD);
    }

    /** The port of connections that are not encrypted. */
    public int port() {
        return server.getImap().getPort();
    }

    /** The inbox as {@code MAILVANE_IMAP_URLS} names it. */
    public String url() {
        return url(port());
    }

    /** The inbox, by another port. */
    public static String url(int port) {
        return url(port, "INBOX");
    }

    /** A mailbox, with options after it. */
    public String url(String mailbox) {
        return url(port(), mailbox);
    }

    private static String url(int port, String mailbox) {
        return "imap://" + USER + ":" + ENCODED + "@127.0.0.1:" + port + "/" + mailbox;
    }

    /** Returns the address of the inbox, encrypted from the start. */
    public String secureUrl() {
        return "imaps://%s:%s@127.0.0.1:%d/INBOX"
                .formatted(USER, ENCODED, server.getImaps().getPort());
    }

    /** From now on the user has another password. */
    public void password(String password) {
        user.setPassword(password);
    }

    /** Puts a mail with an attachment of any bytes into a mailbox. */
    public void deliver(String mailbox, String subject, byte[] content) {
        String head =
                """
                From: dmarc@postbox-one.example
                To: reports@example.com
                Subject: %s
                Message-ID: <%s@postbox-one.example>
                MIME-Version: 1.0
                Content-Type: application/octet-stream

                """
                        .formatted(subject, subject.replace(' ', '-'))
                        .replace("\n", "\r\n");
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] mail = new byte[start.length + content.length];
        System.arraycopy(start, 0, mail, 0, start.length);
        System.arraycopy(content, 0, mail, start.length, content.length);
        append(mailbox, mail);
    }

    /** Puts a mail into a mailbox. Returns its UID. */
    public long append(String mailbox, byte[] mail) {
        try {
            MimeMessage message = new MimeMessage(null, new ByteArrayInputStream(mail));
            return folder(mailbox).appendMessage(message, new Flags(), Date.from(Instant.now()));
        } catch (MessagingException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** As the other, into the inbox. */
    public void deliver(String subject, byte[] content) {
        deliver("INBOX", subject, content);
    }

    /** The mails of a mailbox. */
    public List<StoredMessage> mails(String mailbox) {
        return folder(mailbox).getMessages();
    }

    /** Makes a mailbox. */
    public void create(String mailbox) {
        try {
            hosts().createMailbox(user, mailbox);
        } catch (FolderException | AuthorizationException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Whether there is such a mailbox. */
    public boolean has(String mailbox) {
        return hosts().getFolder(user, mailbox) != null;
    }

    /** Deletes a mailbox with its mails. */
    public void delete(String mailbox) {
        try {
            hosts().deleteMailbox(user, mailbox);
        } catch (FolderException | AuthorizationException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A mailbox. */
    public MailFolder folder(String mailbox) {
        return hosts().getFolder(user, mailbox);
    }

    private ImapHostManager hosts() {
        return server.getManagers().getImapHostManager();
    }

    @Override
    public void close() {
        server.stop();
    }
}
