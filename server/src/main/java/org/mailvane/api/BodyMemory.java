package org.mailvane.api;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Bounds the memory that the bodies of all requests take together. Small bodies are free: there are
 * only so many connections. Larger ones are for callers who are signed in, and share a part of the
 * heap.
 */
@Component
public final class BodyMemory {

    /** Bytes of a body that takes no part of the shared memory, and of a stranger's at most. */
    public static final int SMALL_BYTES = 64 << 10;

    /** A body's bytes, its text and the values in it take so many times its size. */
    static final int GROWTH = 8;

    /** The part of the heap that is shared. */
    static final int HEAP_SHARE = 8;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Duration patience;
    private final int shared;
    private final Semaphore kilobytes;

    @Autowired
    BodyMemory() {
        this(Runtime.getRuntime().maxMemory() / HEAP_SHARE, PATIENCE);
    }

    /**
     * Shares this many bytes.
     *
     * @param patience how long a body waits for others
     */
    BodyMemory(long bytes, Duration patience) {
        this.patience = patience;
        shared = Math.toIntExact(Math.min(bytes >> 10, Integer.MAX_VALUE));
        kilobytes = new Semaphore(shared, true);
    }

    /** Gives the memory of a body back. */
    public interface Held extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * Takes the memory that a body needs. A body that needs more than there is gets all of it.
     *
     * @param bytes of the body
     * @param signedIn whether its sender is known
     * @throws ApiProblem 413 for a large body of a stranger, 503 when other bodies need the memory
     */
    public Held take(long bytes, boolean signedIn) {
        if (bytes <= SMALL_BYTES) {
            return () -> {};
        }
        if (!signedIn) {
            throw tooLarge(SMALL_BYTES);
        }
        int need = (int) Math.min((bytes * GROWTH) >> 10, shared);
        try {
            if (!kilobytes.tryAcquire(need, patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw busy();
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw busy();
        }
        return () -> kilobytes.release(need);
    }

    /** Kilobytes that no body holds. */
    int free() {
        return kilobytes.availablePermits();
    }

    static ApiProblem tooLarge(int bytes) {
        return ApiProblem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "too_large",
                "The body has more than " + bytes + " bytes.");
    }

    private static ApiProblem busy() {
        return ApiProblem.busy("Too many large requests are being read.", PATIENCE.toSeconds());
    }
}
