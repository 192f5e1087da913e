package org.mailvane.detailreport.query;

import java.util.function.IntUnaryOperator;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.snapshot.CountingSort;
import org.mailvane.detailreport.snapshot.IntColumn;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.Snapshot.Results;
import org.mailvane.detailreport.snapshot.Snapshot.Rows;
import org.mailvane.detailreport.snapshot.Snapshot.Senders;
import org.mailvane.traffic.blocks.RowKind;

/**
 * What rows are ordered by: a place of each row, which hangs on the number in one of its columns
 * alone. Rows with the same place are equal.
 */
@SuppressWarnings("EnumOrdinal") // they are in the order of their words
final class RowKey {

    private final IntColumn column;

    /** The place of each number in the column, from 0. */
    private final int[] places;

    private final int count;

    /** One by values from 0. */
    private RowKey(IntColumn column, int numbers, IntUnaryOperator value, boolean descending) {
        this.column = column;
        this.places = new int[numbers];
        int greatest = 0;
        for (int i = 0; i < numbers; i++) {
            places[i] = value.applyAsInt(i);
            greatest = Math.max(greatest, places[i]);
        }
        this.count = greatest + 1;
        if (descending) {
            for (int i = 0; i < numbers; i++) {
                places[i] = greatest - places[i];
            }
        }
    }

    /** Returns what a name in a request's order means. */
    static RowKey of(Snapshot snapshot, Ordering.Key<RowOrder> key) {
        Rows rows = snapshot.rows();
        Senders senders = snapshot.senders();
        Results results = snapshot.results();
        boolean descending = key.descending();
        return switch (key.field()) {
            case MESSAGE_COUNT ->
                    new RowKey(rows.amount(), rows.amounts().length, i -> i, descending);
            case FROM_DOMAIN ->
                    new RowKey(rows.from(), snapshot.texts().size(), i -> i, descending);
            case IP -> ofSender(rows, senders.addressRank(), descending);
            case PTR -> ofSender(rows, senders.name(), descending);
            case REASON -> ofResults(rows, results.reason(), descending);
            case DKIM_RESULT -> ofResults(rows, results.dkim(), descending);
            case SPF_RESULT -> ofResults(rows, results.spf(), descending);
            case DKIM_D -> ofResults(rows, results.dkimDomain(), descending);
            case SPF_D -> ofResults(rows, results.spfDomain(), descending);
            case DKIM_POLICY_RESULT ->
                    ofKind(snapshot, i -> aligned(kind(snapshot, i).dkimAligned()), descending);
            case SPF_POLICY_RESULT ->
                    ofKind(snapshot, i -> aligned(kind(snapshot, i).spfAligned()), descending);
            case POLICY_APPLIED ->
                    ofKind(snapshot, i -> kind(snapshot, i).disposition().ordinal(), descending);
        };
    }

    private static RowKey ofSender(Rows rows, IntColumn values, boolean descending) {
        return new RowKey(rows.sender(), values.size(), values::get, descending);
    }

    private static RowKey ofResults(Rows rows, IntColumn values, boolean descending) {
        return new RowKey(rows.results(), values.size(), values::get, descending);
    }

    private static RowKey ofKind(Snapshot snapshot, IntUnaryOperator value, boolean descending) {
        return new RowKey(
                snapshot.rows().kind(), snapshot.kinds().list().size(), value, descending);
    }

    private static RowKind kind(Snapshot snapshot, int number) {
        return snapshot.kinds().list().get(number);
    }

    /** "aligned" comes before "unaligned". */
    private static int aligned(boolean aligned) {
        return aligned ? 0 : 1;
    }

    /** Returns how many of the rows have each place. */
    int[] counts(RowSet rows) {
        // By number first: numbers map to places, and to look there for each row takes longer.
        int[] byNumber = new int[places.length];
        for (int i = 0; i < rows.size(); i++) {
            byNumber[column.get(rows.get(i))]++;
        }
        int[] counts = new int[count];
        for (int number = 0; number < byNumber.length; number++) {
            counts[places[number]] += byNumber[number];
        }
        return counts;
    }

    /** Returns those of the rows that have one of these places. */
    RowSet between(RowSet rows, int first, int last) {
        boolean[] wanted = new boolean[places.length];
        for (int number = 0; number < places.length; number++) {
            wanted[number] = places[number] >= first && places[number] <= last;
        }
        return rows.with(column, wanted);
    }

    /** Returns the rows in the order of their places; those with the same one stay as they were. */
    int[] ordered(int[] rows) {
        int[] keys = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            keys[i] = places[column.get(rows[i])];
        }
        int[] ordered = CountingSort.ordered(CountingSort.places(rows.length), keys, count);
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = rows[ordered[i]];
        }
        return ordered;
    }
}
