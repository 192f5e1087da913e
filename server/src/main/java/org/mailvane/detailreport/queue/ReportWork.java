package org.mailvane.detailreport.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.snapshot.AddressDictionary;
import org.mailvane.detailreport.snapshot.PartRows;
import org.mailvane.detailreport.snapshot.ResultDictionary;
import org.mailvane.detailreport.snapshot.RowFilter;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.evidence.MailNames;
import org.mailvane.sources.evidence.SendingAddresses;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.blocks.ReportedRows;
import org.mailvane.traffic.blocks.RowBlock;

/**
 * Reads the rows of some domains into a snapshot, within one transaction that sees the data as they
 * were at its start.
 *
 * <p>Rows come in blocks. The filter is applied to their own values first; for the rows that are
 * left, the results and what was known of the addresses are looked up for several blocks at once.
 */
public final class ReportWork {

    /** Rows of the blocks that are looked up together, about. */
    public static final int BATCH = 30_000;

    /** Results that are looked up at once: a report may give each row 100 KB of them. */
    public static final int RESULTS_AT_ONCE = 500;

    /**
     * Different rows that a thread puts together before it hands them over, each of some 50 bytes.
     */
    public static final int MAX_ROWS = 300_000;

    /**
     * Results that a thread remembers, also those of rows that are not wanted; beyond that they are
     * looked up again. Most take some 500 bytes; long texts are counted besides.
     */
    public static final int MAX_RESULTS = 20_000;

    /**
     * Addresses that a thread remembers, and that all threads do; beyond that they are looked up
     * again. Each takes some 250 bytes.
     */
    public static final int MAX_ADDRESSES = 200_000;

    /** How much is looked up at once, and remembered. */
    public record Bounds(int batch, int resultsAtOnce, int rows, int results, int addresses) {

        /** The usual ones. */
        public static final Bounds USUAL =
                new Bounds(BATCH, RESULTS_AT_ONCE, MAX_ROWS, MAX_RESULTS, MAX_ADDRESSES);
    }

    private final Scope scope;
    private final Days days;
    private final RowFilter filter;
    private final ReportedRows rows;
    private final MailNames names;
    private final SnapshotBuilder builder;
    private final Bounds bounds;
    private final StopSign stop;
    private final AddressDictionary book;
    private final Set<DomainId> held = new HashSet<>();

    ReportWork(
            Scope scope,
            ReportCriteria criteria,
            ReportedRows rows,
            SendingAddresses addresses,
            MailNames names,
            SnapshotBuilder builder,
            Bounds bounds,
            StopSign stop) {
        this.scope = scope;
        this.days = criteria.days();
        this.filter = new RowFilter(criteria);
        this.rows = rows;
        this.names = names;
        this.builder = builder;
        this.bounds = bounds;
        this.stop = stop;
        this.book = new AddressDictionary(addresses, days, bounds.addresses());
    }

    /** Reads the rows of these domains, which no other thread reads. */
    void read(List<DomainId> domains) {
        Part part = new Part();
        rows.blocks(scope, domains, days, part::add);
        part.finish();
    }

    /** Returns the domains of which there are rows in the snapshot. */
    Set<DomainId> held() {
        synchronized (builder) {
            return Set.copyOf(held);
        }
    }

    /** Some of the domains. */
    private final class Part {

        private final List<PartRows.Numbered> waiting = new ArrayList<>();
        private PartRows collected = empty();
        private int rowsWaiting;

        private PartRows empty() {
            ResultDictionary shown =
                    new ResultDictionary(
                            scope,
                            rows,
                            names,
                            filter,
                            bounds.resultsAtOnce(),
                            builder.maxCharacters());
            return new PartRows(filter, book, shown);
        }

        void add(RowBlock block) {
            stop.throwIfStopped();
            int[] wanted = wanted(block);
            if (wanted.length > 0) {
                waiting.add(collected.number(block, wanted));
                // All of it is in memory, however few are wanted.
                rowsWaiting += block.size();
                if (rowsWaiting >= bounds.batch()) {
                    collect();
                    if (collected.isLarge(bounds)) {
                        handOver();
                    }
                }
            }
        }

        /** Collects the rows of the blocks that wait. */
        private void collect() {
            stop.throwIfStopped();
            collected.lookUp();
            waiting.forEach(collected::add);
            waiting.clear();
            rowsWaiting = 0;
        }

        private void handOver() {
            synchronized (builder) {
                held.addAll(collected.addTo(builder));
            }
            collected = empty();
            book.trim();
        }

        void finish() {
            collect();
            handOver();
        }
    }

    /** Returns those of a block's rows that the filter accepts by their own values. */
    private int[] wanted(RowBlock block) {
        boolean[] kinds = new boolean[block.kinds().size()];
        for (int kind = 0; kind < kinds.length; kind++) {
            kinds[kind] = filter.accepts(block.kinds().get(kind));
        }
        boolean[] addresses = new boolean[block.addresses().size()];
        for (int address = 0; address < addresses.length; address++) {
            addresses[address] = filter.accepts(block.addresses().get(address));
        }
        Optional<Days> within = days.within(block.month());
        int first = within.map(some -> some.first().getDayOfMonth()).orElse(Integer.MAX_VALUE);
        int last = within.map(some -> some.last().getDayOfMonth()).orElse(Integer.MIN_VALUE);
        int[] wanted = new int[block.size()];
        int count = 0;
        for (int row = 0; row < block.size(); row++) {
            int day = block.day(row);
            if (day >= first
                    && day <= last
                    && kinds[block.kind(row)]
                    && addresses[block.address(row)]) {
                wanted[count++] = row;
            }
        }
        return Arrays.copyOf(wanted, count);
    }
}
