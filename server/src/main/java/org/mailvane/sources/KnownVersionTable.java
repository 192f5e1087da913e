package org.mailvane.sources;

import java.sql.SQLException;
import org.mailvane.sources.ClassificationContext.Version;
import org.mailvane.store.Row;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code known_version}, which is the same for all accounts. A transaction that makes
 * something newer raises it before others can see the change, so that a transaction that locks it
 * waits for pending changes.
 */
@Repository
class KnownVersionTable {

    private final SystemDb system;

    KnownVersionTable(SystemDb system) {
        this.system = system;
    }

    Version now() {
        return system.sql("select rules, addresses from known_version")
                .one(KnownVersionTable::version);
    }

    /** Returns the same; nobody raises it until the transaction ends that runs on this thread. */
    Version hold() {
        return system.sql("select rules, addresses from known_version for share")
                .one(KnownVersionTable::version);
    }

    /** Keeps others from reading it to {@link #hold} it, and from raising it, for as long. */
    Version lock() {
        return system.sql("select rules, addresses from known_version for update")
                .one(KnownVersionTable::version);
    }

    /** Notes that all rows are to be classified by these rules. */
    void setRules(int version) {
        system.sql("update known_version set rules = :version").param("version", version).update();
    }

    /** Notes that something that was known of an address becomes something else. */
    void raiseAddresses() {
        system.sql("update known_version set addresses = addresses + 1").update();
    }

    private static Version version(Row row) throws SQLException {
        return new Version(Math.toIntExact(row.number("rules")), row.number("addresses"));
    }
}
