package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.SampleRow;
import org.mailvane.detailreport.SampleRows;
import org.mailvane.detailreport.query.ServerRows;
import org.mailvane.detailreport.query.SourceSums;
import org.mailvane.detailreport.snapshot.SnapshotBuilder.TooMuchException;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Category;
import org.mailvane.sources.evidence.SendingAddresses.Known;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;

class SnapshotBuilderTest {

    private final SplittableRandom random = new SplittableRandom(13);

    @Test
    void theSameRowsMakeTheSameSnapshot() throws IOException {
        for (int i = 0; i < 100; i++) {
            List<SampleRow> rows = new ArrayList<>();
            int variety = random.nextInt(1, 12);
            for (int j = random.nextInt(150); j > 0; j--) {
                rows.add(SampleRow.any(random, variety));
            }
            assertThat(
                            SnapshotStreamTest.written(
                                    SampleRows.snapshot(SampleRows.shuffled(rows, i))))
                    .isEqualTo(SnapshotStreamTest.written(SampleRows.snapshot(rows)));
        }
    }

    @Test
    void sendersStandInTheOrderOfAddresses() {
        SnapshotBuilder builder = new SnapshotBuilder();
        List<IpAddress> addresses =
                List.of(
                        IpAddress.v4(0),
                        IpAddress.v4(0x7fffffffL),
                        IpAddress.v4(0x80000000L),
                        IpAddress.v4(0xffffffffL),
                        IpAddress.v6(0, 0),
                        IpAddress.v6(0, 0xffffL),
                        IpAddress.v6(0, 0x10000L),
                        IpAddress.v6(0, -1),
                        IpAddress.v6(1, 0),
                        IpAddress.v6(Long.MAX_VALUE, 5),
                        IpAddress.v6(Long.MIN_VALUE, 4),
                        IpAddress.v6(-1, -1));
        for (int place : new int[] {7, 3, 0, 11, 1, 10, 2, 9, 4, 8, 6, 5}) {
            builder.sender(new SendingHost(addresses.get(place), Known.NOTHING));
            builder.sender(
                    new SendingHost(addresses.get(place), new Known("a.example", true, "b", "DE")));
        }
        Snapshot.Senders senders = builder.build().senders();
        for (int i = 0; i < addresses.size() * 2; i++) {
            assertThat(senders.address(i)).isEqualTo(addresses.get(i / 2));
            assertThat(senders.addressRank().get(i)).isEqualTo(i / 2);
        }
    }

    @Test
    void numbersOfMessagesMayBeOfAnySize() {
        long[] messages = {
            0,
            1,
            MessageCountDictionary.SMALL - 1,
            MessageCountDictionary.SMALL,
            MessageCountDictionary.SMALL + 1,
            Integer.MAX_VALUE + 1L,
            Long.MAX_VALUE
        };
        SnapshotBuilder builder = new SnapshotBuilder();
        SampleRow row = SampleRow.any(random, 3);
        for (int i = 0; i < messages.length; i++) {
            for (String name : List.of("a", "b")) {
                builder.add(
                        builder.from(name + i + ".example"),
                        builder.sender(row.sender()),
                        builder.results(row.results()),
                        builder.kind(row.kind()),
                        messages[i]);
            }
        }
        Snapshot snapshot = builder.build();
        assertThat(snapshot.rows().amounts()).containsExactly(messages);
        for (int i = 0; i < messages.length; i++) {
            long expected = messages[messages.length - 1 - i];
            assertThat(snapshot.rows().messages(i * 2)).isEqualTo(expected);
            assertThat(snapshot.rows().messages(i * 2 + 1)).isEqualTo(expected);
        }
    }

