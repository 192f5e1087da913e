package org.mailvane.reports.archive;

import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;

/**
 * The damage of one packed piece, noted where unpacking stops early. Several readings of the piece
 * share it: each may or may not reach the damage.
 */
public final class Damage {

    /** Words for what is packed: the values of {@code what} in its diagnostics. */
    public static final String SIGNED_MAIL = "signed_mail";

    static final String GZIP = "gzip";
    static final String ZLIB = "zlib";
    static final String DEFLATE = "deflate";
    static final String ZIP = "zip";
    static final String TAR = "tar";

    private final String what;
    private @Nullable Diagnostic diagnostic;
    private boolean nextPiece;
    private boolean ofNextPiece;

    /**
     * @param what is packed: one of the words
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
        note(DiagnosticCode.CUT_OFF, bytes);
    }

    /**
     * Notes that the packed data can't be unpacked further.
     *
     * @param bytes the number of bytes before the damage
     */
    void broken(long bytes) {
        note(DiagnosticCode.BROKEN, bytes);
    }

    private void note(DiagnosticCode how, long bytes) {
        if (diagnostic == null) {
            diagnostic = Diagnostic.of(how).with(what).with(bytes);
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

    /** Returns what is wrong; null where nothing was noticed. */
    public @Nullable Diagnostic diagnostic() {
        return diagnostic;
    }
}
