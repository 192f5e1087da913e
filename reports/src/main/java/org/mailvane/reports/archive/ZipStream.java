package org.mailvane.reports.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Problem;

/**
 * Reads a zip archive from its first byte to its last, by the entries' own headers (APPNOTE,
 * section 4.3.7).
 *
 * <p>The central directory is never looked at: it may be damaged, and entries that overlap, as in
 * bombs, can only be expressed in it. Between two entries everything is skipped up to the next
 * signature, which takes data descriptors of any form. Checksums are not compared.
 *
 * <p>Longer than other classes, since an entry, the way to it and the way past it hold together.
 */
public final class ZipStream implements Closeable {

    /**
     * A file or directory of the archive.
     *
     * @param name as written in the archive, possibly empty
     * @param encrypted whether it needs a password
     * @param method the compression method (APPNOTE, section 4.4.5)
     * @param offset the offset of its packed bytes in the archive
     * @param packedSize the number of packed bytes, or -1 if only a data descriptor after them
     *     contains it
     */
    public record Entry(String name, boolean encrypted, int method, long offset, long packedSize) {

        /** Whether it is a directory, which has no content. */
        public boolean directory() {
            return name.endsWith("/");
        }

        boolean deflated() {
            return method == DEFLATED;
        }

        /** Whether {@link ZipStream#content} can unpack it. */
        boolean readable() {
            return !encrypted && (deflated() || (method == STORED && packedSize >= 0));
        }
    }

    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    private static final int ENTRY = 0x04034b50;
    private static final int CENTRAL_DIRECTORY = 0x02014b50;
    private static final int END_OF_DIRECTORY = 0x06054b50;
    private static final String WHAT = Damage.ZIP;
    private static final int SKIP_BYTES = 8 << 10;

    /** Bytes of the directory's end between its signature and the length of its comment. */
    private static final int END_BEFORE_COMMENT = 16;

    private final PackedInput in;
    private final Inflaters inflaters;
    private final Budget budget;
    private @Nullable Inflater inflater;
    private @Nullable Entry current;
    private OptionalLong end = OptionalLong.empty();
    private @Nullable ZipEntryStream content;
    private Damage damage = new Damage(WHAT);

    /**
     * @param zip the archive's bytes; closed with this
     * @param budget is spent by what comes out of the entries
     */
    public ZipStream(InputStream zip, Inflaters inflaters, Budget budget) {
        this.in = new PackedInput(zip);
        this.inflaters = inflaters;
        this.budget = budget;
        this.inflater = inflaters.borrow();
    }

    /**
     * Goes on to the next entry.
     *
     * @return the entry; null at the end, be it the proper one, a cut, or an entry that crossed a
     *     bound
     * @throws DamagedArchive where an entry's header is cut off
     */
    public @Nullable Entry next() throws IOException {
        if (!skipRestOfEntry() || !skipToEntry()) {
            current = null;
            return null;
        }
        current = ZipHeader.read(in);
        damage = new Damage(WHAT);
        if (current == null) {
            damage.cutOff(in.position());
            throw bad(Objects.requireNonNull(damage.diagnostic()));
        }
        return current;
    }

    /**
     * The content of the entry that {@link #next} gave, valid until the next call of it.
     *
     * @throws DamagedArchive where it is encrypted or compressed in a way that reports never are
     */
    public InputStream content() throws DamagedArchive {
        Entry entry = current;
        Inflater open = inflater;
        if (entry == null || open == null) {
            throw new IllegalStateException("no entry");
        }
        check(entry);
        open.reset();
        content = new ZipEntryStream(in, entry, open, budget, damage);
        return content;
    }

    /** Returns the damage of the content of the entry that {@link #next} returned. */
    public Damage damage() {
        return damage;
    }

    /**
     * Opens an entry a second time.
     *
     * @param zip the same archive's bytes from their start; closed with the stream that is answered
     * @param entry the entry as {@link #next} gave it
     * @param damage its {@link #damage}
     */
    public static InputStream open(
            InputStream zip, Entry entry, Inflaters inflaters, Budget budget, Damage damage)
            throws IOException {
        check(entry);
        PackedInput in = new PackedInput(zip);
        in.skip(entry.offset());
        Inflater inflater = inflaters.borrow();
        return new ZipEntryStream(in, entry, inflater, budget, damage) {
            private boolean closed;

            @Override
            public void close() throws IOException {
                if (!closed) {
                    closed = true;
                    inflaters.giveBack(inflater);
                    in.close();
                }
            }
        };
    }

    private static void check(Entry entry) throws DamagedArchive {
        if (entry.encrypted()) {
            throw new DamagedArchive(
                    Problem.Reason.ENCRYPTED, Diagnostic.of(DiagnosticCode.ZIP_ENCRYPTED));
        }
        if (!entry.readable()) {
            throw bad(
                    entry.method() == STORED
                            ? Diagnostic.of(DiagnosticCode.ZIP_SIZE_MISSING)
                            : Diagnostic.of(DiagnosticCode.ZIP_METHOD).with(entry.method()));
        }
    }

    private static DamagedArchive bad(Diagnostic diagnostic) {
        return new DamagedArchive(Problem.Reason.BAD_ARCHIVE, diagnostic);
    }

    /** Skips the rest of the current entry; false if nothing after it can or may be read. */
    private boolean skipRestOfEntry() throws IOException {
        Entry entry = current;
        if (entry == null) {
            return true;
        }
        ZipEntryStream read = content;
        content = null;
        if (read != null && read.refused()) {
            return false;
        }
        if (entry.packedSize() >= 0) {
            return in.skip(entry.offset() + entry.packedSize() - in.position());
        }
        if (entry.readable()) {
            drain(read == null ? content() : read);
            content = null;
        }
        return true;
    }

    private static void drain(InputStream rest) throws IOException {
        byte[] buffer = new byte[SKIP_BYTES];
        int n = 0;
        while (n >= 0) {
            n = rest.read(buffer, 0, buffer.length);
        }
    }

    /**
     * Skips to the position after the next entry's signature; false if the directory or the end
     * comes first.
     */
    private boolean skipToEntry() throws IOException {
        int last = 0;
        int b = in.read();
        while (b >= 0) {
            last = last >>> 8 | b << 24;
            if (last == ENTRY) {
                return true;
            }
            if (last == CENTRAL_DIRECTORY || last == END_OF_DIRECTORY) {
                skipDirectory(last);
                return false;
            }
            b = in.read();
        }
        return false;
    }

    /** Skips what follows the last entry: APPNOTE, sections 4.3.12 and 4.3.16. */
    private void skipDirectory(int signature) throws IOException {
        int last = signature;
        while (last != END_OF_DIRECTORY) {
            int b = in.read();
            if (b < 0) {
                return;
            }
            last = last >>> 8 | b << 24;
        }
        if (in.skip(END_BEFORE_COMMENT) && in.skip(Math.max(0, in.readShort()))) {
            end = in.peek() < 0 ? end : OptionalLong.of(in.position());
        }
    }

    /** Returns where the archive ends and other content follows; empty if none does. */
    public OptionalLong end() {
        return end;
    }

    @Override
    public void close() throws IOException {
        if (inflater != null) {
            inflaters.giveBack(inflater);
            inflater = null;
        }
        in.close();
    }
}
