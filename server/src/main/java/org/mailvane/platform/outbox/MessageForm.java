package org.mailvane.platform.outbox;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.util.Date;

/** Makes messages of mails (RFC 5322, RFC 2045 to 2047). */
final class MessageForm {

    private static final String UTF_8 = "UTF-8";

    private final String from;

    /**
     * Makes messages.
     *
     * @param from their sender's address
     */
    MessageForm(String from) {
        this.from = from;
    }

    /** The message, complete. */
    MimeMessage message(Session session, OutgoingMail outgoing) throws MessagingException {
        Mail mail = outgoing.mail();
        MimeMessage message = new Identified(session, outgoing.messageId(), domain());
        message.setFrom(new InternetAddress(from, true));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(mail.recipient(), true));
        message.setSubject(mail.subject(), UTF_8);
        message.setSentDate(Date.from(outgoing.created()));
        // No answer by machines is wanted (RFC 3834, section 5, and what mail servers of offices
        // know in its place).
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setHeader("X-Auto-Response-Suppress", "All");
        // The last part is the one that is liked best (RFC 2046, section 5.1.4).
        message.setContent(
                new MimeMultipart(
                        "alternative", part(mail.text(), "plain"), part(mail.html(), "html")));
        message.saveChanges();
        return message;
    }

    private static MimeBodyPart part(String text, String subtype) throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setText(text, UTF_8, subtype);
        part.setHeader("Content-Transfer-Encoding", "quoted-printable");
        return part;
    }

    /** The sender's domain, by which we are known to other servers. */
    String domain() {
        return from.substring(from.lastIndexOf('@') + 1);
    }

    /** Keeps its id, where the library would make another at every try. */
    private static final class Identified extends MimeMessage {

        private final String id;

        Identified(Session session, String id, String domain) {
            super(session);
            this.id = "<" + id + "@" + domain + ">";
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
        }
    }
}
