package org.mailvane.detail;

import java.util.Optional;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code detail_snapshot}. */
@Repository
class SnapshotTable {

    private final Db db;

    SnapshotTable(Db db) {
        this.db = db;
    }

    /** Stores a snapshot, within the transaction that runs on this thread; answers its bytes. */
    long insert(Scope scope, long reportId, Snapshot snapshot) {
        throw new UnsupportedOperationException();
    }

    /** Reads one; empty where there is none, or one of another version. */
    Optional<Snapshot> find(Scope scope, long reportId) {
        throw new UnsupportedOperationException();
    }

    /** Removes some. */
    void delete(Scope scope, long reportId) {
        throw new UnsupportedOperationException();
    }
}
