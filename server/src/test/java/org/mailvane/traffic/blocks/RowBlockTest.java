package org.mailvane.traffic.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;

/** Blocks of rows, and the form in which they are stored. */
class RowBlockTest {

    private static final DomainId DOMAIN = new DomainId(7);
    private static final YearMonth MONTH = YearMonth.of(2026, 10);
    private static final IpAddress ADDRESS = IpAddress.v4(0xC0000201L);
    private static final UUID DETAIL = new UUID(1, 2);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private static final long BYTE_MAX = 255;
    private static final long INT_MAX = 0xFFFF_FFFFL;

    private static final List<Long> MESSAGES =
            List.of(0L, 1L, BYTE_MAX, BYTE_MAX + 1, INT_MAX, INT_MAX + 1, Long.MAX_VALUE);

    private static final List<String> NAMES =
            List.of(
                    "",
                    "example.com",
                    "Example.COM",
                    "b\u00fccher.example",
                    "\u0001 \t\r\n\u2028\"'\\",
                    "\uffee\uffff",
                    "\ud83d\ude00.example",
                    "\u0000",
                    "n".repeat(70_000));

    private static final List<Disposition> DISPOSITIONS =
            List.of(
                    Disposition.NONE,
                    Disposition.QUARANTINE,
                    Disposition.REJECT,
                    Disposition.UNKNOWN);

    private final SplittableRandom random = new SplittableRandom(17);

    private static RowKind kind(int source) {
        return new RowKind(Category.CAPABLE, source, 7, Disposition.NONE, true, false);
    }

    /** What makes two rows the same. */
    record Key(int day, String headerFrom, UUID detail, IpAddress address, RowKind kind) {}

    private Key key(int variety) {
        return new Key(
                1 + random.nextInt(Math.min(variety, MONTH.lengthOfMonth())),
                NAMES.get(random.nextInt(Math.min(variety, NAMES.size()))),
                new UUID(random.nextInt(2) - 1L, random.nextInt(variety) - 2L),
                random.nextBoolean()
                        ? IpAddress.v4(random.nextInt(variety) * 0x1010101L)
                        : IpAddress.v6(random.nextInt(2) - 1L, random.nextInt(variety) - 2L),
                new RowKind(
                        Category.of(1 + random.nextInt(4)),
                        random.nextInt(variety) * 50_000_000,
                        1 + random.nextInt(8),
                        DISPOSITIONS.get(random.nextInt(DISPOSITIONS.size())),
                        random.nextBoolean(),
                        random.nextBoolean()));
    }

    private long messages() {
        return switch (random.nextInt(6)) {
            case 0 -> MESSAGES.get(random.nextInt(MESSAGES.size()));
            case 1 -> random.nextLong(1L << 40);
            default -> random.nextInt(5);
        };
    }

    private static void add(RowBlockBuilder builder, Key key, long messages) {
        builder.add(key.day, key.headerFrom, key.detail, key.address, key.kind, messages);
    }

    /** Its rows; no two of them are the same. */
    private static Map<Key, Long> rows(RowBlock block) {
        Map<Key, Long> rows = new HashMap<>();
        for (int row = 0; row < block.size(); row++) {
            RowBlock.Identifiers identifiers = block.identifiers().get(block.identifiers(row));
            Key key =
                    new Key(
                            block.day(row),
                            identifiers.headerFrom(),
                            identifiers.detail(),
                            block.addresses().get(block.address(row)),
                            block.kinds().get(block.kind(row)));
            assertThat(rows.put(key, block.messages(row))).as("the same as %s", key).isNull();
        }
        return rows;
    }

    private static RowBlock stored(RowBlock block) {
        return RowBlockFormat.read(block.domain(), block.month(), RowBlockFormat.write(block));
    }

