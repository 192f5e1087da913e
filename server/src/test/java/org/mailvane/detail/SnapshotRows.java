package org.mailvane.detail;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.detail.ShownResults.Says;
import org.mailvane.traffic.ResultWord;
import org.mailvane.traffic.RowKind;

/** The rows of a snapshot, read from its columns one by one. */
final class SnapshotRows {

    private SnapshotRows() {}

    /** The messages of each row; no two rows show the same. */
    static Map<ShownRow, Long> of(Snapshot snapshot) {
        Map<ShownRow, Long> rows = new HashMap<>();
        for (int row = 0; row < snapshot.rows().count(); row++) {
            long messages = snapshot.rows().messages(row);
            ShownRow shown = row(snapshot, row);
            if (rows.put(shown, messages) != null) {
                throw new AssertionError("twice: " + shown);
            }
        }
        return rows;
    }

    @SuppressWarnings("EnumOrdinal") // as a snapshot has them
    private static ShownRow row(Snapshot snapshot, int row) {
        Snapshot.Rows rows = snapshot.rows();
        Snapshot.Senders senders = snapshot.senders();
        Snapshot.Results results = snapshot.results();
        Texts texts = snapshot.texts();
        int sender = rows.sender().get(row);
        int result = rows.results().get(row);
        RowKind kind = snapshot.kinds().list().get(rows.kind().get(row));
        String from = texts.get(rows.from().get(row));
        String policyDomain = texts.get(results.policyDomain().get(result));
        String selectors = texts.get(results.selectors().get(result));
        return new ShownRow(
                from,
                senders.address(sender),
                texts.get(senders.name().get(sender)),
                senders.confirmed().get(sender) == 1,
                texts.get(senders.country().get(sender)),
                kind,
                0,
                texts.get(results.reporter().get(result)),
                texts.get(results.reason().get(result)),
                texts.get(results.comment().get(result)),
                ResultWord.values()[results.dkim().get(result)],
                texts.get(results.dkimDomain().get(result)),
                selectors.isEmpty() ? List.of() : selectors.lines().toList(),
                ResultWord.values()[results.spf().get(result)],
                texts.get(results.spfDomain().get(result)),
                texts.get(results.envelopeTo().get(result)),
                texts.get(results.envelopeFrom().get(result)),
                policyDomain,
                Says.values()[results.dkimSays().get(result)].contradicts(kind.dkimAligned())
                        || Says.values()[results.spfSays().get(result)].contradicts(
                                kind.spfAligned()),
                !ShownResults.isWithin(from, policyDomain));
    }
}
