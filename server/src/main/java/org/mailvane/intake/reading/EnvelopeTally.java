package org.mailvane.intake.reading;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.LedgerTable.Awaited;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.intake.reading.BatchReports.StoredReport;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;

/** Sums up what became of the reports of one envelope. */
final class EnvelopeTally {

    private final PublicSuffixes suffixes;
    private Counts counts;
    private final List<Remark> remarks;
    private final boolean withheld;
    private long facts;
    private long unlisted;
    private String unlistedIn = "";

    /**
     * Sums up one envelope.
     *
     * @param reports its reports, and what became of them
     */
    EnvelopeTally(ReadEnvelope read, List<StoredReport> reports, PublicSuffixes suffixes) {
        this.suffixes = suffixes;
        this.withheld = read.isWithheld();
        this.counts = read.unlisted();
        this.remarks = new ArrayList<>(read.remarks());
        reports.forEach(this::add);
        if (unlisted > 0) {
            remarks.add(Remark.moreLosses(unlistedIn, unlisted, EnvelopeReader.MAX_REMARKS));
        }
    }

    /** Returns how many parts became what. */
    Counts counts() {
        return counts;
    }

    /** Returns what the ledger says about the parts. */
    List<Remark> remarks() {
        return remarks;
    }

    /** Returns the number of facts that were written. */
    long facts() {
        return facts;
    }

    /** Counts remarks that were not counted when their parts were. */
    void countRemarks() {
        for (Remark remark : remarks) {
            if (!remark.isOfImported()) {
                counts = counts.plus(Counts.one(remark.outcome()));
            }
        }
    }

    /** Counts reports as duplicates that another entry of the same message waits for. */
    void withoutAwaited(Set<Awaited> awaited) {
        for (Iterator<Remark> each = remarks.iterator(); each.hasNext(); ) {
            Remark remark = each.next();
            if (remark.outcome() == Outcome.WAITING && awaited.contains(Awaited.of(remark))) {
                each.remove();
                counts = counts.plus(Counts.one(Outcome.DUPLICATE));
            }
        }
    }

    /** Returns the reports that wait for a domain. */
    List<Awaited> waiting() {
        return remarks.stream()
                .filter(remark -> remark.outcome() == Outcome.WAITING)
                .map(Awaited::of)
                .toList();
    }

    private void add(StoredReport report) {
        String path = report.path();
        switch (report.outcome()) {
            case StoreOutcome.Stored stored -> {
                facts += stored.facts();
                counts = counts.plus(Counts.imported(stored.records(), stored.notStored()));
                addLosses(path, Remark.losses(path, report.remarks()));
            }
            case StoreOutcome.Duplicate same -> counts = counts.plus(Counts.one(Outcome.DUPLICATE));
            case StoreOutcome.Different other ->
                    remarks.add(Remark.differentContent(path, report.id(), other.stored()));
            case StoreOutcome.StoredInPart part -> {
                counts = counts.plus(Counts.notStored(part.notStored()));
                remarks.add(awaiting(path, part.missing()));
            }
            case StoreOutcome.TooManyFacts many ->
                    remarks.add(Remark.tooManyRows(path, many.limit()));
            case StoreOutcome.MessageFull full ->
                    remarks.add(Remark.messageFull(path, full.limit()));
            case StoreOutcome.DayFull full ->
                    remarks.add(Remark.dayFull(path, full.day(), full.limit()));
            case StoreOutcome.UnknownDomain unknown ->
                    remarks.add(
                            withheld
                                    ? notKept(path, report.domains().getFirst())
                                    : awaiting(path, report.domains().getFirst()));
        }
    }

    private void addLosses(String path, List<Remark> losses) {
        int room = Math.max(0, EnvelopeReader.MAX_REMARKS - remarks.size());
        remarks.addAll(losses.subList(0, Math.min(room, losses.size())));
        if (losses.size() > room) {
            unlistedIn = unlisted == 0 ? path : unlistedIn;
            unlisted += losses.size() - room;
        }
    }

    private Remark awaiting(String path, DomainName domain) {
        return suffixes.isRegistrys(domain)
                ? Remark.publicSuffix(path, domain)
                : Remark.unknownDomain(path, domain);
    }

    private Remark notKept(String path, DomainName domain) {
        return suffixes.isRegistrys(domain)
                ? Remark.publicSuffixNotKept(path, domain)
                : Remark.notKept(path, domain);
    }
}
