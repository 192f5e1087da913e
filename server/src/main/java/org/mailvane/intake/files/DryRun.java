package org.mailvane.intake.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.mailvane.intake.files.FileImport.Written;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.reading.ReadEnvelope;
import org.mailvane.reports.Limits;

/**
 * Reads files and counts what an import would find, without a database: it can't know what was
 * imported before, nor which domains the account has.
 */
public final class DryRun {

    private DryRun() {}

    /** Reads everything below these paths until told to stop. */
    public static Counts run(
            List<Path> paths, Limits limits, ImportProgress progress, BooleanSupplier stop) {
        return new FileImport(limits, progress).run(paths, stop, DryRun::count);
    }

    private static Written count(List<ReadEnvelope> batch) {
        Counts counts = Counts.NONE;
        List<Remark> remarks = new ArrayList<>();
        for (ReadEnvelope read : batch) {
            counts = counts.plus(read.unlisted());
            for (ReadEnvelope.ReadReport report : read.reports()) {
                counts = counts.plus(Counts.imported(report.report().recordCount(), 0));
                remarks.addAll(Remark.losses(report.report().path(), report.report().remarks()));
            }
            for (ReadEnvelope.ReadFailure report : read.failures()) {
                counts = counts.plus(Counts.one(Remark.Outcome.IMPORTED));
                remarks.addAll(Remark.losses(report.report().path(), report.report().remarks()));
            }
            for (ReadEnvelope.ReadTls report : read.tlsReports()) {
                counts = counts.plus(Counts.one(Remark.Outcome.IMPORTED));
                remarks.addAll(Remark.losses(report.report().path(), report.report().remarks()));
            }
            for (Remark remark : read.remarks()) {
                counts = counts.plus(Counts.one(remark.outcome()));
            }
            remarks.addAll(read.remarks());
        }
        return new Written(counts, remarks);
    }
}
