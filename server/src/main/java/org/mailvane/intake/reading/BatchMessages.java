package org.mailvane.intake.reading;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.LedgerTable;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.RawTable;
import org.mailvane.intake.reading.BatchWriter.Target;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** Keeps the messages of a batch of envelopes, without the parts that must not be stored. */
@Component
class BatchMessages {

    private final RawTable raws;
    private final LedgerTable ledger;

    BatchMessages(RawTable raws, LedgerTable ledger) {
        this.raws = raws;
        this.ledger = ledger;
    }

    /**
     * Stores the messages of a batch.
     *
     * @return their numbers, in its order; null for those that are not kept
     */
    List<@Nullable Long> keep(Target target, List<ReadEnvelope> batch, Instant now) {
        List<@Nullable Long> rawIds = new ArrayList<>();
        List<RawMessage> kept = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (ReadEnvelope read : batch) {
            Envelope.Queued queued = read.envelope().queued();
            rawIds.add(queued == null || read.isWithheld() ? null : queued.rawId());
            RawMessage raw = toKeep(target, read);
            if (raw != null) {
                kept.add(raw);
                places.add(rawIds.size() - 1);
            }
        }
        List<Long> inserted = raws.insert(target.scope(), kept, now);
        for (int i = 0; i < places.size(); i++) {
            rawIds.set(places.get(i), inserted.get(i));
        }
        redact(target.scope(), batch, rawIds);
        return rawIds;
    }

    /** Takes out of the stored messages what must not be kept, also of those that were there. */
    private void redact(Scope scope, List<ReadEnvelope> batch, List<@Nullable Long> rawIds) {
        SortedMap<Long, RawMessage> copies = new TreeMap<>();
        Set<Long> withheld = new HashSet<>();
        Set<Long> entries = new HashSet<>();
        for (int i = 0; i < batch.size(); i++) {
            ReadEnvelope read = batch.get(i);
            Envelope.Queued queued = read.envelope().queued();
            RawMessage copy = read.raw();
            Long rawId = rawIds.get(i);
            if (read.redacted() && copy != null && rawId != null) {
                copies.put(rawId, copy);
            } else if (read.isWithheld() && queued != null) {
                withheld.add(queued.rawId());
                entries.add(queued.entryId());
            }
        }
        if (!copies.isEmpty()) {
            raws.replace(scope, List.copyOf(copies.keySet()), List.copyOf(copies.values()));
        }
        if (!withheld.isEmpty()) {
            // The last of several entries with the same message removes it.
            raws.lockToDelete(scope, withheld);
            withheld.removeAll(ledger.messagesOfOtherEntries(scope, withheld, entries));
            raws.delete(scope, withheld);
        }
    }

    private static @Nullable RawMessage toKeep(Target target, ReadEnvelope read) {
        boolean isKept =
                read.envelope().queued() == null
                        && (target.keepNonReports() || !read.holdsNoReport());
        return isKept ? read.raw() : null;
    }
}
