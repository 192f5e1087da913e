package org.mailvane.reports.archive;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with one packed piece, noted where its unpacking ends before its end. Several
 * readings of the piece share it: each may come to the place or not.
 */
public final class Damage {

    private final String what;
    private @Nullable String text;
    private boolean nextPiece;
    private boolean ofNextPiece;

    /**
     * @param what is packed, for a person
     */
    public Damage(String what) {
        this.what = what;
    }

    /**
     * Notes that the packed data end too early.
     *
     * @param bytes how many there are
     */
    void cutOff(long bytes) {
        note("is cut off: it ends after " + bytes + " bytes, in the middle of its data");
    }

    /**
     * Notes that the packed data can't be unpacked further.
     *
     * @param bytes behind how many of them
     */
    void broken(long bytes) {
        note("is damaged behind byte " + bytes);
    }

    private void note(String how) {
        if (text == null) {
            text = what + " " + how;
            ofNextPiece = nextPiece;
        }
    }

    /** Notes whether one of several pieces is unpacked that has given nothing yet. */
    void atNextPiece(boolean begins) {
        nextPiece = begins;
    }

    /** Whether it hit a further one of several pieces, of which nothing is there. */
    public boolean isOfNextPiece() {
        return ofNextPiece;
    }

    /** What is wrong, for a person; null where nothing was noticed. */
    public @Nullable String text() {
        return text;
    }
}
