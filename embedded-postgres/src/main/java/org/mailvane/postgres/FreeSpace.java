package org.mailvane.postgres;

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

    /** Programs of another version beside those in use. */
    static final long UNPACK_BYTES = 80 * MEGABYTE;

    /** Two segments of the write-ahead log: less, and crash recovery itself may not end. */
    static final long LATER_START_BYTES = 32 * MEGABYTE;

    private FreeSpace() {}

    /** Before anything is written. */
    static void requireForStart(ClusterHome home) throws ClusterException {
        require(home.path(), Files.exists(home.data()) ? LATER_START_BYTES : FIRST_START_BYTES);
    }

    /** Before programs are unpacked. */
    static void requireForUnpacking(Path home) throws ClusterException {
        require(home, UNPACK_BYTES);
    }

    private static void require(Path folder, long bytes) throws ClusterException {
        long free;
        try {
            free = Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            throw new ClusterException(
                    "The free space on the disk with "
                            + folder
                            + " can't be determined: "
                            + e.getMessage()
                            + ". Set a data directory on another disk with MAILVANE_DATA_DIR.",
                    e);
        }
        if (free < bytes) {
            throw new ClusterException(
                    "The disk with the embedded database, "
                            + folder
                            + ", has "
                            + free / MEGABYTE
                            + " MB free, and "
                            + bytes / MEGABYTE
                            + " MB are required. Free some space, or set a data directory on another"
                            + " disk with MAILVANE_DATA_DIR.");
        }
    }
}
