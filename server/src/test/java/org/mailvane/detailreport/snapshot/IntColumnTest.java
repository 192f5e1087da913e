package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntColumnTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0xff, 1",
        "0x100, 2",
        "0xffff, 2",
        "0x10000, 3",
        "0xffffff, 3",
        "0x1000000, 4",
        "0x7fffffff, 4"
    })
    void numbersTakeAsManyBytesAsTheGreatestNeeds(String greatest, int width) throws IOException {
        int most = Integer.decode(greatest);
        int[] values = {most, 0, most / 2, most, 1 & most, most};
        IntColumn column = IntColumn.of(values);
        assertThat(values(column)).containsExactly(values);
        byte[] written = written(column);
        assertThat(written).hasSize(5 + values.length * width);
        assertThat(values(read(written))).containsExactly(values);
        assertThat(written(read(written))).isEqualTo(written);
    }

    @Test
    void onlyTheFirstOnesAreTaken() {
        assertThat(values(IntColumn.of(new int[] {3, 4, 500}, 2))).containsExactly(3, 4);
    }

    @Test
    void thereMayBeNone() throws IOException {
        assertThat(values(read(written(IntColumn.of())))).isEmpty();
    }

    @Test
    void whatCanBeNoColumnIsRefused() {
        assertThatThrownBy(() -> read(new byte[] {0, 0, 0, 1, 5, 0, 0, 0, 0, 0}))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> read(new byte[] {-1, 0, 0, 1, 1, 0}))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> read(new byte[] {0x7f, 0, 0, 0, 4, 0}))
                .isInstanceOf(IOException.class);
    }

    private static int[] values(IntColumn column) {
        return IntStream.range(0, column.size()).map(column::get).toArray();
    }

    private static byte[] written(IntColumn column) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        column.writeTo(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static IntColumn read(byte[] bytes) throws IOException {
        return IntColumn.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}
