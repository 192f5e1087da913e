package org.mailvane.detailreport.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.snapshot.IntColumn;
import org.mailvane.detailreport.snapshot.ShownResults;
import org.mailvane.detailreport.snapshot.ShownResults.Says;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.Snapshot.Results;
import org.mailvane.detailreport.snapshot.Snapshot.Senders;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.detailreport.snapshot.Texts;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.store.ResultWord;

/**
 * Some rows of a snapshot in some order, of which any part can be had; for one request, so for one
 * thread.
 *
 * <p>A part is found without sorting the rows. How many rows there are of each value of the first
 * key says which values the part covers; the rows of these are gathered, and only they are sorted.
 * A value of which there are many rows is covered in part only if it is the first or the last: with
 * its rows the same is done by the next key. Rows that are equal by all keys are in the default
 * order, which is the order of their numbers.
 */
public final class RowPages {

    /** Rows of which no part is looked for any more: sorting all of them takes no longer. */
    static final int SORTED_AT_ONCE = 1 << 14;

    /** Rows that are looked up at once by who reads one part after the other. */
    static final int AHEAD = 50_000;

    private final Snapshot snapshot;
    private final List<RowKey> keys;
    private final RowSet chosen;
    private final int sortedAtOnce;
    private final int ahead;

    /** The numbers of some rows in their order, and the position of the first of them. */
    private int[] found = {};

    private long foundFrom;
    private long lastEnd = -1;

    public RowPages(Snapshot snapshot, RowChoice choice, Ordering<RowOrder> ordering) {
        this(snapshot, choice, ordering, SORTED_AT_ONCE, AHEAD);
    }

    /** One with other limits. */
    RowPages(
            Snapshot snapshot,
            RowChoice choice,
            Ordering<RowOrder> ordering,
            int sortedAtOnce,
            int ahead) {
        this.sortedAtOnce = sortedAtOnce;
        this.ahead = ahead;
        this.snapshot = snapshot;
        this.keys = keys(snapshot, ordering);
        this.chosen = chosen(snapshot, choice);
    }

    private static List<RowKey> keys(Snapshot snapshot, Ordering<RowOrder> ordering) {
        Set<RowOrder> named = EnumSet.noneOf(RowOrder.class);
        List<RowKey> keys = new ArrayList<>();
        for (Ordering.Key<RowOrder> key : ordering.keys()) {
            if (named.add(key.field())) {
                keys.add(RowKey.of(snapshot, key));
            }
        }
        return keys;
    }

    /** Returns the rows that are wanted. */
    static RowSet chosen(Snapshot snapshot, RowChoice choice) {
        RowSet rows = RowSet.first(snapshot.rows().count());
        if (choice.source() != null || choice.category() != null) {
            rows = rows.with(snapshot.rows().kind(), kinds(snapshot.kinds().list(), choice));
        }
        if (choice.server() != null) {
            rows = rows.with(snapshot.rows().sender(), senders(snapshot, choice.server()));
        }
        return rows;
    }

