package org.mailvane.intake;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.QueueTable.Claim;
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
record Envelope(
        String name,
        long size,
        Content content,
        @Nullable Queued queued,
        Authenticity authenticity) {

    /** Characters of a name that are kept. */
    static final int MAX_NAME_LENGTH = 1_000;

    Envelope {
        name = kept(name);
    }

    /**
     * Returns what is kept of a name: its end says more than its beginning, it is the file's own
     * name.
     */
    static String kept(String name) {
        return name.length() <= MAX_NAME_LENGTH
                ? name
                : "..." + name.substring(name.length() - MAX_NAME_LENGTH + 3);
    }

    /** A file that a person hands over, outside the queue. */
    Envelope(String name, long size, Content content) {
        this(name, size, content, null, Authenticity.of(ReportAuthentication.BY_PERSON));
    }

    /** Finds out whether a message with reports comes from whom it says. */
    @FunctionalInterface
    interface Authenticity {

        /** Begins to find it out; does not wait for DNS. */
        CompletableFuture<ReportAuthentication> of(ReadEnvelope read);

        /** Returns what is known already. */
        static Authenticity of(ReportAuthentication known) {
            return read -> CompletableFuture.completedFuture(known);
        }
    }

    /** Gives the message, when its turn has come. */
    @FunctionalInterface
    interface Content {
        RawMessage get() throws IOException;
    }

    /** Returns its place in the queue; fails for one that never was there. */
    Queued place() {
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
    record Queued(Claim claim) {

        /** Returns the import that it belongs to. */
        long importId() {
            return claim.importId();
        }

        /** Returns the ledger's entry. */
        long entryId() {
            return claim.entryId();
        }

        /** Returns the stored message; 0 where it is not there any more. */
        long rawId() {
            return claim.rawId() == null ? 0 : claim.rawId();
        }

        /** Returns where it came from. */
        Import.Origin origin() {
            return claim.origin();
        }
    }
}
