package org.mailvane.reports.archive;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.mailvane.reports.Budget;

/** The content of one zip entry. Closing it leaves the archive open. */
class ZipEntryStream extends UnpackedStream {

    private final PackedInput in;
    private final ZipStream.Entry entry;
    private final Inflater inflater;

    /**
     * @param in positioned at the entry's first packed byte
     * @param inflater an empty inflater, which the caller still owns
     * @param damage notified if the data ends too early
     */
    ZipEntryStream(
            PackedInput in,
            ZipStream.Entry entry,
            Inflater inflater,
            Budget budget,
            Damage damage) {
        super(budget, damage);
        this.in = in;
        this.entry = entry;
        this.inflater = inflater;
    }

    @Override
    int unpack(byte[] into, int offset, int length) throws IOException, DataFormatException {
        if (entry.deflated()) {
            return in.inflate(inflater, into, offset, length);
        }
        long left = entry.packedSize() - unpacked();
        if (left <= 0) {
            return -1;
        }
        int n = in.read(into, offset, (int) Math.min(length, left));
        if (n < 0) {
            throw new CutOffException();
        }
        return n;
    }

    @Override
    long packed() {
        return in.position() - entry.offset();
    }

    @Override
    long position() {
        return in.position();
    }
}
