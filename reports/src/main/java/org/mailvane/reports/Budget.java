package org.mailvane.reports;

import org.jspecify.annotations.Nullable;

/** Counts how much of the {@link Limits} has been used while one input is read. Not thread-safe. */
public final class Budget {

    /** Times that a document is opened after the first: for other ways to read and repair it. */
    private static final int FURTHER_READINGS = 4;

    private final Limits limits;
    private final int readings;
    private long unpacked;
    private int entries;
    private int documents;
    private int parts;
    private long held;
    private long kept;
    private @Nullable Budget furtherReadings;

    /** A budget of which nothing is spent. */
    public Budget(Limits limits) {
        this(limits, 1);
    }

    private Budget(Limits limits, int readings) {
        this.limits = limits;
        this.readings = readings;
    }

    /**
     * The budget for reading documents again, which a reader does to repair them: so much larger
     * than the first that every document can be tried in each way a reader has, and no more.
     */
    public Budget furtherReadings() {
        if (furtherReadings == null) {
            furtherReadings = new Budget(limits, FURTHER_READINGS);
        }
        return furtherReadings;
    }

    /**
     * Returns the bytes that came out of archives and documents by now, each time they were read.
     */
    long unpacked() {
        return unpacked + (furtherReadings == null ? 0 : furtherReadings.unpacked);
    }

    /** More bytes came out of an archive or a plain document. */
    public void unpacked(long bytes) throws LimitExceeded {
        unpacked += bytes;
        if (unpacked / readings > limits.unpackedBytes()) {
            throw LimitExceeded.everywhere(
                    Problem.Reason.TOO_LARGE,
                    Diagnostic.of(
                                    readings == 1
                                            ? DiagnosticCode.LIMIT_UNPACKED
                                            : DiagnosticCode.LIMIT_UNPACKED_AGAIN)
                            .with(unpacked)
                            .with(limits.unpackedBytes()));
        }
    }

    /**
     * One archive has grown to this size.
     *
     * @param from packed bytes read so far
     * @param to unpacked bytes so far
     */
    public void expanded(long from, long to) throws LimitExceeded {
        if (to > Limits.EXPANSION_FREE_BYTES && to / limits.expansionRatio() > from) {
            throw LimitExceeded.here(
                    Problem.Reason.BOMB,
                    Diagnostic.of(DiagnosticCode.LIMIT_EXPANSION)
                            .with(from)
                            .with(to)
                            .with(limits.expansionRatio()));
        }
    }

    /** One more archive entry, be it a file or a directory. */
    public void entry() throws LimitExceeded {
        entries++;
        if (entries > limits.entries()) {
            throw LimitExceeded.everywhere(
                    Problem.Reason.TOO_MANY_ENTRIES,
                    Diagnostic.of(DiagnosticCode.LIMIT_ENTRIES).with(limits.entries()));
        }
    }

    /** One more document follows another in the same file. */
    void document() throws LimitExceeded {
        documents++;
        if (documents > Limits.DOCUMENTS) {
            throw LimitExceeded.everywhere(
                    Problem.Reason.TOO_MANY_ENTRIES,
                    Diagnostic.of(DiagnosticCode.LIMIT_DOCUMENTS).with(Limits.DOCUMENTS));
        }
    }

    /** One more MIME part, be it a leaf or a multipart. */
    public void part() throws LimitExceeded {
        parts++;
        if (parts > limits.mailParts()) {
            throw LimitExceeded.everywhere(
                    Problem.Reason.TOO_MANY_ENTRIES,
                    Diagnostic.of(DiagnosticCode.LIMIT_MAIL_PARTS).with(limits.mailParts()));
        }
    }

    /** An archive at this depth, 1 for the outermost, is about to be opened. */
    public void archiveDepth(int depth) throws LimitExceeded {
        if (depth > limits.archiveDepth()) {
            throw LimitExceeded.here(
                    Problem.Reason.TOO_DEEP,
                    Diagnostic.of(DiagnosticCode.LIMIT_ARCHIVE_DEPTH).with(limits.archiveDepth()));
        }
    }

    /** A mail at this depth, 1 for the outermost, is about to be opened. */
    public void mailDepth(int depth) throws LimitExceeded {
        if (depth > limits.mailDepth()) {
            throw LimitExceeded.here(
                    Problem.Reason.TOO_DEEP,
                    Diagnostic.of(DiagnosticCode.LIMIT_MAIL_DEPTH).with(limits.mailDepth()));
        }
    }

    /** More bytes are kept in memory: see {@link Limits#HELD_BYTES}. */
    void hold(long bytes) throws LimitExceeded {
        if (held + bytes > Limits.HELD_BYTES) {
            throw LimitExceeded.everywhere(
                    Problem.Reason.TOO_LARGE,
                    Diagnostic.of(DiagnosticCode.LIMIT_HELD)
                            .with(held + bytes)
                            .with(Limits.HELD_BYTES));
        }
        held += bytes;
    }

    /**
     * Counts more characters of reports that are kept as a whole: see {@link
     * Limits#KEPT_CHARACTERS}.
     */
    public void keep(long characters) throws LimitExceeded {
        kept += characters;
        if (kept > Limits.KEPT_CHARACTERS) {
            throw LimitExceeded.everywhere(
                    Problem.Reason.TOO_LARGE,
                    Diagnostic.of(DiagnosticCode.LIMIT_KEPT)
                            .with(kept)
                            .with(Limits.KEPT_CHARACTERS));
        }
    }

    /** Bytes given to {@link #hold} are kept no more. */
    void release(long bytes) {
        held -= bytes;
    }
}
