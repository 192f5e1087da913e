package org.mailvane.intake.imap;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.imap.ImapSession.Announced;
import org.mailvane.intake.imap.MailFetch.Fetched;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.text.Message;

/**
 * Fetches mails, and compares what comes with what was asked for: a server may answer OK without a
 * mail that it has (RFC 9051, section 6.4.5), for example while somebody else deletes some (RFC
 * 2180, section 4.1). Each mail that is missing or cut off is asked for once more by itself. After
 * that it is gone, complete, or unreadable; none is left out in silence.
 */
final class CheckedFetch {

    /** How many times its size a mail is estimated to have at most. */
    static final int ESTIMATED_AT_MOST = 2;

    private final ImapSession session;

    CheckedFetch(ImapSession session) {
        this.session = session;
    }

    /**
     * Fetches mails.
     *
     * @param into takes what became of each of them; of those that are missing there when this
     *     fails, nothing is known
     */
    void fetch(List<Announced> mails, Map<Long, Fetched> into) throws IOException {
        Map<Long, Fetched> first = new HashMap<>();
        try {
            session.fetch(mails, first);
        } finally {
            for (Announced mail : mails) {
                Fetched fetched = first.get(mail.uid());
                if (fetched != null && fetched.isWhole(mail)) {
                    into.put(mail.uid(), fetched);
                }
            }
        }
        for (Announced mail : mails) {
            if (!into.containsKey(mail.uid())) {
                into.put(mail.uid(), again(mail, first.get(mail.uid())));
            }
        }
    }

    private Fetched again(Announced mail, @Nullable Fetched before) throws IOException {
        // Only now the server may say that somebody else has deleted it (RFC 2180, section 4.1.2).
        session.look();
        Map<Long, Fetched> fetched = new HashMap<>();
        session.fetch(List.of(mail), fetched);
        Fetched found = fetched.get(mail.uid());
        if (found != null) {
            return checked(mail, found);
        }
        if (session.has(mail.uid())) {
            return Fetched.unreadable(
                    Message.of("imports.imap.listed_only")
                            .with("mail", String.valueOf(mail.uid())));
        }
        return before == null ? Fetched.GONE : before;
    }

    /**
     * Some servers only estimate sizes, so that one that is too large proves nothing. Where the
     * server does not say where the mail ends, it is believed as far as estimates go.
     */
    private Fetched checked(Announced mail, Fetched found) throws IOException {
        RawMessage message = found.message();
        if (message == null || found.isWhole(mail)) {
            return found;
        }
        boolean whole =
                switch (session.endOf(mail.uid(), message.size())) {
                    case HERE -> true;
                    case LATER -> false;
                    case UNKNOWN -> message.size() >= mail.size() / ESTIMATED_AT_MOST;
                };
        if (whole) {
            return found;
        }
        return Fetched.unreadable(
                Message.of("imports.imap.part_only")
                        .with("mail", String.valueOf(mail.uid()))
                        .with("bytes", message.size())
                        .with("size", mail.size()));
    }
}
