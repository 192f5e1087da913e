package org.mailvane.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.demo.DemoReports;
import org.mailvane.intake.Counts;
import org.mailvane.intake.Imports;
import org.mailvane.settings.Setting;
import org.mailvane.settings.Settings;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mailvane demo}. */
@Command(
        name = "demo",
        description =
                "Runs the service on a data directory of its own with sample data that ends today,"
                        + " and prints a token to try. Nothing of it is kept.",
        footer = {"", "Example: mailvane demo --domains 200"})
final class DemoCommand extends SettingsUser implements Callable<Integer> {

    private static final String OWNER = "demo@mailvane.example";

    @Option(
            names = "--domains",
            paramLabel = "N",
            description = "Number of domains, 1 to " + DemoReports.MAX_DOMAINS + ".")
    int domains = DemoReports.DEFAULT_DOMAINS;

    @Option(
            names = "--train",
            hidden = true,
            description = "End when everything has run once: ./mailvane makes its start cache so.")
    boolean train;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (domains < 1 || domains > DemoReports.MAX_DOMAINS) {
            throw new CommandFailed(
                    "--domains is "
                            + domains
                            + ": it must be 1 to "
                            + DemoReports.MAX_DOMAINS
                            + ".");
        }
        Path folder = Files.createTempDirectory("mailvane-demo-");
        // PostgreSQL runs as another user where this is root, and has to get through to its files.
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        }
        Runnable delete = () -> delete(folder);
        try (Service service = Service.start(settingsIn(folder), this::notice, delete)) {
            Created created = fill(service.context(), folder);
            if (train) {
                Training.run(service.address(), created.apiToken());
                return Mailvane.OK;
            }
            print(service, created);
            return service.await();
        }
    }

    /** The settings, save for where the data lies: a demo never touches real data. */
    private Settings settingsIn(Path folder) {
        Map<Setting, String> overrides = new EnumMap<>(Setting.class);
        overrides.put(Setting.DATA_DIR, folder.resolve("data").toString());
        overrides.put(Setting.DATABASE_URL, "");
        if (train) {
            overrides.put(Setting.HTTP_ADDRESS, "127.0.0.1:0");
        }
        return settings(overrides);
    }

    private Created fill(ConfigurableApplicationContext context, Path folder) throws IOException {
        Created created = context.getBean(Accounts.class).create("Demo", OWNER, null);
        Path samples = folder.resolve("samples");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        int files = new DemoReports(domains, today).write(samples);
        notice("Taking in " + files + " sample reports about " + domains + " domains ...");
        try (ImportMeter meter = new ImportMeter(err())) {
            Counts counts =
                    context.getBean(Imports.class)
                            .importFiles(
                                    created.account().scope(),
                                    List.of(samples),
                                    meter,
                                    () -> false);
            if (counts.imported() != files) {
                throw new CommandFailed(
                        "Only " + counts.imported() + " of " + files + " samples were taken in.");
            }
        }
        return created;
    }

    private void print(Service service, Created created) {
        String address = service.address();
        out().println("Mailvane is ready: " + address);
        out().println();
        out().println(
                        "This is a demo: the data is made up, ends today, and is gone when it stops.");
        out().println("Login      " + created.owner().email());
        out().println("API token  " + created.apiToken());
        out().println(
                        "Try it     curl -H 'Authorization: Token "
                                + created.apiToken()
                                + "' "
                                + address
                                + "/api/v1/domains/");
        out().println("Stop it    Ctrl-C");
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
            System.err.println("The demo's folder " + folder + " could not be removed: " + left);
        }
    }
}
