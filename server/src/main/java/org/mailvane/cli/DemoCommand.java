package org.mailvane.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.demo.DemoClock;
import org.mailvane.demo.DemoDns;
import org.mailvane.demo.DemoReports;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsException;
import org.mailvane.platform.settings.SettingsReader;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mailvane demo}. */
@Command(
        name = "demo",
        description =
                "Runs the service with sample data in a temporary data directory, and"
                        + " prints a login and an API token. All data is deleted when it stops.",
        footer = {"", "Example: mailvane demo --domains 200"})
final class DemoCommand extends SettingsUser implements Callable<Integer> {

    /** Enough of them to have done everything once. */
    private static final int TRAINING_DAYS = 8;

    /** What can be chosen for a demo. */
    private static final Set<Setting> CHOICES = Set.of(Setting.HTTP_ADDRESS, Setting.PUBLIC_URL);

    @Option(
            names = "--domains",
            paramLabel = "N",
            description = "Number of domains, 1 to " + DemoReports.MAX_DOMAINS + ".")
    int domains = DemoReports.DEFAULT_DOMAINS;

    @Option(
            names = "--train",
            hidden = true,
            description = "Exit after one run. ./mailvane uses this to create its start cache.")
    boolean train;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (domains < 1 || domains > DemoReports.MAX_DOMAINS) {
            throw new CommandFailed(
                    "Invalid --domains "
                            + domains
                            + ": use a number from 1 to "
                            + DemoReports.MAX_DOMAINS
                            + ".");
        }
        Path folder = Files.createTempDirectory("mailvane-demo-");
        // PostgreSQL runs as another user where this is root, and has to get through to its files.
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        }
        Runnable delete = () -> delete(folder);
        Settings settings = settingsOrDelete(folder);
        AtomicReference<Created> created = new AtomicReference<>();
        try (Service service = start(settings, folder.resolve("samples"), delete, created::set)) {
            Created whose = Objects.requireNonNull(created.get());
            if (train) {
                Training.run(service.address(), whose.apiToken());
                return Mailvane.OK;
            }
            print(service, whose, settings.outbox());
            return service.await();
        }
    }

    /** Starts the service with its past, and ends in order if told to meanwhile. */
    private Service start(
            Settings settings, Path samples, Runnable delete, Consumer<Created> created) {
        DemoClock clock = new DemoClock();
        DemoReports reports = new DemoReports(domains, clock.today());
        int days = train ? TRAINING_DAYS : DemoReports.DAYS;
        AtomicReference<@Nullable CommandFailed> failed = new AtomicReference<>();
        try (Stopping stopping = new Stopping(this::notice)) {
            Consumer<BeanFactory> past =
                    parts -> {
                        notice(
                                "Importing %d days of sample reports about %d domains ..."
                                        .formatted(days, domains));
                        try {
                            created.accept(
                                    new DemoLife(
                                                    parts,
                                                    reports,
                                                    clock,
                                                    samples,
                                                    err(),
                                                    stopping::requested)
                                            .live(days));
                        } catch (CommandFailed told) {
                            failed.set(told);
                        }
                    };
            Service service =
                    Service.start(
                            settings,
                            (all, database) -> MailvaneApplication.demo(all, database, clock, past),
                            this::notice,
                            delete);
            CommandFailed told = failed.get();
            if (told != null) {
                service.close();
                throw told;
            }
            return service;
        }
    }

    private Settings settingsOrDelete(Path folder) {
        Map<Setting, String> flags = settingFlags();
        warnOfUnused(flags.keySet());
        try {
            return settings(flags, System.getenv(), folder, train);
        } catch (SettingsException wrong) {
            delete(folder);
            throw wrong;
        }
    }

    /**
     * Returns the default settings, in a separate folder: a demo shows the same everywhere, touches
     * no real data, and ignores what is set up for the real service. Only where it can be reached
     * is configurable.
     */
    static Settings settings(
            Map<Setting, String> flags,
            Map<String, String> environment,
            Path folder,
            boolean train) {
        Map<Setting, String> chosen = new EnumMap<>(Setting.class);
        Map<String, String> around = new HashMap<>();
        if (train) {
            chosen.put(Setting.HTTP_ADDRESS, "127.0.0.1:0");
        } else {
            chosen.putAll(flags);
            chosen.keySet().retainAll(CHOICES);
            for (Setting choice : CHOICES) {
                for (String name : List.of(choice.variable(), choice.fileVariable())) {
                    String value = environment.get(name);
                    if (value != null) {
                        around.put(name, value);
                    }
                }
            }
        }
        chosen.put(Setting.DATA_DIR, folder.resolve("data").toString());
        // Where the domains' records, which are made up too, have reports sent to.
        chosen.put(Setting.INTAKE_DOMAIN, DemoDns.INTAKE_DOMAIN);
        return SettingsReader.read(chosen, around, null);
    }

    private void warnOfUnused(Set<Setting> given) {
        given.stream()
                .filter(setting -> !CHOICES.contains(setting))
                .forEach(setting -> notice(setting.flag() + " is ignored by the demo."));
    }

    private void print(Service service, Created created, Path outbox) {
        Accounts accounts = service.context().getBean(Accounts.class);
        String readerPassword = accounts.resetPassword(DemoLife.READER, null);
        String readerToken = accounts.createToken(DemoLife.READER);
        String shopsPassword = accounts.resetPassword(DemoLife.SHOPS, null);
        String ownerPassword = accounts.resetPassword(DemoLife.OWNER, null);
        String address = service.address();
        // Printed in one piece, because log lines, such as those of mails about these passwords,
        // may appear around it.
        out().print(
                        """
                        Mailvane is ready: %1$s

                        This is a demo with sample data. It is deleted when you stop the demo.
                        Sign in as     %2$s
                        Password       %3$s
                        API token      %4$s  (read-only)
                        Limited user   %5$s  %6$s  (sees one group)
                        Owner          %7$s  %8$s  (full access)
                        Owner token    %9$s  (full access)
                        Example        curl -H 'Authorization: Token %4$s' %1$s/api/v1/domains/
                        API reference  %1$s/api/docs/
                        Emails         %10$s (written to files, not sent)
                        Stop           Ctrl-C
                        """
                                .formatted(
                                        address,
                                        DemoLife.READER,
                                        readerPassword,
                                        readerToken,
                                        DemoLife.SHOPS,
                                        shopsPassword,
                                        DemoLife.OWNER,
                                        ownerPassword,
                                        created.apiToken(),
                                        outbox));
        out().flush();
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(
                    folder,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            Files.deleteIfExists(file);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException failure) {
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
                                throws IOException {
                            Files.deleteIfExists(dir);
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException left) {
            System.err.println("The demo's folder " + folder + " could not be deleted: " + left);
        }
    }
}
