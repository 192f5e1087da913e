package org.mailvane.detailreport.snapshot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.mailvane.platform.store.Scope;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Snapshots that were read or made lately, so that the next page of a report needs no reading. Who
 * asks for one has made sure that the caller may see its report.
 */
@Component
public class SnapshotCache {

    /** Bytes of all that are kept, at most; of a small heap only its {@link #SHARE}. */
    static final long MAX_BYTES = 256L << 20;

    /** One part of so many of the heap. */
    static final int SHARE = 8;

    /** Snapshots that are read at the same time: each takes a connection and its whole memory. */
    public static final int READ_AT_ONCE = 2;

    /** Time after which one is forgotten that nobody asks for. */
    private static final Duration KEPT = Duration.ofHours(1);

    private final SnapshotTable table;
    private final Cache<Long, Snapshot> snapshots;
    private final Semaphore reading = new Semaphore(READ_AT_ONCE, true);

    @Autowired
    public SnapshotCache(SnapshotTable table) {
        this(table, maxBytes(Runtime.getRuntime().maxMemory()));
    }

    /** Bytes that are kept at most where the heap has so many. */
    static long maxBytes(long heap) {
        return Math.min(MAX_BYTES, heap / SHARE);
    }

    /** One with another limit. */
    SnapshotCache(SnapshotTable table, long maxBytes) {
        this.table = table;
        snapshots =
                Caffeine.newBuilder()
                        .maximumWeight(maxBytes)
                        .weigher((Long id, Snapshot snapshot) ->
                                (int) Math.min(Integer.MAX_VALUE, snapshot.bytes()))
                        .expireAfterAccess(KEPT)
                        // In the thread that stores, so that the bound holds at once.
                        .executor(Runnable::run)
                        .build();
    }

    /** The snapshot of a report, read where it is not here; empty where none can be read. */
    @SuppressWarnings("NullAway") // What the function does not find is null: the cache says so.
    public Optional<Snapshot> find(Scope scope, long reportId) {
        // Who asks for one that is being read waits for it.
        return Optional.ofNullable(snapshots.get(reportId, id -> read(scope, id).orElse(null)));
    }

    private Optional<Snapshot> read(Scope scope, long reportId) {
        reading.acquireUninterruptibly();
        try {
            return table.find(scope, reportId);
        } finally {
            reading.release();
        }
    }

    /** Keeps one that was stored. */
    public void put(long reportId, Snapshot snapshot) {
        snapshots.put(reportId, snapshot);
    }

    /** Returns how many bytes are kept. */
    long bytes() {
        snapshots.cleanUp();
        return snapshots.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }
}