    private static void assertHolds(RowBlock block, Map<Key, Long> expected) {
        assertThat(block.domain()).isEqualTo(DOMAIN);
        assertThat(block.month()).isEqualTo(MONTH);
        assertThat(rows(block)).isEqualTo(expected);
        for (int row = 1; row < block.size(); row++) {
            assertThat(block.day(row)).isGreaterThanOrEqualTo(block.day(row - 1));
        }
        assertThat(block.firstDay())
                .isEqualTo(
                        MONTH.atDay(
                                expected.keySet().stream().mapToInt(Key::day).min().orElseThrow()));
        assertThat(block.lastDay())
                .isEqualTo(
                        MONTH.atDay(
                                expected.keySet().stream().mapToInt(Key::day).max().orElseThrow()));
        assertThat(block.identifiers())
                .doesNotHaveDuplicates()
                .hasSize(
                        (int)
                                expected.keySet().stream()
                                        .map(RowBlockTest::named)
                                        .distinct()
                                        .count());
        assertThat(block.addresses())
                .doesNotHaveDuplicates()
                .hasSize((int) expected.keySet().stream().map(Key::address).distinct().count());
        assertThat(block.kinds())
                .doesNotHaveDuplicates()
                .hasSize((int) expected.keySet().stream().map(Key::kind).distinct().count());
    }

    private static List<Object> named(Key key) {
        return List.of(key.headerFrom, key.detail);
    }

    @Test
    @Tag("slow")
    void blocksHoldWhatWasAddedAndSoDoTheirStoredForms() {
        for (int i = 0; i < 400; i++) {
            int variety = 1 + random.nextInt(31);
            RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
            Map<Key, BigInteger> sums = new HashMap<>();
            for (int row = random.nextInt(300); row >= 0; row--) {
                Key key = key(variety);
                long messages = messages();
                add(builder, key, messages);
                sums.merge(key, BigInteger.valueOf(messages), BigInteger::add);
            }
            Map<Key, Long> expected = new HashMap<>();
            sums.forEach((key, sum) -> expected.put(key, sum.min(MOST).longValueExact()));
            RowBlock block = builder.build();
            assertHolds(block, expected);
            assertHolds(stored(block), expected);
            assertThat(RowBlockFormat.write(stored(block))).isEqualTo(RowBlockFormat.write(block));
        }
    }

    private static RowBlock ofMessages(List<Long> messages) {
        RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
        for (int row = 0; row < messages.size(); row++) {
            builder.add(1 + row, "a.example", DETAIL, ADDRESS, kind(1), messages.get(row));
        }
        return builder.build();
    }

    @Test
    void numbersOfMessagesOfAnySizeAreStored() {
        for (long one : MESSAGES) {
            for (long other : MESSAGES) {
                RowBlock read = stored(ofMessages(List.of(one, other)));
                assertThat(read.messages(0)).isEqualTo(one);
                assertThat(read.messages(1)).isEqualTo(other);
            }
        }
    }

    @Test
    void storedNumbersTakeAsManyBytesAsTheGreatestOneNeeds() {
        int small = RowBlockFormat.write(ofMessages(List.of(0L, BYTE_MAX))).length;
        assertThat(RowBlockFormat.write(ofMessages(List.of(0L, BYTE_MAX + 1)))).hasSize(small + 6);
        assertThat(RowBlockFormat.write(ofMessages(List.of(0L, INT_MAX)))).hasSize(small + 6);
        assertThat(RowBlockFormat.write(ofMessages(List.of(0L, INT_MAX + 1)))).hasSize(small + 14);
    }

