package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.SampleRow;
import org.mailvane.detailreport.SampleRows;
import org.mailvane.detailreport.query.SourceSums;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;

class SnapshotStreamTest {

    private final SplittableRandom random = new SplittableRandom(12);

    static byte[] written(Snapshot snapshot) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SnapshotStream.write(snapshot, bytes);
        return bytes.toByteArray();
    }

    private static Snapshot read(byte[] bytes) throws IOException {
        return SnapshotStream.read(new ByteArrayInputStream(bytes));
    }

    private Snapshot sample(int rows) {
        SnapshotBuilder builder = new SnapshotBuilder();
        for (int i = 0; i < rows; i++) {
            SampleRow.any(random, 20).addTo(builder);
        }
        builder.addDay(new DayMessages(LocalDate.of(2026, 11, 20), Category.FORWARDER, 7));
        builder.addDay(new DayMessages(LocalDate.of(2012, 1, 1), Category.CAPABLE, 1L << 40));
        builder.addDay(new DayMessages(LocalDate.of(2026, 11, 20), Category.FORWARDER, 2));
        return builder.build();
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        for (int rows : new int[] {0, 1, 300, 1_000}) {
            Snapshot snapshot = sample(rows);
            byte[] bytes = written(snapshot);
            Snapshot read = read(bytes);
            assertThat(written(read)).isEqualTo(bytes);
            assertThat(SampleRows.shown(read)).isEqualTo(SampleRows.shown(snapshot));
            assertThat(SourceSums.of(read.kinds())).isEqualTo(SourceSums.of(snapshot.kinds()));
            assertThat(read.days())
                    .containsExactly(
                            new DayMessages(LocalDate.of(2012, 1, 1), Category.CAPABLE, 1L << 40),
                            new DayMessages(LocalDate.of(2026, 11, 20), Category.FORWARDER, 9));
            assertThat(read.bytes()).isEqualTo(snapshot.bytes());
        }
    }

    @Test
    void anotherVersionIsRefused() throws IOException {
        byte[] bytes = written(sample(5));
        bytes[3]++;
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version " + (SnapshotStream.VERSION + 1));
    }

    @Test
    void aStreamThatEndsEarlyIsRefused() throws IOException {
        byte[] bytes = written(sample(20));
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(part)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aDamagedStreamIsReadOrRefused() throws IOException {
        byte[] bytes = written(sample(20));
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(4, bytes.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                read(damaged);
            } catch (IOException expected) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void noMemoryIsTakenForBytesThatDoNotCome() {
        for (byte[] stream :
                List.of(
                        new byte[] {0, 0, 0, 1, 0x7f, -1, -1, -1, 1, 7},
                        new byte[] {0, 0, 0, 1, 0x7f, -1, -1, -1, 4, 7},
                        new byte[] {0, 0, 0, 1, -1, -1, -1, -1, 1, 7})) {
            assertThatThrownBy(() -> read(stream)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void longArraysAreReadStepByStep() throws IOException {
        byte[] bytes = new byte[SnapshotStream.FIRST_BYTES * 2 + 5];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (((i * 31) >>> 3) | 1);
        }
        byte[] read =
                SnapshotStream.readBytes(
                        bytes.length, 2, new DataInputStream(new ByteArrayInputStream(bytes)));
        assertThat(Arrays.copyOf(read, bytes.length)).isEqualTo(bytes);
        assertThat(read).hasSize(bytes.length + 2).endsWith(0, 0);
        assertThatThrownBy(() ->
                        SnapshotStream.readBytes(
                                SnapshotStream.MAX_BYTES,
                                1,
                                new DataInputStream(new ByteArrayInputStream(bytes))))
                .hasMessage(SnapshotStream.MAX_BYTES + " bytes of a snapshot");
        assertThatThrownBy(() ->
                        SnapshotStream.readBytes(
                                SnapshotStream.MAX_BYTES,
                                0,
                                new DataInputStream(new ByteArrayInputStream(bytes))))
                .as("an array can be as long, but so much does not come")
                .isInstanceOf(EOFException.class);
    }
}
