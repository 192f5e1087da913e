package org.mailvane.detailreport;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.query.RowChoice;
import org.mailvane.detailreport.query.RowPages;
import org.mailvane.detailreport.query.ShownRow;
import org.mailvane.detailreport.snapshot.SendingHost;
import org.mailvane.detailreport.snapshot.ShownResults;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.traffic.blocks.RowKind;

/** Rows and the snapshot of them. */
public final class SampleRows {

    /** Those that show the same are one. */
    public final List<SampleRow> rows;

    public final Snapshot snapshot;

    /** So many rows, of which some show the same. */
    public SampleRows(SplittableRandom random, int count, int variety) {
        List<SampleRow> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            added.add(
                    i > 0 && random.nextInt(5) == 0
                            ? added.get(random.nextInt(i)).with(random.nextInt(1, 9))
                            : SampleRow.any(random, variety));
        }
        this.snapshot = snapshot(added);
        this.rows = merged(added);
    }

    public static Snapshot snapshot(List<SampleRow> rows) {
        SnapshotBuilder builder = new SnapshotBuilder();
        rows.forEach(row -> row.addTo(builder));
        return builder.build();
    }

    /** All rows as they are shown, in the default order. */
    public List<ShownRow> shown() {
        return shown(snapshot);
    }

    /** All rows of a snapshot. */
    public static List<ShownRow> shown(Snapshot snapshot) {
        return new RowPages(snapshot, RowChoice.ALL, Ordering.none()).fetch(Integer.MAX_VALUE, 0);
    }

    /** The same rows in another order. */
    public static List<SampleRow> shuffled(List<SampleRow> rows, long seed) {
        List<SampleRow> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(seed));
        return shuffled;
    }

    /** What a row is but its messages. */
    private record Same(
            String headerFrom, SendingHost sender, ShownResults results, RowKind kind) {}

    private static List<SampleRow> merged(List<SampleRow> added) {
        Map<Same, SampleRow> sums = new LinkedHashMap<>();
        for (SampleRow row : added) {
            SampleRow plain =
                    new SampleRow(
                            row.headerFrom(), row.sender(), plain(row), row.kind(), row.messages());
            sums.merge(
                    new Same(plain.headerFrom(), plain.sender(), plain.results(), plain.kind()),
                    plain,
                    (one, other) -> one.with(one.messages() + other.messages()));
        }
        return List.copyOf(sums.values());
    }

    private static ShownResults plain(SampleRow row) {
        ShownResults of = row.results();
        return new ShownResults(
                of.reporter(),
                of.reason(),
                of.comment(),
                of.dkim(),
                of.dkimDomain(),
                row.selectors(),
                of.dkimSays(),
                of.spf(),
                of.spfDomain(),
                of.spfSays(),
                of.envelopeTo(),
                of.envelopeFrom(),
                of.policyDomain());
    }
}
