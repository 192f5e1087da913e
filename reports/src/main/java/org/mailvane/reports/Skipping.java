package org.mailvane.reports;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a piece from some place on.
 *
 * @param piece the whole piece
 * @param bytes how many to leave out
 */
record Skipping(ByteSource piece, long bytes) implements ByteSource {

    /** The same piece where nothing is left out. */
    static ByteSource of(ByteSource piece, long bytes) {
        return bytes == 0 ? piece : new Skipping(piece, bytes);
    }

    @Override
    public InputStream open() throws IOException {
        InputStream opened = piece.open();
        try {
            opened.skipNBytes(bytes);
        } catch (EOFException nothingIsLeft) {
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        return opened;
    }
}
