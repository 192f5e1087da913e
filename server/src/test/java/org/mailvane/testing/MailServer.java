package org.mailvane.testing;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real mail server, and what was handed to it. */
public final class MailServer implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Pattern LINK = Pattern.compile("(?m)^https?://\\S+$");

    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));

    public MailServer() {
        server.start();
    }

    /** What {@code MAILVANE_MAIL_URL} is to be. */
    public String url() {
        return "smtp://127.0.0.1:" + server.getSmtp().getPort();
    }

    /** Forgets all mails. */
    public void reset() {
        try {
            server.purgeEmailFromAllMailboxes();
        } catch (FolderException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A mail as its recipient reads it. */
    public record Received(String to, String subject, String text, String html) {

        /** The link in it. */
        public String link() {
            Matcher link = LINK.matcher(text);
            if (!link.find()) {
                throw new AssertionError("no link in: " + text);
            }
            return link.group();
        }
    }

    /** The mails to somebody, the oldest first, once there are so many. */
    public List<Received> await(String recipient, int count) {
        Awaiting.until(count + " mails to " + recipient, SOON, () -> to(recipient).size() >= count);
        return to(recipient);
    }

    /** The newest mail to somebody, once there are so many. */
    public Received awaitLast(String recipient, int count) {
        return await(recipient, count).getLast();
    }

    /** The mails to somebody so far. */
    public List<Received> to(String recipient) {
        List<Received> found = new ArrayList<>();
        for (MimeMessage message : server.getReceivedMessages()) {
            Received received = received(message);
            if (received.to().equals(recipient)) {
                found.add(received);
            }
        }
        return found;
    }

    private static Received received(MimeMessage message) {
        try {
            Multipart parts = (Multipart) message.getContent();
            return new Received(
                    message.getAllRecipients()[0].toString(),
                    message.getSubject(),
                    content(parts, 0),
                    content(parts, 1));
        } catch (MessagingException failed) {
            throw new IllegalStateException(failed);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String content(Multipart parts, int index)
            throws MessagingException, IOException {
        return String.valueOf(parts.getBodyPart(index).getContent()).replace("\r\n", "\n");
    }

    @Override
    public void close() {
        server.stop();
    }
}
