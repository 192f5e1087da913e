package org.mailvane.intake.smtp;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.subethamail.smtp.DropConnectionException;
import org.subethamail.smtp.internal.command.MailCommand;
import org.subethamail.smtp.internal.server.BaseCommand;
import org.subethamail.smtp.internal.server.CommandHandler;
import org.subethamail.smtp.server.Session;

/**
 * Commands that are answered otherwise than the mail server would: its DATA leaves the rest of a
 * refused mail to be read as commands and the mail's envelope to the next one, its MAIL ends in an
 * exception where SIZE has eleven digits and takes an address that does not end, and it can't be
 * told not to offer BDAT, of which it takes the end of the connection for the end of the mail.
 */
final class Commands {

    private Commands() {}

    /** Puts ours in the place of the mail server's. */
    static void replace(CommandHandler commands, Clients clients) {
        commands.addCommand(new Ehlo());
        commands.addCommand(new Mail(clients.refusals()));
        commands.addCommand(new Data(clients));
        commands.addCommand(new Fixed("BDAT", "502 5.5.1 BDAT is not offered"));
        commands.addCommand(new Fixed("AUTH", "502 5.5.1 AUTH is not offered"));
        commands.addCommand(new Fixed("VRFY", "252 2.1.5 Cannot verify, send some mail"));
        commands.addCommand(new Fixed("EXPN", "502 5.5.1 EXPN is not offered"));
        commands.addCommand(
                new Fixed("HELP", "214 2.0.0 This server accepts DMARC and TLS reports"));
    }

    /** A command with one answer. */
    private static final class Fixed extends BaseCommand {

        private final String reply;

        Fixed(String name, String reply) {
            super(name, name);
            this.reply = reply;
        }

        @Override
        public void execute(String line, Session session) throws IOException {
            session.sendResponse(reply);
        }
    }

    /** RFC 5321, section 4.1.1.1. */
    private static final class Ehlo extends BaseCommand {

        Ehlo() {
            super("EHLO", "Says who the client is");
        }

        @Override
        public void execute(String line, Session session) throws IOException {
            String[] words = getArgs(line);
            if (words.length < 2) {
                session.sendResponse("501 5.5.4 EHLO needs the client's name");
                return;
            }
            session.resetMailTransaction();
            session.setHelo(words[1]);
            StringBuilder reply = new StringBuilder("250-");
            reply.append(session.getServer().getHostName());
            if (session.getServer().getEnableTLS() && !session.isTLSStarted()) {
                reply.append("\r\n250-STARTTLS");
            }
            reply.append("\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE ");
            session.sendResponse(reply.append(session.getServer().getMaxMessageSize()).toString());
        }
    }

    /** RFC 5321, section 4.1.1.2, with the size of RFC 1870. */
    private static final class Mail extends BaseCommand {

        private static final Pattern SIZE = Pattern.compile("(?i)\\sSIZE=(\\d+)");

        /** The mail server takes all that follows the bracket for the address. */
        private static final Pattern UNCLOSED = Pattern.compile("(?i)^MAIL\\s+FROM:\\s*<[^>]*$");

        /** More digits than any size has that is not refused. */
        private static final int DIGITS = 10;

        // What precedes it is only noted, so that anything is allowed.
        private final MailCommand command = new MailCommand(sender -> true);

        private final Refusals refusals;

        Mail(Refusals refusals) {
            super("MAIL", "Begins a mail");
            this.refusals = refusals;
        }

        @Override
        public void execute(String line, Session session)
                throws IOException, DropConnectionException {
            if (UNCLOSED.matcher(line.strip()).find()) {
                session.sendResponse("501 5.1.7 Sender address without closing bracket");
                return;
            }
            Matcher size = SIZE.matcher(line);
            while (size.find()) {
                String digits = size.group(1).replaceFirst("^0+(?=\\d)", "");
                int limit = session.getServer().getMaxMessageSize();
                if (digits.length() > DIGITS || Long.parseLong(digits) > limit) {
                    refusals.note(Refusals.Reason.TOO_LARGE);
                    session.sendResponse(
                            "552 5.3.4 Message larger than the limit of %d bytes".formatted(limit));
                    return;
                }
            }
            command.execute(SIZE.matcher(line).replaceAll(""), session);
        }
    }

    /** RFC 5321, section 4.1.1.4. */
    static final class Data extends BaseCommand {

        private final Clients clients;

        Data(Clients clients) {
            super("DATA", "Sends the text of a mail");
            this.clients = clients;
        }

        @Override
        public void execute(String line, Session session)
                throws IOException, DropConnectionException {
            if (!(session.getMessageHandler() instanceof SmtpMail mail)) {
                session.sendResponse("503 5.5.1 DATA follows MAIL and RCPT");
                return;
            }
            if (session.getRecipientCount() == 0) {
                session.sendResponse("554 5.5.1 No recipient was accepted");
                return;
            }
            if (!line.strip().toUpperCase(Locale.ROOT).equals("DATA")) {
                session.sendResponse("501 5.5.4 DATA takes no parameters");
                return;
            }
            ClientSocket client = clients.of(session);
            String reply = "";
            client.mailBegins();
            try {
                session.sendResponse("354 Send the message, end with a dot on its own line");
                reply = mail.take(new MailText(session.getRawInput()));
            } catch (SmtpMail.Endless tooLarge) {
                throw dropped(tooLarge.reply());
            } catch (SocketTimeoutException slow) {
                throw new DropConnectionException(421, "4.4.2 The message arrives too slowly");
            } finally {
                client.mailEnds(reply.startsWith("250"));
                session.resetMailTransaction();
            }
            session.sendResponse(reply);
        }

        private static DropConnectionException dropped(String reply) {
            int code = Integer.parseInt(reply.substring(0, 3));
            return new DropConnectionException(code, reply.substring(4));
        }
    }
}
