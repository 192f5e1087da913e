package org.mailvane.intake.imap;

import java.io.IOException;
import java.util.List;
import org.mailvane.intake.IntakeProblemLog;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.MailMover.Moved;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/**
 * Marks mails in the mailbox that were taken over, and moves them where that is wanted. People see
 * these marks; what goes wrong here keeps no mail out.
 */
final class MailboxMarks {

    /** Ranges of mails that are named in one command: servers bound its length. */
    static final int MAX_RANGES = 100;

    /**
     * Ranges of mails that are remembered to be marked. A mailbox in which nobody could mark for so
     * long goes without the oldest marks.
     */
    static final int MAX_UNMARKED = 5_000;

    private final ImapUrl url;
    private final ImapSession open;
    private final MailboxLease lease;
    private final IntakeProblemLog complaints;
    private UidSet unmarked = UidSet.NONE;

    /** Those that stay unmarked until the next connection. */
    private UidSet unmarkable = UidSet.NONE;

    private boolean markingRefused;

    MailboxMarks(ImapUrl url, ImapSession open, MailboxLease lease, IntakeProblemLog complaints) {
        this.url = url;
        this.open = open;
        this.lease = lease;
        this.complaints = complaints;
    }

    /** Sets the mails that are to be marked. */
    void set(UidSet mails) {
        unmarked = mails;
    }

    /** Returns the mails that are to be marked, with these. */
    UidSet plus(List<Long> taken) {
        return unmarked.plus(UidSet.of(taken)).lastRanges(MAX_UNMARKED);
    }

    /** Marks or moves what was taken over. */
    void mark() throws IOException {
        UidSet due = unmarked.minus(unmarkable);
        if (due.isEmpty() || markingRefused) {
            return;
        }
        if (open.isReadOnly()) {
            markingRefused = true;
            complaints.say(Passage.of(Message.of("imports.imap.read_only")));
            return;
        }
        try {
            for (UidSet part : due.parts(MAX_RANGES)) {
                mark(part);
            }
        } catch (CommandRefused refused) {
            // With the next connection it is tried again, for all of them.
            markingRefused = true;
            complaints.say(Passage.of(Message.of("imports.imap.not_marked"), refused.problem()));
        }
    }

    private void mark(UidSet mails) throws IOException {
        UidSet again = open.mark(mails);
        if (!again.isEmpty()) {
            complaints.say(
                    Passage.of(
                            Message.of("imports.imap.marks_lost").with("mails", again.toString())));
        }
        again = again.plus(move(mails));
        unmarkable = unmarkable.plus(again);
        unmarked = unmarked.minus(mails).plus(again);
        lease.marked(unmarked);
    }

    /** Moves mails where that is wanted; answers for which it is to be tried again. */
    private UidSet move(UidSet mails) throws IOException {
        if (url.moveTo().isEmpty()) {
            return UidSet.NONE;
        }
        if (!open.canMove()) {
            complaints.say(Passage.of(Message.of("imports.imap.can_not_move")));
            return UidSet.NONE;
        }
        Moved moved = open.move(mails, url.moveTo());
        if (!moved.problem().isEmpty()) {
            complaints.say(moved.problem());
        }
        return moved.again();
    }
}
