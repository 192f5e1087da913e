package org.mailvane.intake.imap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * UIDs of mails, kept as ranges: a large mailbox is a few of them.
 *
 * @param ranges in order, with gaps between them
 */
record UidSet(List<Range> ranges) {

    static final UidSet NONE = new UidSet(List.of());

    UidSet {
        ranges = merged(ranges);
    }

    /** UIDs from the first to the last, with both of them. */
    record Range(long first, long last) {

        private static Range parse(String text) {
            int colon = text.indexOf(':');
            if (colon < 0) {
                long only = Long.parseLong(text);
                return new Range(only, only);
            }
            long one = Long.parseLong(text, 0, colon, 10);
            long other = Long.parseLong(text, colon + 1, text.length(), 10);
            // RFC 9051, section 9: 4:2 means the same as 2:4.
            return new Range(Math.min(one, other), Math.max(one, other));
        }

        @Override
        public String toString() {
            return first == last ? String.valueOf(first) : first + ":" + last;
        }
    }

    static UidSet of(long uid) {
        return range(uid, uid);
    }

    static UidSet of(Collection<Long> uids) {
        return new UidSet(uids.stream().map(uid -> new Range(uid, uid)).toList());
    }

    static UidSet range(long first, long last) {
        return new UidSet(List.of(new Range(first, last)));
    }

    /**
     * Reads a set as the protocol writes it (RFC 9051, section 9, sequence-set), without a star.
     *
     * @throws NumberFormatException when it is not written so
     */
    static UidSet parse(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        return new UidSet(List.of(text.split(",", -1)).stream().map(Range::parse).toList());
    }

    private static List<Range> merged(List<Range> ranges) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(Range::first));
        List<Range> merged = new ArrayList<>();
        for (Range next : sorted) {
            Range before = merged.isEmpty() ? null : merged.getLast();
            if (before == null || next.first > before.last + 1) {
                merged.add(next);
            } else if (next.last > before.last) {
                merged.set(merged.size() - 1, new Range(before.first, next.last));
            }
        }
        return List.copyOf(merged);
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    boolean contains(long uid) {
        return ranges.stream().anyMatch(range -> range.first <= uid && uid <= range.last);
    }

    /** Returns how many UIDs it has. */
    long count() {
        return ranges.stream().mapToLong(range -> range.last - range.first + 1).sum();
    }

    /** Returns the UIDs in order. There may be thousands of millions. */
    LongStream uids() {
        return ranges.stream()
                .flatMapToLong(range -> LongStream.rangeClosed(range.first, range.last));
    }

    UidSet plus(UidSet other) {
        List<Range> all = new ArrayList<>(ranges);
        all.addAll(other.ranges);
        return new UidSet(all);
    }

    UidSet minus(UidSet other) {
        List<Range> left = new ArrayList<>();
        int next = 0;
        for (Range range : ranges) {
            long from = range.first;
            while (next < other.ranges.size() && other.ranges.get(next).last < from) {
                next++;
            }
            for (int i = next; i < other.ranges.size(); i++) {
                Range gone = other.ranges.get(i);
                if (gone.first > range.last) {
                    break;
                }
                if (gone.first > from) {
                    left.add(new Range(from, gone.first - 1));
                }
                from = gone.last + 1;
            }
            if (from <= range.last) {
                left.add(new Range(from, range.last));
            }
        }
        return new UidSet(left);
    }

    UidSet and(UidSet other) {
        return minus(minus(other));
    }

    /** Returns the ranges with the highest UIDs, at most so many. */
    UidSet lastRanges(int most) {
        int size = ranges.size();
        return size <= most ? this : new UidSet(ranges.subList(size - most, size));
    }

    /** Returns it in parts of at most so many ranges. */
    List<UidSet> parts(int most) {
        List<UidSet> parts = new ArrayList<>();
        for (int from = 0; from < ranges.size(); from += most) {
            parts.add(new UidSet(ranges.subList(from, Math.min(from + most, ranges.size()))));
        }
        return parts;
    }

    /** Returns it as the protocol writes it; empty where there is nothing in it. */
    @Override
    public String toString() {
        return ranges.stream().map(Range::toString).collect(Collectors.joining(","));
    }
}
