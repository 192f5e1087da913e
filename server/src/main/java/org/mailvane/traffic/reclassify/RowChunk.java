package org.mailvane.traffic.reclassify;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.StoredRowTable.PlaceConsumer;

/** Rows of one month that are changed together, by their places. */
final class RowChunk {

    private final Days days;
    private final long[] places;
    private final boolean beginsWithin;
    private final boolean endsWithin;

    private RowChunk(Days days, long[] places, boolean beginsWithin, boolean endsWithin) {
        this.days = days;
        this.places = places;
        this.beginsWithin = beginsWithin;
        this.endsWithin = endsWithin;
    }

    /** Their days, from the first to the last. */
    Days days() {
        return days;
    }

    /** Their places. */
    long[] places() {
        return places;
    }

    /** Whether all rows of a day are in it, if any are. */
    boolean isWhole(LocalDate day) {
        return !(beginsWithin && day.equals(days.first()))
                && !(endsWithin && day.equals(days.last()));
    }

    /** Returns a day that has more rows in an earlier chunk, and none in a later one. */
    Optional<LocalDate> dividedBefore() {
        boolean goesOn = endsWithin && days.first().equals(days.last());
        return beginsWithin && !goesOn ? Optional.of(days.first()) : Optional.empty();
    }

    /** Cuts the rows of a month, which come by day. */
    static final class Cutter implements PlaceConsumer {

        private final int size;
        private final List<RowChunk> chunks = new ArrayList<>();
        private final long[] open;
        private int count;
        private @Nullable Days days;
        private @Nullable LocalDate before;

        /**
         * @param size rows of a chunk, at most
         */
        Cutter(int size) {
            this.size = size;
            this.open = new long[size];
        }

        @Override
        public void accept(LocalDate day, long place) {
            if (count == size) {
                cut(day);
            }
            Days known = days;
            days = known == null ? Days.of(day) : known.with(Days.of(day));
            open[count++] = place;
        }

        private void cut(@Nullable LocalDate next) {
            Days all = days;
            if (all != null) {
                chunks.add(
                        new RowChunk(
                                all,
                                Arrays.copyOf(open, count),
                                all.first().equals(before),
                                all.last().equals(next)));
                before = all.last();
            }
            days = null;
            count = 0;
        }

        /** Returns the chunks, when all rows have come. */
        List<RowChunk> chunks() {
            cut(null);
            return chunks;
        }
    }
}
