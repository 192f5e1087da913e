package org.mailvane.sources.evidence;

import java.sql.SQLException;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.sources.classify.ClassificationContext.Version;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code known_version}, which is the same for all accounts. A transaction that makes
 * something newer raises it before others can see the change, so that a transaction that locks it
 * waits for pending changes.
 */
@Repository
public class KnownVersionTable {

    private final SystemDb system;

    public KnownVersionTable(SystemDb system) {
        this.system = system;
    }

    public Version now() {
        return system.sql("select rules, addresses from known_version")
                .one(KnownVersionTable::version);
    }

    /** Returns the same; nobody raises it until the transaction ends that runs on this thread. */
    public Version hold() {
        return system.sql("select rules, addresses from known_version for share")
                .one(KnownVersionTable::version);
    }

    /** Keeps others from reading it to {@link #hold} it, and from raising it, for as long. */
    public Version lock() {
        return system.sql("select rules, addresses from known_version for update")
                .one(KnownVersionTable::version);
    }

    /** Notes that all rows are to be classified by these rules. */
    public void setRules(int version) {
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