    @Test
    void sumsEndAtTheGreatestNumber() {
        SnapshotBuilder builder = new SnapshotBuilder();
        SampleRow row = SampleRow.any(random, 3).with(Long.MAX_VALUE - 2);
        DayMessages day =
                new DayMessages(LocalDate.of(2026, 11, 1), Category.CAPABLE, Long.MAX_VALUE - 1);
        for (int i = 0; i < 3; i++) {
            row.addTo(builder);
            builder.addDay(day);
        }
        new SampleRow("other.example", row.sender(), row.results(), row.kind(), 5).addTo(builder);
        Snapshot snapshot = builder.build();
        assertThat(snapshot.rows().messages(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(snapshot.days().getFirst().messages()).isEqualTo(Long.MAX_VALUE);
        assertThat(SourceSums.of(snapshot.kinds()).getFirst().sums().messages())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(
                        ServerRows.of(snapshot, row.kind().source(), null, "", Ordering.none())
                                .getFirst()
                                .sums()
                                .messages())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aReportHoldsSoManyRows() {
        SnapshotBuilder builder = new SnapshotBuilder(3, 10, 1_000_000);
        SampleRow row = SampleRow.any(random, 3);
        int sender = builder.sender(row.sender());
        int results = builder.results(row.results());
        int kind = builder.kind(row.kind());
        for (String name : List.of("a", "b", "c", "a", "b", "c")) {
            builder.add(builder.from(name), sender, results, kind, 1);
        }
        int fourth = builder.from("d");
        assertThat(builder.size()).isEqualTo(3);
        assertThatThrownBy(() -> builder.add(fourth, sender, results, kind, 1))
                .isInstanceOf(TooMuchException.class)
                .hasMessage("more than 3 rows");
    }

    @Test
    void aReportHoldsSoManyAddressesAndResults() {
        SnapshotBuilder builder = new SnapshotBuilder(100, 2, 1_000_000);
        for (int i = 0; i < 4; i++) {
            int number = i;
            assertThatCode(() -> builder.sender(sender(number % 2))).doesNotThrowAnyException();
        }
        assertThatThrownBy(() -> builder.sender(sender(2)))
                .isInstanceOf(TooMuchException.class)
                .hasMessage("more than 2 addresses");
        SplittableRandom many = new SplittableRandom(1);
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                builder.results(SampleRow.results(many, 50));
                            }
                        })
                .isInstanceOf(TooMuchException.class)
                .hasMessage("more than 2 different results");
    }

    @Test
    void aReportHoldsSoManyCharacters() {
        SnapshotBuilder builder = new SnapshotBuilder(100, 100, 1_000_000);
        SampleRow row = SampleRow.any(random, 3);
        builder.sender(row.sender());
        builder.results(row.results());
        String longText = "a".repeat(900_000);
        // The same text counts once.
        assertThat(builder.from(longText)).isEqualTo(builder.from(longText));
        assertThatThrownBy(() -> builder.from("b".repeat(100_001)))
                .isInstanceOf(TooMuchException.class)
                .hasMessage("more than 1,000,000 characters of different texts");
    }

    @Test
    void aSmallerHeapHoldsLess() {
        SnapshotBuilder builder = new SnapshotBuilder(5L * SnapshotBuilder.BYTES_OF_ENTRY);
        IntStream.range(0, 5).forEach(i -> builder.sender(sender(i)));
        assertThatThrownBy(() -> builder.sender(sender(5)))
                .isInstanceOf(TooMuchException.class)
                .hasMessage("more than 5 addresses");
    }

    @Test
    void aLargeHeapHoldsNoMoreRowsThanAreOfUse() {
        assertThat(new SnapshotBuilder(Long.MAX_VALUE).maxRows())
                .isEqualTo(SnapshotBuilder.MAX_ROWS);
        long heap = (SnapshotBuilder.MAX_ROWS - 1L) * SnapshotBuilder.BYTES_OF_ROW;
        assertThat(new SnapshotBuilder(heap).maxRows()).isEqualTo(SnapshotBuilder.MAX_ROWS - 1);
    }

    private static SendingHost sender(int number) {
        return new SendingHost(IpAddress.v4(number), Known.NOTHING);
    }
}
