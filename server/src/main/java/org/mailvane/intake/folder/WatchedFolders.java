package org.mailvane.intake.folder;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.ReportPlaces;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.jobs.BackgroundWork;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Takes in the files of the folders that the settings name, each on a separate thread. */
@Component
@Profile("service")
class WatchedFolders implements BackgroundWork, ReportPlaces {

    /** How long what is being taken in may take on when the service is told to stop. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final List<FolderReader> readers;
    private final List<WorkLoop> loops;
    private volatile boolean running;

    /**
     * @throws org.mailvane.platform.settings.SettingsException when a folder is not there, or can't
     *     be used
     */
    WatchedFolders(
            Settings settings,
            MailIntake intake,
            AccountResolver receiver,
            Clock clock,
            WorkLoops workLoops) {
        readers =
                settings.usableWatchDirs().stream()
                        .map(watched ->
                                new FolderReader(
                                        watched, FolderReader.SETTLED, intake, receiver, clock))
                        .toList();
        loops =
                readers.stream()
                        .map(reader ->
                                workLoops.loop(
                                        // A read from a disk can't be ended; it may take on.
                                        Thread.ofVirtual().name("folder " + reader.place().name()),
                                        reader,
                                        new Signal()))
                        .toList();
    }

    @Override
    public List<Place> of(Scope scope) {
        return readers.stream()
                .filter(reader -> reader.isFor(scope.accountId()))
                .map(FolderReader::place)
                .toList();
    }

    @Override
    public List<Place> all() {
        return readers.stream().map(FolderReader::place).toList();
    }

    @Override
    public void start() {
        running = true;
        loops.forEach(WorkLoop::start);
    }

    @Override
    public void stop() {
        running = false;
        WorkLoop.stopAll(loops, STOP_PATIENCE);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
