package org.mailvane.intake.reading;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Import;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.QueueTable.Claim;
import org.mailvane.reporters.ReportAuthentication;

/**
 * An incoming message or file, not read yet.
 *
 * @param name what it is called: a path, a file name
 * @param size about how many bytes it is going to hold in memory
 * @param content gives the message
 * @param queued its place in the queue; null for one that never was there
 * @param authenticity finds out whether it comes from whom it says
 */
public record Envelope(
        String name,
        long size,
        Content content,
        @Nullable Queued queued,
        Authenticity authenticity) {

    /** Characters of a name that are kept. */
    public static final int MAX_NAME_LENGTH = 1_000;

    public Envelope {
        name = kept(name);
    }

    /**
     * Returns what is kept of a name: its end says more than its beginning, it is the file's own
     * name.
     */
    public static String kept(String name) {
        return name.length() <= MAX_NAME_LENGTH
                ? name
                : "..." + name.substring(name.length() - MAX_NAME_LENGTH + 3);
    }

    /** A file that a person hands over, outside the queue. */
    public Envelope(String name, long size, Content content) {
        this(name, size, content, null, Authenticity.of(ReportAuthentication.BY_PERSON));
    }

    /** Finds out whether a message with reports comes from whom it says. */
    @FunctionalInterface
    public interface Authenticity {

        /** Begins to find it out; does not wait for DNS. */
        CompletableFuture<ReportAuthentication> of(ReadEnvelope read);

        /** Returns what is known already. */
        static Authenticity of(ReportAuthentication known) {
            return read -> CompletableFuture.completedFuture(known);
        }
    }

    /** Gives the message, when its turn has come. */
    @FunctionalInterface
    public interface Content {
        RawMessage get() throws IOException;
    }

    /** Returns its place in the queue; fails for one that never was there. */
    public Queued place() {
        if (queued == null) {
            throw new IllegalStateException(name + " is not from the queue");
        }
        return queued;
    }

    /**
     * A place in the queue.
     *
     * @param claim by which it was taken from there
     */
    public record Queued(Claim claim) {

        /** Returns the import that it belongs to. */
        long importId() {
            return claim.importId();
        }

        /** Returns the ledger's entry. */
        public long entryId() {
            return claim.entryId();
        }

        /** Returns the stored message; 0 where it is not there any more. */
        public long rawId() {
            return claim.rawId() == null ? 0 : claim.rawId();
        }

        /** Returns where it came from. */
        Import.Origin origin() {
            return claim.origin();
        }
    }
}
