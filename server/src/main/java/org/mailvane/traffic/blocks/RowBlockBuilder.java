package org.mailvane.traffic.blocks;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.UUID;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.traffic.blocks.RowBlock.Columns;
import org.mailvane.traffic.blocks.RowBlock.Identifiers;

/** Collects rows of a domain's month; rows that differ in nothing but their report become one. */
final class RowBlockBuilder {

    private static final int FIRST_ROWS = 64;
    private static final int PLACE = RowBlock.PLACE_BITS;
    private static final long PLACE_MASK = RowBlock.MAX_ROWS - 1;

    private final DomainId domain;
    private final YearMonth month;
    private final ValueDictionary<Identifiers> identifiers = new ValueDictionary<>();
    private final ValueDictionary<IpAddress> addresses = new ValueDictionary<>();
    private final ValueDictionary<RowKind> kinds = new ValueDictionary<>();

    /** Of each row its day and places, as one number by which rows are put in order. */
    private long[] keys = new long[FIRST_ROWS];

    private long[] messages = new long[FIRST_ROWS];
    private int size;
    private int characters;

    RowBlockBuilder(DomainId domain, YearMonth month) {
        this.domain = domain;
        this.month = month;
    }

    /** Whether rows of this domain and day belong here. */
    boolean isOf(long id, LocalDate day) {
        return domain.value() == id
                && month.getMonthValue() == day.getMonthValue()
                && month.getYear() == day.getYear();
    }

    boolean isFull() {
        return size == RowBlock.MAX_ROWS || characters >= RowBlock.MAX_CHARACTERS;
    }

    /** Adds a row, where it is not full. */
    void add(int day, String headerFrom, UUID detail, IpAddress address, RowKind kind, long count) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            messages = Arrays.copyOf(messages, size * 2);
        }
        int before = identifiers.size();
        long key = day;
        key = key << PLACE | identifiers.of(new Identifiers(headerFrom, detail));
        if (identifiers.size() > before) {
            characters += headerFrom.length();
        }
        key = key << PLACE | addresses.of(address);
        key = key << PLACE | kinds.of(kind);
        keys[size] = key;
        messages[size] = count;
        size++;
    }

    RowBlock build() {
        long[] sorted = new long[size];
        for (int row = 0; row < size; row++) {
            sorted[row] = keys[row] << PLACE | row;
        }
        Arrays.sort(sorted);
        int rows = 0;
        long[] sums = new long[size];
        for (int i = 0; i < size; i++) {
            long key = sorted[i] >> PLACE;
            long count = messages[(int) (sorted[i] & PLACE_MASK)];
            if (rows > 0 && keys[rows - 1] == key) {
                sums[rows - 1] = Messages.sum(sums[rows - 1], count);
            } else {
                // The sorted ones contain what was there.
                keys[rows] = key;
                sums[rows] = count;
                rows++;
            }
        }
        return new RowBlock(
                domain,
                month,
                IdentifierList.of(identifiers.values()),
                AddressList.of(addresses.values()),
                kinds.values(),
                new Columns(
                        days(rows),
                        places(rows, 2 * PLACE),
                        places(rows, PLACE),
                        places(rows, 0),
                        Arrays.copyOf(sums, rows)));
    }

    private byte[] days(int rows) {
        byte[] days = new byte[rows];
        for (int row = 0; row < rows; row++) {
            days[row] = (byte) (keys[row] >> (3 * PLACE));
        }
        return days;
    }

    private char[] places(int rows, int shift) {
        char[] places = new char[rows];
        for (int row = 0; row < rows; row++) {
            places[row] = (char) ((keys[row] >> shift) & PLACE_MASK);
        }
        return places;
    }
}