    @Test
    void sumsEndAtTheGreatestNumber() {
        RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
        for (int i = 0; i < 3; i++) {
            builder.add(1, "a.example", DETAIL, ADDRESS, kind(1), Long.MAX_VALUE - 2);
            builder.add(2, "a.example", DETAIL, ADDRESS, kind(1), INT_MAX);
        }
        RowBlock block = stored(builder.build());
        assertThat(block.size()).isEqualTo(2);
        assertThat(block.messages(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(block.messages(1)).isEqualTo(3 * INT_MAX);
    }

    @Test
    void addressesOfBothKindsStayApart() {
        List<IpAddress> addresses =
                List.of(
                        IpAddress.v4(0),
                        IpAddress.v4(INT_MAX),
                        IpAddress.v6(0, 0),
                        IpAddress.v6(0, INT_MAX),
                        IpAddress.parse("::ffff:192.0.2.1").orElseThrow(),
                        ADDRESS,
                        IpAddress.v6(-1, -1),
                        IpAddress.v6(Long.MIN_VALUE, Long.MAX_VALUE));
        RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
        addresses.forEach(address -> builder.add(31, "", DETAIL, address, kind(1), 1));
        assertThat(stored(builder.build()).addresses()).containsExactlyElementsOf(addresses);
    }

    /** Numbers the parts of a row: what differs in as many ways as a block may have rows. */
    private static Key numbered(int number) {
        return new Key(
                1 + number % 31,
                number + ".example",
                new UUID(number, -number),
                IpAddress.v4(number),
                kind(number));
    }

    @Test
    void aBlockIsFullOfRowsThatHaveNothingInCommon() {
        RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
        Map<Key, Long> expected = new HashMap<>();
        for (int i = 0; i < RowBlock.MAX_ROWS; i++) {
            assertThat(builder.isFull()).isFalse();
            Key key = numbered(i);
            add(builder, key, i);
            expected.put(key, (long) i);
        }
        assertThat(builder.isFull()).isTrue();
        RowBlock block = builder.build();
        assertThat(block.size()).isEqualTo(RowBlock.MAX_ROWS);
        assertHolds(block, expected);
        assertHolds(stored(block), expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 31})
    void rowsThatAreTheSameAreOneHoweverManyThereAre(int days) {
        RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
        for (int i = 0; i < RowBlock.MAX_ROWS; i++) {
            builder.add(days - i % days, "a.example", DETAIL, ADDRESS, kind(1), 1);
        }
        RowBlock block = builder.build();
        assertThat(block.size()).isEqualTo(days);
        long[] messages = new long[days];
        Arrays.setAll(messages, block::messages);
        assertThat(Arrays.stream(messages).sum()).isEqualTo(RowBlock.MAX_ROWS);
    }

    @Test
    void aBlockIsOfOneDomainAndMonth() {
        RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
        List<Boolean> are = new ArrayList<>();
        for (LocalDate day :
                List.of(
                        MONTH.atDay(1),
                        MONTH.atEndOfMonth(),
                        MONTH.atDay(1).minusDays(1),
                        MONTH.atEndOfMonth().plusDays(1),
                        MONTH.atDay(1).plusYears(1),
                        MONTH.atDay(1).minusYears(1))) {
            are.add(builder.isOf(DOMAIN.value(), day));
            assertThat(builder.isOf(DOMAIN.value() + 1, day)).isFalse();
        }
        assertThat(are).containsExactly(true, true, false, false, false, false);
    }

    @Test
    void aBlockIsFullWhenItsFromDomainsAreLong() {
        int length = 255;
        RowBlockBuilder builder = new RowBlockBuilder(DOMAIN, MONTH);
        int rows = 0;
        while (!builder.isFull()) {
            assertThat(rows * length).isLessThan(RowBlock.MAX_CHARACTERS);
            String name = String.format(Locale.ROOT, "%0" + length + "d", rows++);
            builder.add(1, name, DETAIL, ADDRESS, kind(1), 1);
            // One that is there already takes no more room.
            builder.add(2, name, DETAIL, ADDRESS, kind(1), 1);
        }
        assertThat(rows * length).isGreaterThanOrEqualTo(RowBlock.MAX_CHARACTERS);
        assertThat(builder.build().size()).isEqualTo(2 * rows).isLessThan(RowBlock.MAX_ROWS);
    }
}
