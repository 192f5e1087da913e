package org.mailvane.planner;

import java.util.Map;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.platform.store.Db;
import org.springframework.stereotype.Component;

/**
 * Has an account's domains judged again when its reports are to be mailed to another mailbox than
 * before, since the records to publish contain the mailbox. A command may have added an address, or
 * the service was started with another intake domain.
 */
@Component
class AdvisedMailboxes {

    private final Db db;
    private final AdvisedMailboxTable table;
    private final ReportAddresses addresses;
    private final AdviceMarks marks;

    AdvisedMailboxes(
            Db db, AdvisedMailboxTable table, ReportAddresses addresses, AdviceMarks marks) {
        this.db = db;
        this.table = table;
        this.addresses = addresses;
        this.marks = marks;
    }

    /** Compares the mailboxes of all accounts with what was known of them before. */
    void compare() {
        Map<Long, String> known = table.all();
        addresses
                .published()
                .forEach((account, mailbox) -> {
                    if (!mailbox.equals(known.get(account.id()))) {
                        change(account, mailbox);
                    }
                });
    }

    private void change(Account account, String mailbox) {
        db.inTransaction(() -> {
            table.save(account.scope(), mailbox);
            marks.changed(account.scope());
        });
    }
}
