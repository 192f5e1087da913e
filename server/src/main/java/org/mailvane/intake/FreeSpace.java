package org.mailvane.intake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Returns how many bytes of the disk are free. */
@FunctionalInterface
public interface FreeSpace {

    /** Free bytes of the data directory below which nothing is taken in any more. */
    long MINIMUM = 1L << 30;

    /** Returns the free bytes. */
    long bytes() throws IOException;

    /**
     * Returns what is measured where a folder is or is going to be, once a second at most.
     *
     * @param nanos a clock in nanoseconds that only runs forward
     */
    static FreeSpace of(Path folder, LongSupplier nanos) {
        return new FreeSpace() {
            private long measured = nanos.getAsLong() - TimeUnit.SECONDS.toNanos(1);
            private long free;

            @Override
            public synchronized long bytes() throws IOException {
                long now = nanos.getAsLong();
                if (now - measured >= TimeUnit.SECONDS.toNanos(1)) {
                    free = measure(folder);
                    measured = now;
                }
                return free;
            }
        };
    }

    private static long measure(Path folder) throws IOException {
        Path existing = folder;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return Files.getFileStore(existing).getUsableSpace();
    }
}
