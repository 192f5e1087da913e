package org.mailvane.platform.outbox;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.settings.MailUrl;

/**
 * Hands mails to a mail server (RFC 5321, RFC 6409). STARTTLS is used where it is offered; a
 * password is sent only over an encrypted connection, or to this machine.
 */
final class SmtpDelivery implements Delivery {

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** How long the server may take for one answer, and to take in what it is sent. */
    static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    /**
     * Refusals that concern our login (RFC 4954, section 6) and not the mail: an administrator can
     * fix the login, and then the mail should go.
     */
    private static final Set<Integer> SIGNING_IN = Set.of(530, 534, 535, 538);

    private final MailUrl url;
    private final MessageForm form;
    private final Session session;

    SmtpDelivery(MailUrl url, MessageForm form) {
        this(url, form, CONNECT_TIMEOUT, ANSWER_TIMEOUT);
    }

    /** As the other constructor, with the given timeouts. */
    SmtpDelivery(MailUrl url, MessageForm form, Duration connect, Duration answer) {
        this.url = url;
        this.form = form;
        this.session = Session.getInstance(properties(url, form.domain(), connect, answer));
    }

    private static Properties properties(
            MailUrl url, String ownName, Duration connect, Duration answer) {
        String protocol = protocol(url);
        String prefix = "mail." + protocol + ".";
        Properties properties = new Properties();
        properties.setProperty("mail.transport.protocol", protocol);
        // Not the machine's name, which in a container is none that anybody knows.
        properties.setProperty(prefix + "localhost", ownName);
        properties.setProperty(prefix + "auth", Boolean.toString(!url.user().isEmpty()));
        properties.setProperty(prefix + "starttls.enable", "true");
        properties.setProperty(
                prefix + "starttls.required",
                Boolean.toString(!url.tls() && !url.user().isEmpty() && !url.isLoopback()));
        if (url.isLoopback()) {
            // Nobody is between, and such a server's certificate is seldom made out to localhost.
            properties.setProperty(prefix + "ssl.trust", "*");
        }
        properties.setProperty(
                prefix + "ssl.checkserveridentity", Boolean.toString(!url.isLoopback()));
        properties.setProperty(prefix + "connectiontimeout", millis(connect));
        properties.setProperty(prefix + "timeout", millis(answer));
        properties.setProperty(prefix + "writetimeout", millis(answer));
        properties.setProperty(prefix + "quitwait", "false");
        return properties;
    }

    private static String protocol(MailUrl url) {
        return url.tls() ? "smtps" : "smtp";
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    @Override
    public void deliver(OutgoingMail mail) throws Failure {
        MimeMessage message;
        try {
            message = form.message(session, mail);
        } catch (MessagingException unusable) {
            throw new Failure("Can't create a message: " + unusable, true, unusable);
        }
        try {
            Transport transport = session.getTransport(protocol(url));
            try {
                connect(transport);
                transport.sendMessage(message, message.getAllRecipients());
            } finally {
                close(transport);
            }
        } catch (MessagingException failed) {
            throw failure(failed);
        }
    }

    private static void close(Transport transport) {
        try {
            transport.close();
        } catch (MessagingException ignored) {
            // What became of the mail is known by now.
        }
    }

    private void connect(Transport transport) throws MessagingException {
        if (url.user().isEmpty()) {
            transport.connect(url.host(), url.port(), null, null);
        } else {
            transport.connect(url.host(), url.port(), url.user(), url.password());
        }
    }

    private Failure failure(MessagingException failed) {
        int refusal = 0;
        String reason = null;
        for (Exception cause = failed; cause != null; cause = next(cause)) {
            int code = code(cause);
            if (code >= 500) {
                refusal = code;
            }
            // The innermost message says most: the library only wraps it in more sentences.
            reason = String.valueOf(cause.getMessage());
        }
        boolean lasting =
                refusal != 0
                        && !SIGNING_IN.contains(refusal)
                        && !(failed instanceof AuthenticationFailedException);
        return new Failure(url + ": " + String.valueOf(reason).strip(), lasting, failed);
    }

    private static @Nullable Exception next(Exception cause) {
        return cause instanceof MessagingException messaging ? messaging.getNextException() : null;
    }

    private static int code(Exception cause) {
        return switch (cause) {
            case SMTPAddressFailedException refused -> refused.getReturnCode();
            case SMTPSenderFailedException refused -> refused.getReturnCode();
            case SMTPSendFailedException refused -> refused.getReturnCode();
            default -> 0;
        };
    }
}
