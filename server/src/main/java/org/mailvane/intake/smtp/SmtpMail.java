package org.mailvane.intake.smtp;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.IpAddress;
import org.subethamail.smtp.DropConnectionException;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;

/** One mail of a client: its envelope, and then its text. It serves the session's thread. */
final class SmtpMail implements MessageHandler {

    private static final int BUFFER = 8 << 10;

    /** Characters of an address that are shown and kept: more than one may have. */
    private static final int SHOWN = 320;

    private final SmtpContext house;
    private final ClientSocket client;
    private final IpAddress address;
    private final String helo;

    /** The accounts that the mail is for, and whether it is that as the postmaster's only. */
    private final Map<Long, Boolean> accounts = new LinkedHashMap<>();

    private String sender = "";

    /**
     * A mail that begins.
     *
     * @param address that of the client
     * @param helo what the client calls itself
     */
    SmtpMail(SmtpContext house, ClientSocket client, IpAddress address, String helo) {
        this.house = house;
        this.client = client;
        this.address = address;
        this.helo = shown(helo);
    }

    @Override
    public void from(String from) throws RejectException {
        if (!house.hasFreeSpace()) {
            throw refused(
                    Refusals.Reason.DISK_FULL,
                    452,
                    "4.3.1 This server's disk is nearly full, try again later");
        }
        sender = shown(from);
    }

    @Override
    public void recipient(String recipient) throws RejectException {
        String mailbox = withoutRoute(recipient);
        boolean postmaster = house.recipients().isPostmaster(mailbox);
        OptionalLong account;
        boolean room;
        try {
            account = house.recipients().accountOf(mailbox);
            room = account.isEmpty() || house.mails().hasRoomToday(account.getAsLong());
        } catch (RuntimeException trouble) {
            house.refusals().note(Refusals.Reason.DATABASE, trouble);
            throw new RejectException(451, "4.3.0 Database unavailable, try again later");
        }
        if (account.isEmpty() && postmaster) {
            throw refused(Refusals.Reason.NO_ACCOUNT, 450, "4.2.1 No account yet, try again later");
        }
        if (account.isEmpty()) {
            house.refusals().note(Refusals.Reason.UNKNOWN_RECIPIENT);
            if (client.unknownRecipient() > house.limits().unknownRecipients()) {
                throw new DropConnectionException(421, "4.7.0 Too many unknown recipients");
            }
            throw new RejectException(
                    550, "5.1.1 <" + shown(recipient) + "> is not a report address here");
        }
        if (!room) {
            throw refused(
                    Refusals.Reason.DAY_IS_FULL,
                    452,
                    "4.2.2 <" + shown(recipient) + "> has reached its daily limit");
        }
        accounts.merge(account.getAsLong(), postmaster, Boolean::logicalAnd);
    }

    /**
     * Without the hosts by which it was to come: who takes it ignores them (RFC 5321, appendix C).
     */
    private static String withoutRoute(String recipient) {
        int end = recipient.startsWith("@") ? recipient.indexOf(':') : -1;
        return recipient.substring(end + 1);
    }

    /**
     * Takes the text and stores it; nothing was taken unless the answer begins with 250.
     *
     * @return the reply
     * @throws IOException when the client does not send it all
     */
    String take(InputStream text) throws IOException {
        try (MailSpool.Mail mail = house.spool().newMail()) {
            Reading reading = read(text, mail);
            if (reading.size > house.limits().mailBytes()) {
                house.refusals().note(Refusals.Reason.TOO_LARGE);
                return tooLarge();
            }
            if (reading.trouble != null) {
                house.refusals().note(Refusals.Reason.NO_ROOM, reading.trouble);
                return "452 4.3.1 Not enough disk space, try again later";
            }
            return store(mail, reading.size);
        }
    }

    /**
     * What came of reading a text.
     *
     * @param size its bytes
     * @param trouble why it could not be kept, or null
     */
    private record Reading(long size, @Nullable IOException trouble) {}

    /** Reads to the end whatever happens: the rest would be taken for commands. */
    private Reading read(InputStream text, MailSpool.Mail mail) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long size = 0;
        IOException trouble = null;
        for (int n = text.read(buffer); n >= 0; n = text.read(buffer)) {
            size += n;
            if (size > 2L * house.limits().mailBytes()) {
                // It need not be waited for: who sends so much has not looked at SIZE.
                throw new Endless(tooLarge());
            }
            if (trouble == null && size <= house.limits().mailBytes()) {
                try {
                    mail.write(buffer, n);
                } catch (IOException full) {
                    trouble = full;
                }
            }
        }
        return new Reading(size, trouble);
    }

    /** A mail that is so large that its end is not waited for. */
    static final class Endless extends IOException {

        private static final long serialVersionUID = 1;

        private final String reply;

        private Endless(String reply) {
            super(reply);
            this.reply = reply;
        }

        /** Returns what the client reads before the connection is closed. */
        String reply() {
            return reply;
        }
    }

    private String store(MailSpool.Mail mail, long size) throws IOException {
        int room = house.roomFor(size);
        if (!house.awaitRoom(room)) {
            house.refusals().note(Refusals.Reason.TOO_MANY_LARGE);
            return "451 4.3.2 Too many large messages at once, try again later";
        }
        try (InputStream text = mail.open()) {
            RawMessage message = RawMessage.read(text);
            List<Delivery> deliveries =
                    accounts.entrySet().stream()
                            .map(account -> delivery(account.getKey(), account.getValue(), message))
                            .toList();
            house.mails().take(deliveries);
            house.taken();
            return "250 2.6.0 Stored";
        } catch (RawMessage.TooLarge tooLarge) {
            house.refusals().note(Refusals.Reason.TOO_LARGE);
            return tooLarge();
        } catch (RuntimeException trouble) {
            house.refusals().note(Refusals.Reason.DATABASE, trouble);
            return "451 4.3.0 Database unavailable, try again later";
        } finally {
            house.giveRoomBack(room);
        }
    }

    private Delivery delivery(long account, boolean postmaster, RawMessage message) {
        String mail = postmaster ? "mail to postmaster" : "mail";
        String name = sender.isEmpty() ? mail + " without a sender" : mail + " from " + sender;
        return new Delivery(
                account,
                Origin.SMTP,
                "",
                name,
                message,
                sender,
                new SmtpClient(address, helo, sender));
    }

    private String tooLarge() {
        return "552 5.3.4 Message larger than the limit of %d bytes"
                .formatted(house.limits().mailBytes());
    }

    private RejectException refused(Refusals.Reason reason, int code, String reply) {
        house.refusals().note(reason);
        return new RejectException(code, reply);
    }

    /**
     * Returns an address as it may be shown and kept: in one line, and no longer than one may be.
     */
    private static String shown(String address) {
        String line = address.replaceAll("\\p{Cntrl}", "?");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN);
    }

    /** Never called: {@link Commands.Data} calls {@link #take}. */
    @Override
    public String data(InputStream data) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void done() {
        // What a mail holds is given back by take.
    }
}
