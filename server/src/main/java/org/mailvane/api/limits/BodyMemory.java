package org.mailvane.api.limits;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Bounds the memory that the bodies of all requests take together. The first bytes of a body are
 * free: there are only so many connections. Further bytes take a share of the heap as they come, of
 * which callers who are signed in have a larger one for themselves. What parsing takes is another
 * share, since bodies that have come must not wait for memory that other bodies keep until they get
 * the same. Slow clients can't keep it, as a body is complete by then, except the parameters of
 * forms, which stay until the answer is read: those have a bounded part of it.
 */
@Component
public final class BodyMemory {

    /** Bytes of a body that take no part of the shared memory. */
    public static final int FREE_BYTES = 4 << 10;

    /**
     * Bytes of a stranger's body at most: the longest record that can be inspected, also in a form,
     * which encodes some of its characters.
     */
    public static final int STRANGER_BYTES = 128 << 10;

    /** A body's bytes, its text and the values in it take so many times its size. */
    static final int GROWTH = 8;

    /** A form's bytes and its parameters take so many times its size, once it has come. */
    public static final int FORM_GROWTH = 4;

    /** Bytes that are read at a time. */
    private static final int PART_BYTES = FREE_BYTES;

    /** The part of the heap for what is being parsed. */
    static final int PARSING_SHARE = 8;

    /**
     * The part of the heap for bodies of callers who are signed in, while they come. The parameters
     * of their forms have as much of what is for parsing.
     */
    public static final int SIGNED_IN_SHARE = 16;

    /** The same for strangers. */
    static final int STRANGERS_SHARE = 32;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Pool parsing;
    private final Pool signedIn;
    private final Pool strangers;
    private final Pool formsOfSignedIn;
    private final Pool formsOfStrangers;

    @Autowired
    public BodyMemory() {
        this(Runtime.getRuntime().maxMemory(), PATIENCE);
    }

    /**
     * Shares parts of a heap.
     *
     * @param heap bytes
     * @param patience how long a body waits for others
     */
    BodyMemory(long heap, Duration patience) {
        parsing = new Pool(heap / PARSING_SHARE, null, patience);
        signedIn = new Pool(heap / SIGNED_IN_SHARE, null, patience);
        strangers = new Pool(heap / STRANGERS_SHARE, null, patience);
        formsOfSignedIn = new Pool(heap / SIGNED_IN_SHARE, parsing, patience);
        formsOfStrangers = new Pool(heap / STRANGERS_SHARE, parsing, patience);
    }

    /** Gives the memory of a body back. */
    public interface Held extends AutoCloseable {

        @Override
        void close();
    }

    /** Counts the bytes of a body while it comes; none are taken yet. */
    public Arriving arriving(boolean isSignedIn) {
        return isSignedIn
                ? new Arriving(signedIn, formsOfSignedIn, parsing)
                : new Arriving(strangers, formsOfStrangers, parsing);
    }

    /**
     * Takes the memory for parsing a body that has come.
     *
     * @throws ApiProblem 503 when other bodies need the memory
     */
    public Held parse(long bytes) {
        return parsing.take(bytes, GROWTH);
    }

    /** A body has more than so many bytes. */
    public static ApiProblem tooLarge(int bytes) {
        return ApiProblem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "too_large",
                "The body is larger than " + bytes + " bytes.");
    }

    /** The memory of one body that is coming. For one thread. */
    public static final class Arriving implements AutoCloseable {

        private final Pool pool;
        private final Pool forms;
        private final Pool parsing;
        private int bytes;
        private int taken;
        private Held parameters = () -> {};

        private Arriving(Pool pool, Pool forms, Pool parsing) {
            this.pool = pool;
            this.forms = forms;
            this.parsing = parsing;
        }

        /**
         * Takes memory for further bytes.
         *
         * @throws ApiProblem 503 when other bodies need it
         */
        void add(int more) {
            int need = Pool.kilobytes(bytes + more, 1);
            pool.acquire(need - taken);
            taken = need;
            bytes += more;
        }

        /**
         * Reads a body in parts, each of which takes memory just before it is read.
         *
         * @param limit bytes that it has at most
         * @throws ApiProblem 413 when it has more, 503 when others need the memory
         * @throws IOException when it does not come to its end
         */
        public byte[] read(InputStream body, int limit) throws IOException {
            List<byte[]> parts = new ArrayList<>();
            while (true) {
                int wanted = Math.min(PART_BYTES, limit + 1 - bytes);
                add(wanted);
                byte[] part = body.readNBytes(wanted);
                parts.add(part);
                if (part.length < wanted) {
                    // For a moment the bytes are there twice.
                    try (Held _ = parsing.take(bytes, 1)) {
                        return joined(parts);
                    }
                }
                if (bytes > limit) {
                    throw tooLarge(limit);
                }
            }
        }

        private static byte[] joined(List<byte[]> parts) {
            byte[] whole = new byte[parts.stream().mapToInt(part -> part.length).sum()];
            int next = 0;
            for (byte[] part : parts) {
                System.arraycopy(part, 0, whole, next, part.length);
                next += part.length;
            }
            return whole;
        }

        /**
         * Takes what the parameters of a form need that has come, from the share for parsing. It is
         * taken once.
         *
         * @throws ApiProblem 503 when others need the memory
         */
        public void addParameters() {
            parameters = forms.take(bytes, FORM_GROWTH - 1);
        }

        /**
         * Takes the memory of a form at once that the container reads, and its parameters. The form
         * has yet to come, so all of it is from the share for that.
         *
         * @throws ApiProblem 503 when others need the memory
         */
        public void addForm(int size) {
            int need = Math.min(Pool.kilobytes(bytes + size, FORM_GROWTH), pool.size);
            pool.acquire(Math.max(0, need - taken));
            taken = Math.max(taken, need);
            bytes += size;
        }

        /** Returns how many bytes were added. */
        public int bytes() {
            return bytes;
        }

        @Override
        public void close() {
            parameters.close();
            pool.release(taken);
        }
    }

    /** A part of the heap, in kilobytes. */
    private static final class Pool {

        private final int size;
        private final Semaphore free;
        private final @Nullable Pool whole;
        private final Duration patience;

        /**
         * Shares so many bytes.
         *
         * @param whole what they are a part of, if they are
         */
        Pool(long bytes, @Nullable Pool whole, Duration patience) {
            size = Math.toIntExact(Math.min(bytes >> 10, Integer.MAX_VALUE));
            free = new Semaphore(size, true);
            this.whole = whole;
            this.patience = patience;
        }

        static int kilobytes(long bytes, int growth) {
            return bytes <= FREE_BYTES ? 0 : Math.toIntExact((bytes * growth) >> 10);
        }

        /** Takes what a body needs; one that needs more than there is gets all of it. */
        Held take(long bytes, int growth) {
            int need = Math.min(kilobytes(bytes, growth), size);
            acquire(need);
            return () -> release(need);
        }

        void acquire(int kilobytes) {
            try {
                if (!free.tryAcquire(kilobytes, patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw busy();
                }
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                throw busy();
            }
            if (whole != null) {
                try {
                    whole.acquire(kilobytes);
                } catch (ApiProblem busy) {
                    free.release(kilobytes);
                    throw busy;
                }
            }
        }

        void release(int kilobytes) {
            free.release(kilobytes);
            if (whole != null) {
                whole.release(kilobytes);
            }
        }

        private static ApiProblem busy() {
            return ApiProblem.busy(
                    "The server is reading too many large requests.", PATIENCE.toSeconds());
        }
    }
}
