package org.mailvane.intake.imap;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.ReportPlaces;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.jobs.BackgroundWork;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Reads the mailboxes that the settings name, each on a separate thread. */
@Component
@Profile("service")
class Mailboxes implements BackgroundWork, ReportPlaces {

    /** How long what is being taken over may take on when the service is told to stop. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final List<MailboxReader> readers = new ArrayList<>();
    private final List<WorkLoop> loops = new ArrayList<>();
    private volatile boolean running;

    Mailboxes(
            Settings settings,
            Database database,
            MailIntake intake,
            ImapMailboxTable table,
            ImapSecrets secrets,
            AccountResolver receiver,
            ReportAddresses addresses,
            Clock clock,
            WorkLoops workLoops) {
        MailboxReader.Parts parts =
                new MailboxReader.Parts(intake, table, secrets, receiver, addresses, clock);
        List<ImapUrl> urls = settings.imapUrls();
        for (ImapUrl url : urls) {
            String name = url.nameAmong(urls);
            MailboxReader reader =
                    new MailboxReader(url, name, ImapTimes.USUAL, database.isEmbedded(), parts);
            readers.add(reader);
            loops.add(
                    workLoops.loop(
                            // Virtual, because interrupting such ends its waiting for a server too.
                            Thread.ofVirtual().name("imap " + name), reader, new Signal()));
        }
    }

    @Override
    public List<Place> of(Scope scope) {
        return readers.stream()
                .filter(reader -> reader.isFor(scope.accountId()))
                .map(MailboxReader::place)
                .toList();
    }

    @Override
    public List<Place> all() {
        return readers.stream().map(MailboxReader::place).toList();
    }

    @Override
    public void start() {
        running = true;
        loops.forEach(WorkLoop::start);
    }

    @Override
    public void stop() {
        running = false;
        readers.forEach(MailboxReader::stop);
        WorkLoop.stopAll(loops, STOP_PATIENCE);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