    private static boolean[] kinds(List<RowKind> kinds, RowChoice choice) {
        boolean[] wanted = new boolean[kinds.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] =
                    (choice.source() == null || kinds.get(i).source() == choice.source())
                            && (choice.category() == null
                                    || kinds.get(i).category() == choice.category());
        }
        return wanted;
    }

    private static boolean[] senders(Snapshot snapshot, String server) {
        IntColumn organization = snapshot.senders().organization();
        String name = ReportCriteria.small(server);
        // By text: many senders have the same.
        byte[] known = new byte[snapshot.texts().size()];
        boolean[] wanted = new boolean[organization.size()];
        for (int i = 0; i < wanted.length; i++) {
            int text = organization.get(i);
            if (known[text] == 0) {
                boolean same = ServerRows.nameOf(snapshot.texts().get(text)).equals(name);
                known[text] = (byte) (same ? 1 : -1);
            }
            wanted[i] = known[text] > 0;
        }
        return wanted;
    }

    /** Returns how many rows there are. */
    public long count() {
        return chosen.size();
    }

    /** Returns some of the rows; fewer at the end. */
    public List<ShownRow> fetch(int limit, long offset) {
        if (offset >= chosen.size()) {
            return List.of();
        }
        int begin = (int) offset;
        int end = (int) Math.min(chosen.size(), offset + limit);
        if (begin < foundFrom || end > foundFrom + found.length) {
            int until = begin == lastEnd ? (int) Math.min(chosen.size(), offset + ahead) : end;
            found = part(chosen, 0, begin, Math.max(end, until));
            foundFrom = begin;
        }
        lastEnd = end;
        List<ShownRow> shown = new ArrayList<>(end - begin);
        for (int i = begin; i < end; i++) {
            shown.add(shown(found[(int) (i - foundFrom)]));
        }
        return shown;
    }

    /**
     * Returns a part of some rows, in order.
     *
     * @param rows rows that are equal by the keys before that
     * @param keyAt the first key by which they may differ
     */
    private int[] part(RowSet rows, int keyAt, int begin, int end) {
        if (begin == end) {
            return new int[0];
        }
        if (keyAt == keys.size()) {
            return rows.part(begin, end);
        }
        if (rows.size() <= sortedAtOnce || (begin == 0 && end == rows.size())) {
            return Arrays.copyOfRange(sorted(rows.part(0, rows.size()), keyAt), begin, end);
        }
        RowKey key = keys.get(keyAt);
        int[] counts = key.counts(rows);
        int first = 0;
        int before = 0;
        while (before + counts[first] <= begin) {
            before += counts[first++];
        }
        int last = first;
        int beforeLast = before;
        while (beforeLast + counts[last] < end) {
            beforeLast += counts[last++];
        }
        if (first == last) {
            boolean all = counts[first] == rows.size();
            return part(
                    all ? rows : key.between(rows, first, last),
                    keyAt + 1,
                    begin - before,
                    end - before);
        }
        RowSet covered = key.between(rows, first, last);
        if (covered.size() <= sortedAtOnce) {
            return part(covered, keyAt, begin - before, end - before);
        }
        int[] head =
                part(key.between(covered, first, first), keyAt + 1, begin - before, counts[first]);
        RowSet whole = key.between(covered, first + 1, last - 1);
        int[] middle = part(whole, keyAt, 0, whole.size());
        int[] tail = part(key.between(covered, last, last), keyAt + 1, 0, end - beforeLast);
        int[] part = Arrays.copyOf(head, end - begin);
        System.arraycopy(middle, 0, part, head.length, middle.length);
        System.arraycopy(tail, 0, part, head.length + middle.length, tail.length);
        return part;
    }

    /** Returns all of some rows in order, by the key that weighs least first. */
    private int[] sorted(int[] rows, int keyAt) {
        int[] sorted = rows;
        for (int i = keys.size() - 1; i >= keyAt; i--) {
            sorted = keys.get(i).ordered(sorted);
        }
        return sorted;
    }

    private ShownRow shown(int row) {
        Texts texts = snapshot.texts();
        Senders senders = snapshot.senders();
        Results results = snapshot.results();
        String from = texts.get(snapshot.rows().from().get(row));
        int sender = snapshot.rows().sender().get(row);
        int result = snapshot.rows().results().get(row);
        RowKind kind = snapshot.kinds().list().get(snapshot.rows().kind().get(row));
        IpAddress address = senders.address(sender);
        String policyDomain = texts.get(results.policyDomain().get(result));
        return new ShownRow(
                from,
                address,
                texts.get(senders.name().get(sender)),
                senders.confirmed().get(sender) == 1,
                texts.get(senders.country().get(sender)),
                kind,
                snapshot.rows().messages(row),
                texts.get(results.reporter().get(result)),
                texts.get(results.reason().get(result)),
                texts.get(results.comment().get(result)),
                WORDS.get(results.dkim().get(result)),
                texts.get(results.dkimDomain().get(result)),
                SnapshotBuilder.selectors(texts.get(results.selectors().get(result))),
                WORDS.get(results.spf().get(result)),
                texts.get(results.spfDomain().get(result)),
                texts.get(results.envelopeTo().get(result)),
                texts.get(results.envelopeFrom().get(result)),
                policyDomain,
                SAYS.get(results.dkimSays().get(result)).contradicts(kind.dkimAligned())
                        || SAYS.get(results.spfSays().get(result)).contradicts(kind.spfAligned()),
                !ShownResults.isWithin(from, policyDomain));
    }

    private static final List<ResultWord> WORDS = List.of(ResultWord.values());
    private static final List<Says> SAYS = List.of(Says.values());
}
