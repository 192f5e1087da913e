package org.mailvane.reports.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.mailvane.reports.Budget;
import org.mailvane.reports.LimitExceeded;
import org.mailvane.reports.Problem;

/**
 * Base class of all unpacked streams: they use up the budget, they end where damage begins, and a
 * limit that was exceeded once stays exceeded.
 */
abstract class UnpackedStream extends InputStream {

    private final Budget budget;
    private final Damage damage;
    private final byte[] one = new byte[1];
    private long unpacked;
    private boolean ended;
    private boolean refused;

    UnpackedStream(Budget budget, Damage damage) {
        this.budget = budget;
        this.damage = damage;
    }

    /**
     * Unpacks some bytes, at least one, or answers -1 at the end.
     *
     * @throws DataFormatException where the packed data is damaged
     * @throws CutOffException where it is cut off
     */
    abstract int unpack(byte[] into, int offset, int length)
            throws IOException, DataFormatException;

    /** Packed bytes that {@link #unpacked} came from. */
    abstract long packed();

    /** Bytes of the whole input that were read so far. */
    abstract long position();

    /** Unpacked bytes so far. */
    final long unpacked() {
        return unpacked;
    }

    /** Whether a bound was crossed, so that what follows must not be read either. */
    final boolean refused() {
        return refused;
    }

    @Override
    public final int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public final int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (ended || refused) {
            return -1;
        }
        int n = unpackOrEnd(into, offset, length);
        if (n < 0) {
            ended = true;
            return -1;
        }
        unpacked += n;
        try {
            budget.unpacked(n);
            budget.expanded(packed(), unpacked);
        } catch (LimitExceeded e) {
            refused = true;
            throw e;
        }
        return n;
    }

    private int unpackOrEnd(byte[] into, int offset, int length) throws IOException {
        try {
            return unpack(into, offset, length);
        } catch (CutOffException e) {
            damage.cutOff(position());
        } catch (DataFormatException e) {
            damage.broken(position());
        }
        ended = true;
        if (unpacked == 0) {
            throw new DamagedArchive(
                    Problem.Reason.BAD_ARCHIVE, Objects.requireNonNull(damage.diagnostic()));
        }
        return -1;
    }
}
