package org.mailvane.planner;

import java.util.HashMap;
import java.util.Map;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code advised_mailbox}. All accounts are looked through at once. */
@Repository
class AdvisedMailboxTable {

    private final Db db;
    private final SystemDb system;

    AdvisedMailboxTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Returns those of all accounts, by their ids. */
    Map<Long, String> all() {
        Map<Long, String> all = new HashMap<>();
        system.sql("select account_id, mailbox from advised_mailbox")
                .list(row -> all.put(row.number("account_id"), row.text("mailbox")));
        return all;
    }

    void save(Scope scope, String mailbox) {
        db.as(scope)
                .sql(
                        """
                        insert into advised_mailbox (account_id, mailbox)
                        values (:account, :mailbox)
                        on conflict (account_id) do update set mailbox = excluded.mailbox
                        """)
                .param("mailbox", mailbox)
                .update();
    }
}
