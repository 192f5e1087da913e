package org.mailvane.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * File locks that the kernel frees when their process dies, however it dies.
 *
 * <p>POSIX locks belong to the process, not to the channel: a second channel in the same JVM gets
 * no conflict from the kernel, and closing it drops the lock of the first. So a file that this JVM
 * has locked must never be opened a second time, and all openings have to know of each other: this
 * is the one static state of the package, and it says what the kernel already thinks.
 */
final class FileLocks {

    /**
     * Beyond any content: on Windows a locked region can't be read by others, and they read who
     * holds the lock.
     */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private static final int MAX_CONTENT_BYTES = 4096;

    private static final Map<Path, Open> HELD_BY_THIS_JVM = new HashMap<>();

    private FileLocks() {}

    /**
     * Takes the lock alone, without waiting.
     *
     * @param content written into the file for {@link #content}
     * @return the lock, or nothing when anybody holds it, in this JVM or another
     */
    static Optional<Held> tryExclusive(Path file, String content) throws IOException {
        synchronized (HELD_BY_THIS_JVM) {
            if (HELD_BY_THIS_JVM.containsKey(file)) {
                return Optional.empty();
            }
            Optional<Open> open = tryOpen(file, false, content);
            if (open.isPresent()) {
                open.get().write();
            }
            return open.map(lock -> new Held(file, lock));
        }
    }

    /**
     * Takes the lock together with others who share it, without waiting; nothing when somebody
     * holds it alone.
     */
    static Optional<Held> tryShared(Path file) throws IOException {
        synchronized (HELD_BY_THIS_JVM) {
            Open present = HELD_BY_THIS_JVM.get(file);
            if (present != null) {
                if (!present.lock.isShared()) {
                    return Optional.empty();
                }
                present.holders++;
                return Optional.of(new Held(file, present));
            }
            return tryOpen(file, true, "").map(lock -> new Held(file, lock));
        }
    }

    /** What the present or last holder wrote; empty when there is nothing. */
    static String content(Path file) throws IOException {
        synchronized (HELD_BY_THIS_JVM) {
            Open open = HELD_BY_THIS_JVM.get(file);
            if (open != null) {
                return open.content;
            }
            return Files.exists(file) ? Files.readString(file) : "";
        }
    }

    private static Optional<Open> tryOpen(Path file, boolean shared, String content)
            throws IOException {
        OwnedFiles.createIfMissing(file);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock(LOCKED_BYTE, 1, shared);
        } catch (OverlappingFileLockException e) {
            // Held by the same JVM through another class loader: as taken as by another process.
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            return Optional.empty();
        }
        Open open = new Open(channel, lock, content);
        HELD_BY_THIS_JVM.put(file, open);
        return Optional.of(open);
    }

    /** A lock of this JVM with everybody in it who uses it. */
    private static final class Open {
        private final FileChannel channel;
        private final FileLock lock;
        private final String content;
        private int holders = 1;

        Open(FileChannel channel, FileLock lock, String content) {
            this.channel = channel;
            this.lock = lock;
            this.content = content;
        }

        void write() throws IOException {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            if (bytes.length > MAX_CONTENT_BYTES) {
                throw new IllegalArgumentException("Lock content of " + bytes.length + " bytes");
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(bytes), 0);
        }
    }

    /**
     * A held lock; closing gives it back. The file stays: deleting it would let two programs lock
     * two different files.
     */
    static final class Held implements AutoCloseable {
        private final Path file;
        private final Open open;
        private boolean closed;

        private Held(Path file, Open open) {
            this.file = file;
            this.open = open;
        }

        @Override
        public void close() {
            synchronized (HELD_BY_THIS_JVM) {
                if (closed) {
                    return;
                }
                closed = true;
                if (--open.holders == 0) {
                    HELD_BY_THIS_JVM.remove(file);
                    try {
                        open.channel.close();
                    } catch (IOException e) {
                        // The descriptor is gone either way, and with it the lock.
                    }
                }
            }
        }
    }
}
