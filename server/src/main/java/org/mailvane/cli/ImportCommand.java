package org.mailvane.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.intake.files.DryRun;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.platform.settings.Settings;
import org.mailvane.reports.Limits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane import}. */
@Command(
        name = "import",
        description = {
            "Imports report files: XML, JSON, gzip, zip, email, mbox and Maildir, in"
                    + " any nesting. Folders are read with all their subfolders.",
            "You can stop it and run it again: reports already stored count as" + " duplicates."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing failed",
            "1:could not run",
            "3:some files failed; each is printed with its reason"
        },
        footer = {"", "Example: mailvane import ~/dmarc-reports reports.zip"})
final class ImportCommand extends SettingsUser implements Callable<Integer> {

    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "Account; required if there are several.")
    @Nullable Long account;

    @Option(names = "--dry-run", description = "Read and count, but store nothing.")
    boolean dryRun;

    @Option(names = "--json", description = "Print the result as JSON.")
    boolean json;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
    List<Path> paths = List.of();

    @Override
    public Integer call() {
        for (Path path : paths) {
            if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
                // A pipe can be read only once, and may never end.
                throw new CommandFailed(
                        Printable.of(path.toString()) + " is neither a file nor a folder.");
            }
            if (!Files.exists(path)) {
                throw new CommandFailed(Printable.of(path + " does not exist."));
            }
        }
        long start = System.nanoTime();
        // A process that is told to stop lives until this is closed: the result is printed before.
        try (Stopping stopping = new Stopping(this::notice)) {
            Counts counts;
            try (ImportMeter meter = new ImportMeter(err())) {
                counts = dryRun ? dryRun(meter, stopping) : store(meter, stopping);
            }
            print(counts, (System.nanoTime() - start) / 1e9);
            if (stopping.requested()) {
                notice(
                        "Stopped. Everything read so far is stored. Run the command again to"
                                + " import the rest.");
            }
            return counts.failed() > 0 ? Mailvane.SOME_FAILED : Mailvane.OK;
        }
    }

    private Counts dryRun(ImportMeter meter, Stopping stopping) {
        Settings settings = settings();
        Limits limits = Limits.DEFAULT.withUnpackedBytes(settings.decompressedLimit());
        return DryRun.run(paths, limits, meter, stopping::requested);
    }

    private Counts store(ImportMeter meter, Stopping stopping) {
        return withDatabase(context -> {
            Account into = AccountChoice.of(context.getBean(Accounts.class), account);
            return context.getBean(Imports.class)
                    .importFiles(into.scope(), paths, meter, stopping::requested);
        });
    }

    /** The result as it is printed. */
    record Result(@JsonUnwrapped Counts counts, double seconds) {}

    private void print(Counts counts, double seconds) {
        double rounded = Math.round(seconds * 1000) / 1000.0;
        if (json) {
            out().println(Json.of(new Result(counts, rounded)));
            out().flush();
            return;
        }
        out().printf("Found          %,9d%n", counts.found());
        out().printf(
                        "Imported       %,9d  with %,d records%n",
                        counts.imported(), counts.records());
        out().printf("Duplicate      %,9d%n", counts.duplicate());
        out().printf("Not a report   %,9d%n", counts.notAReport());
        out().printf("Waiting        %,9d%n", counts.waiting());
        out().printf("Failed         %,9d%n", counts.failed());
        if (counts.notStored() > 0) {
            out().printf(
                            "Not stored     %,9d  records outside the retention%n",
                            counts.notStored());
        }
        out().printf("Seconds        %9.1f%n", rounded);
        out().flush();
    }
}
