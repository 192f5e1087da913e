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
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.demo.DemoDns;
import org.mailvane.demo.DemoReports;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMonitor;
import org.mailvane.domains.Domains;
import org.mailvane.domains.GroupAccess;
import org.mailvane.intake.Counts;
import org.mailvane.intake.Imports;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.settings.Setting;
import org.mailvane.settings.Settings;
import org.mailvane.settings.SettingsException;
import org.mailvane.settings.SettingsReader;
import org.mailvane.sources.CustomSources;
import org.mailvane.store.Scope;
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
    private static final String READER = "reader@mailvane.example";

    /** Domains whose records have changed: the others are looked up when the demo runs. */
    private static final int DOMAINS_WITH_A_PAST = 50;

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
        Settings settings = settingsOrDelete(folder);
        try (Service service =
                Service.start(settings, MailvaneApplication::demo, this::notice, delete)) {
            Created created = fill(service.context(), folder);
            if (train) {
                Training.run(service.address(), created.apiToken());
                return Mailvane.OK;
            }
            print(service, created, reader(service.context(), created), settings.outbox());
            return service.await();
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
     * The defaults, in a folder of its own: a demo shows the same everywhere, touches no real data,
     * and what is set up for the real service is not for it. Only where it is found can be chosen.
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
                .forEach(setting -> notice(setting.flag() + " has no effect on a demo."));
    }

    private Created fill(ConfigurableApplicationContext context, Path folder) throws IOException {
        Created created = context.getBean(Accounts.class).create("Demo", OWNER, null);
        DemoSenders.make(context.getBean(CustomSources.class), created.account().scope());
        Path samples = folder.resolve("samples");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        DemoReports reports = new DemoReports(domains, today);
        int files = reports.write(samples);
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
        lookUp(context, created.account().scope(), reports.domainNames());
        return created;
    }

    /** Yesterday and today, so that there is something to notice. */
    private static void lookUp(
            ConfigurableApplicationContext context, Scope scope, List<String> names) {
        List<DomainName> first =
                names.stream()
                        .limit(DOMAINS_WITH_A_PAST)
                        .flatMap(name -> DomainName.parse(name).stream())
                        .toList();
        Collection<DomainId> ids = context.getBean(Domains.class).readable(scope, first).values();
        DomainMonitor monitor = context.getBean(DomainMonitor.class);
        ids.forEach(id -> monitor.refresh(scope, id));
        context.getBean(DemoDns.class).turnToToday();
        ids.forEach(id -> monitor.refresh(scope, id));
    }

    /** What lets in a colleague who may read everything, to be shown around. */
    private record Reader(String password, String token) {}

    private static Reader reader(ConfigurableApplicationContext context, Created created) {
        Scope scope = created.account().scope();
        User reader = context.getBean(Users.class).createActive(scope, READER);
        context.getBean(GroupAccess.class).letReadAll(scope, List.of(reader.id()));
        Accounts accounts = context.getBean(Accounts.class);
        return new Reader(
                accounts.resetPassword(reader.email(), null), accounts.createToken(reader.email()));
    }

    private void print(Service service, Created created, Reader reader, Path outbox) {
        String address = service.address();
        out().println("Mailvane is ready: " + address);
        out().println();
        out().println(
                        "This is a demo: the data is made up, ends today, and is gone when it stops.");
        out().println("Sign in as   " + READER);
        out().println("Password     " + reader.password());
        out().println("API token    " + reader.token() + "  (read-only)");
        out().println("Owner        " + created.owner().email());
        out().println("Owner's one  " + created.apiToken() + "  (may change everything)");
        out().println(
                        "Try it       curl -H 'Authorization: Token "
                                + reader.token()
                                + "' "
                                + address
                                + "/api/v1/domains/");
        out().println("All of it    " + address + "/api/docs/");
        out().println("Mails        " + outbox + " (as files: a demo sends none)");
        out().println("Stop it      Ctrl-C");
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
