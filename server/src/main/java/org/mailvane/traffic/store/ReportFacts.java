package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.reporters.Trust;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.sources.classify.Row;

/**
 * Turns the records of one report into outcomes. It merges records that differ only in their count:
 * a reporter can repeat a record a million times in a small mail.
 */
public final class ReportFacts {

    /**
     * Different records that are kept in memory at most. Equal records further apart are not
     * merged.
     */
    public static final int HELD = 1_000;

    private final long reportId;
    private final Trust trust;
    private final DomainId policyDomain;
    private final Incoming incoming;
    private final ReportDays days;
    private final boolean[] kept;
    private final Map<String, DomainId> rows = new HashMap<>();

    /** Messages by day of records without their number, in the order of their first. */
    private final Map<AggregateRecord, long[]> held = new LinkedHashMap<>();

    private long characters;
    private long taken;
    private long written;

    /**
     * @param trust what the report counts for
     * @param policyDomain row of the report's policy domain
     * @param keptDays days that are stored
     */
    ReportFacts(
            long reportId,
            Trust trust,
            DomainId policyDomain,
            Incoming incoming,
            KeptDays.Range keptDays,
            Discovery discovery) {
        this.reportId = reportId;
        this.trust = trust;
        this.policyDomain = policyDomain;
        this.incoming = incoming;
        this.days = ReportDays.of(incoming.report().begin(), incoming.report().end());
        this.kept = new boolean[days.days().size()];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = keptDays.contains(days.days().get(i));
        }
        for (DomainName from : incoming.headerFroms()) {
            discovery.rowOf(from).ifPresent(id -> rows.put(from.value(), id));
        }
    }

    /** Returns the report's records. */
    Incoming.Records records() {
        return incoming.records();
    }

    /** Returns the rows that its records count with. */
    Set<DomainId> rows() {
        Set<DomainId> all = new TreeSet<>(rows.values());
        all.add(policyDomain);
        return all;
    }

    /** Returns how many outcomes the writer got by now. */
    long written() {
        return written;
    }

    /** Takes one record. What the writer does not get yet, {@link #finish} gives it. */
    void add(AggregateRecord record, OutcomeConsumer writer, Detail.Maker details) {
        taken++;
        long[] messages = days.spread(record.count());
        AggregateRecord content = record.withCount(0);
        long[] known = held.putIfAbsent(content, messages);
        if (known != null) {
            for (int i = 0; i < known.length; i++) {
                known[i] = Messages.sum(known[i], messages[i]);
            }
            return;
        }
        characters += content.characters();
        if (held.size() >= HELD || characters >= FactWriter.CHUNK_CHARACTERS) {
            writeHeld(writer, details);
        }
    }

    private void writeHeld(OutcomeConsumer writer, Detail.Maker details) {
        held.forEach((content, messages) -> write(content, messages, writer, details));
        held.clear();
        characters = 0;
    }

    private void write(
            AggregateRecord record, long[] messages, OutcomeConsumer writer, Detail.Maker details) {
        // Only locked rows may be written, which are those of the names in headerFroms; any other
        // name, such as one that is not a host name, counts with the policy domain.
        DomainId row = rows.getOrDefault(record.headerFrom(), policyDomain);
        Row signs = Row.of(record);
        Detail detail = details.of(incoming.report(), record);
        List<LocalDate> all = days.days();
        List<Outcome> outcomes = new ArrayList<>(messages.length);
        for (int i = 0; i < messages.length; i++) {
            // A day of several that got none of the messages needs no row.
            boolean empty = messages[i] == 0 && messages.length > 1;
            if (kept[i] && !empty) {
                outcomes.add(
                        new Outcome(
                                row,
                                reportId,
                                trust,
                                all.get(i),
                                signs,
                                record.disposition(),
                                messages[i],
                                detail.hash()));
            }
        }
        written += outcomes.size();
        if (!outcomes.isEmpty()) {
            writer.accept(outcomes, detail);
        }
    }

    /**
     * Writes what is in memory, when every record of the report was taken.
     *
     * @throws IllegalStateException when reading it again gave another number than the first time
     */
    void finish(OutcomeConsumer writer, Detail.Maker details) {
        writeHeld(writer, details);
        if (taken != incoming.report().recordCount()) {
            throw new IllegalStateException(
                    "report %s has %d records, but %d were read"
                            .formatted(
                                    incoming.report().reportId(),
                                    incoming.report().recordCount(),
                                    taken));
        }
    }
}
