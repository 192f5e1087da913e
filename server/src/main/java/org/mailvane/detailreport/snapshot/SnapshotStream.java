package org.mailvane.detailreport.snapshot;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mailvane.detailreport.snapshot.Snapshot.Kinds;
import org.mailvane.detailreport.snapshot.Snapshot.Results;
import org.mailvane.detailreport.snapshot.Snapshot.Rows;
import org.mailvane.detailreport.snapshot.Snapshot.Senders;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;
import org.mailvane.traffic.blocks.RowKind;

/** A snapshot as bytes. */
public final class SnapshotStream {

    /** Version of the format; a snapshot of another version is worked out again. */
    static final int VERSION = 1;

    /** Bytes of an array that are taken before any of them has come. */
    static final int FIRST_BYTES = 1 << 20;

    /** Bytes of an array: it can't be longer. */
    static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private SnapshotStream() {}

    public static void write(Snapshot snapshot, OutputStream stream) throws IOException {
        DataOutputStream out = new DataOutputStream(stream);
        out.writeInt(VERSION);
        Rows rows = snapshot.rows();
        rows.from().writeTo(out);
        rows.sender().writeTo(out);
        rows.results().writeTo(out);
        rows.kind().writeTo(out);
        rows.amount().writeTo(out);
        writeLongs(rows.amounts(), out);
        Senders senders = snapshot.senders();
        senders.addressRank().writeTo(out);
        out.write(senders.addresses());
        senders.name().writeTo(out);
        senders.confirmed().writeTo(out);
        senders.organization().writeTo(out);
        senders.country().writeTo(out);
        Results results = snapshot.results();
        results.reporter().writeTo(out);
        results.reason().writeTo(out);
        results.comment().writeTo(out);
        results.dkim().writeTo(out);
        results.dkimDomain().writeTo(out);
        results.selectors().writeTo(out);
        results.dkimSays().writeTo(out);
        results.spf().writeTo(out);
        results.spfDomain().writeTo(out);
        results.spfSays().writeTo(out);
        results.envelopeTo().writeTo(out);
        results.envelopeFrom().writeTo(out);
        results.policyDomain().writeTo(out);
        writeKinds(snapshot.kinds(), out);
        snapshot.texts().writeTo(out);
        out.writeInt(snapshot.days().size());
        for (DayMessages day : snapshot.days()) {
            out.writeLong(day.day().toEpochDay());
            out.writeByte(day.category().number());
            out.writeLong(day.messages());
        }
        out.flush();
    }

    private static void writeKinds(Kinds kinds, DataOutput out) throws IOException {
        out.writeInt(kinds.list().size());
        for (RowKind kind : kinds.list()) {
            out.writeByte(kind.category().number());
            out.writeInt(kind.source());
            out.writeInt(kind.rule());
            out.writeUTF(kind.disposition().name());
            out.writeBoolean(kind.dkimAligned());
            out.writeBoolean(kind.spfAligned());
        }
        writeLongs(kinds.messages(), out);
    }

    private static void writeLongs(long[] values, DataOutput out) throws IOException {
        out.writeInt(values.length);
        for (long value : values) {
            out.writeLong(value);
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IOException also where it has another version, or can't be one
     */
    static Snapshot read(InputStream stream) throws IOException {
        try {
            return readSnapshot(new DataInputStream(stream));
        } catch (IllegalArgumentException | DateTimeException wrong) {
            throw new IOException("a damaged snapshot", wrong);
        }
    }

    private static Snapshot readSnapshot(DataInput in) throws IOException {
        int version = in.readInt();
        if (version != VERSION) {
            throw new IOException("a snapshot of version " + version);
        }
        Rows rows =
                new Rows(
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        readLongs(in));
        return new Snapshot(
                rows,
                readSenders(in),
                new Results(
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in),
                        IntColumn.read(in)),
                readKinds(in),
                Texts.read(in),
                readDays(in));
    }

    /**
     * Reads this number of bytes into an array with additional bytes at its end. Memory is
     * allocated as they come, so that a damaged length does not allocate it.
     */
    static byte[] readBytes(long length, int behind, DataInput in) throws IOException {
        if (length < 0 || length > MAX_BYTES - behind) {
            throw new IOException(length + " bytes of a snapshot");
        }
        byte[] bytes = new byte[(int) Math.min(length, FIRST_BYTES) + behind];
        int read = 0;
        while (true) {
            in.readFully(bytes, read, bytes.length - behind - read);
            read = bytes.length - behind;
            if (read == length) {
                return bytes;
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, read * 2L) + behind);
        }
    }

    private static Senders readSenders(DataInput in) throws IOException {
        IntColumn rank = IntColumn.read(in);
        byte[] addresses = readBytes((long) rank.size() * Senders.OCTETS, 0, in);
        return new Senders(
                rank,
                addresses,
                IntColumn.read(in),
                IntColumn.read(in),
                IntColumn.read(in),
                IntColumn.read(in));
    }

    private static Kinds readKinds(DataInput in) throws IOException {
        int count = in.readInt();
        List<RowKind> kinds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kinds.add(
                    new RowKind(
                            Category.of(in.readByte()),
                            in.readInt(),
                            in.readInt(),
                            Disposition.valueOf(in.readUTF()),
                            in.readBoolean(),
                            in.readBoolean()));
        }
        return new Kinds(kinds, readLongs(in));
    }

    private static long[] readLongs(DataInput in) throws IOException {
        byte[] bytes = readBytes((long) in.readInt() * Long.BYTES, 0, in);
        long[] values = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(values);
        return values;
    }

    private static List<DayMessages> readDays(DataInput in) throws IOException {
        int count = in.readInt();
        List<DayMessages> days = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            days.add(
                    new DayMessages(
                            LocalDate.ofEpochDay(in.readLong()),
                            Category.of(in.readByte()),
                            in.readLong()));
        }
        return days;
    }
}
