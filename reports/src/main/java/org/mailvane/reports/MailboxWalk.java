package org.mailvane.reports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.mailvane.reports.mail.MailboxSplitter;

/** The part of a {@link Walk} that goes through the mails of one mailbox. */
final class MailboxWalk implements MailboxSplitter.MessageHandler {

    private final Walk walk;
    private final SourceLocation at;
    private int mails;

    MailboxWalk(Walk walk, SourceLocation at) {
        this.walk = walk;
        this.at = at;
    }

    @Override
    public void message(byte[] message) throws IOException {
        SourceLocation mail = next();
        boolean wholeInput = at.archives() == 0 && at.mails() == 0;
        if (wholeInput) {
            walk.mailOfItsOwn(mail, new ByteArrayInputStream(message));
        } else {
            walk.guarded(mail, () -> held(mail, message));
        }
    }

    /** Reads mailboxes in mailboxes, which are kept in memory as a whole. */
    private void held(SourceLocation mail, byte[] message) throws IOException {
        Budget budget = walk.budget();
        budget.hold(message.length);
        try {
            walk.mail(mail, new HeadStream(new ByteArrayInputStream(message)));
        } finally {
            budget.release(message.length);
        }
    }

    @Override
    public void tooLarge(long size) {
        LimitExceeded e =
                LimitExceeded.here(
                        Problem.Reason.TOO_LARGE,
                        Diagnostic.of(DiagnosticCode.LIMIT_MAIL_SIZE)
                                .with(size)
                                .with(Limits.HELD_BYTES));
        walk.findings().problem(e.at(next()));
    }

    private SourceLocation next() {
        mails++;
        return at.inside("mail " + mails);
    }
}
