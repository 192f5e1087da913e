package org.mailvane.store.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Refuses to start on a full disk, where PostgreSQL would stop in the middle of its work. */
final class FreeSpace {

    private static final long MEGABYTE = 1024 * 1024;

    /**
     * Programs 60 MB, an empty cluster with its first log segments 70 MB, and room for the first
     * reports.
     */
    static final long FIRST_START_BYTES = 200 * MEGABYTE;

    /** Two segments of the write-ahead log: less, and crash recovery itself may not end. */
    static final long LATER_START_BYTES = 32 * MEGABYTE;

    private FreeSpace() {}

    /** Before programs or a cluster are made. */
    static void requireForFirstStart(Path folder) throws ClusterException, IOException {
        require(folder, FIRST_START_BYTES);
    }

    /** Before a cluster is started again. */
    static void requireForLaterStart(Path folder) throws ClusterException, IOException {
        require(folder, LATER_START_BYTES);
    }

    private static void require(Path folder, long bytes) throws ClusterException, IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < bytes) {
            throw new ClusterException(
                    "The disk with the embedded database, "
                            + folder
                            + ", has "
                            + free / MEGABYTE
                            + " MB free, and "
                            + bytes / MEGABYTE
                            + " MB are needed. Free some space, or name a data directory on another disk with MAILVANE_DATA_DIR.");
        }
    }
}
