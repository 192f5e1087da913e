package org.mailvane.cli;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.domains.Domains;
import org.mailvane.intake.PlaceCheck;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.WaitingReports;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.net.DnsResolver;
import org.mailvane.planner.ReportRecords;
import org.mailvane.platform.network.NetworkClients;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsException;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.DatabaseException;
import org.mailvane.sources.evidence.Allocations;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mailvane doctor}. */
@Command(
        name = "doctor",
        description =
                "Checks settings, data directory, database, clock, reports, DNS records,"
                        + " mailboxes and watched folders, and prints how to repair each problem.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:no problems; there may be hints", "1:there is a problem"},
        footer = {"", "Example: mailvane doctor --json"})
final class DoctorCommand extends SettingsUser implements Callable<Integer> {

    /** Accounts about whose domains DNS is asked; the others are said not to be looked at. */
    static final int MAX_ACCOUNTS = 20;

    /** Less free space than this is a problem. */
    static final long MIN_FREE_BYTES = 1L << 30;

    /** Clocks further apart than this are a problem. */
    static final Duration MAX_SKEW = Duration.ofSeconds(30);

    /** Receivers report once a day; an account whose newest report is older has a problem. */
    static final Duration MAX_SILENCE = Duration.ofDays(3);

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    private final List<Check> checks = new ArrayList<>();

    /**
     * One check and its result.
     *
     * @param name what was looked at
     * @param state {@code ok}, {@code hint} or {@code problem}
     * @param text what was found
     * @param repair what to do; null where nothing is to be done
     */
    record Check(String name, String state, String text, @Nullable String repair) {}

    @Override
    public Integer call() {
        run();
        if (json) {
            out().println(Json.of(checks));
        } else {
            for (Check check : checks) {
                out().printf("%-8s %s: %s%n", check.state(), check.name(), check.text());
                if (check.repair() != null) {
                    out().printf("         repair: %s%n", check.repair());
                }
            }
        }
        boolean problem = checks.stream().anyMatch(check -> check.state().equals("problem"));
        return problem ? Mailvane.FAILED : Mailvane.OK;
    }

    private void run() {
        Settings settings;
        try {
            settings = settings();
        } catch (SettingsException wrong) {
            for (String problem : wrong.problems()) {
                problem("settings", problem, "correct the setting, then run: mailvane config");
            }
            return;
        }
        ok("settings", "all " + settings.all().size() + " are valid");
        checkDataDirectory(settings);
        if (settings.hasSmtp()) {
            new SmtpCheck(settings, this::ok, this::hint, this::problem).run();
        } else {
            ok("smtp", "off: this server receives no mail");
        }
        try (Database database = Database.forCommand(settings, this::notice)) {
            ok("database", "reachable at " + database.url());
            if (!database.current()) {
                problem("schema", "does not match this version of Mailvane", "mailvane serve");
                return;
            }
            ok("schema", "up to date");
            checkClock(database);
            try (ConfigurableApplicationContext context =
                    MailvaneApplication.command(settings, database)) {
                checkReports(context);
                checkRecords(context, settings);
                context.getBean(Allocations.class).data().forEach(this::tellData);
                context.getBeansOfType(PlaceCheck.class).values().forEach(this::checkPlaces);
            }
        } catch (DatabaseException unusable) {
            problem("database", String.valueOf(unusable.getMessage()), null);
        }
    }

    private void checkDataDirectory(Settings settings) {
        Path folder = settings.dataDir();
        Path existing = folder;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            problem(
                    "data directory",
                    existing + " can't be written by this user",
                    "mailvane serve --data-dir ANOTHER_FOLDER");
            return;
        }
        try {
            FileStore store = Files.getFileStore(existing);
            long free = store.getUsableSpace();
            String text = folder + ", " + (free >> 20) + " MB free";
            if (free < MIN_FREE_BYTES) {
                problem(
                        "data directory",
                        text,
                        "free disk space, or run: mailvane serve --data-dir ANOTHER_FOLDER");
            } else {
                ok("data directory", text);
            }
        } catch (IOException unreadable) {
            problem("data directory", existing + ": " + unreadable.getMessage(), null);
        }
    }

    private void checkClock(Database database) {
        Duration skew = Duration.between(Instant.now(), database.clock()).abs();
        if (skew.compareTo(MAX_SKEW) > 0) {
            problem(
                    "clock",
                    "the clocks of the database and this machine differ by "
                            + skew.toSeconds()
                            + " s",
                    "synchronise both clocks by NTP, for example: timedatectl set-ntp true");
        } else {
            ok("clock", "matches the clock of the database");
        }
    }

    private void checkReports(ConfigurableApplicationContext context) {
        List<Account> accounts = context.getBean(Accounts.class).all();
        if (accounts.isEmpty()) {
            problem(
                    "accounts",
                    "no account yet",
                    "mailvane account create --name NAME --owner EMAIL");
            return;
        }
        ok("accounts", String.valueOf(accounts.size()));
        Domains domains = context.getBean(Domains.class);
        ReportAddresses addresses = context.getBean(ReportAddresses.class);
        for (Account account : accounts) {
            tellAddress(account, addresses);
            WaitingReports waiting = context.getBean(Imports.class).waiting(account.scope());
            if (waiting.reports() > 0) {
                hint(
                        "waiting reports of account " + account.id(),
                        waiting.reports()
                                + " waiting for their domain to be added, such as "
                                + waiting.domain(),
                        "add the domain, or run: mailvane account add-domains-by-mail "
                                + account.id()
                                + " on");
            }
            String name = "reports of account " + account.id();
            Optional<Instant> newest = domains.lastUpload(account.scope());
            if (newest.isEmpty()) {
                hint(
                        name,
                        "none yet",
                        "send one to the report address, or run: mailvane import FILES");
                continue;
            }
            Duration age = Duration.between(newest.get(), Instant.now());
            String text = "the newest arrived " + age.toHours() + " hours ago";
            if (age.compareTo(MAX_SILENCE) > 0) {
                hint(name, text, "check how reports arrive; receivers send them once a day");
            } else {
                ok(name, text);
            }
        }
    }

    /** Says the same as the page about report addresses. */
    private void tellAddress(Account account, ReportAddresses addresses) {
        String name = "report address of account " + account.id();
        List<String> publishable = addresses.publishable(account);
        if (publishable.isEmpty()) {
            hint(
                    name,
                    addresses.of(account) + " cannot receive mail from other servers",
                    "set MAILVANE_INTAKE_DOMAIN or MAILVANE_PUBLIC_URL, or add another"
                            + " mailbox: mailvane account report-address "
                            + account.id()
                            + " add dmarc@example.com");
            return;
        }
        ok(
                name,
                "publish "
                        + publishable.stream()
                                .map(each -> "rua=" + ReportUri.mailto(each))
                                .collect(Collectors.joining(" or ")));
    }

    private void checkRecords(ConfigurableApplicationContext context, Settings settings) {
        try (DnsResolver dns = NetworkClients.dns(settings)) {
            ReportAddresses addresses = context.getBean(ReportAddresses.class);
            RecordCheck check =
                    new RecordCheck(
                            new ReportRecords(
                                    dns, addresses, context.getBean(PublicSuffixes.class)),
                            context.getBean(Domains.class),
                            addresses,
                            this::ok,
                            this::hint,
                            this::problem);
            List<Account> accounts = context.getBean(Accounts.class).all();
            accounts.stream().limit(MAX_ACCOUNTS).forEach(check::run);
            if (accounts.size() > MAX_ACCOUNTS) {
                hint(
                        "records",
                        "checked the first %2$d of %1$d accounts"
                                .formatted(accounts.size(), MAX_ACCOUNTS),
                        "for the others, see the page /start/records");
            }
        } catch (SettingsException unknown) {
            problem("records", String.join(" ", unknown.problems()), "correct the setting");
        }
    }

    private void tellData(Allocations.Data data) {
        ok(
                data.about(),
                "%s, of %s"
                        .formatted(
                                data.origin(), LocalDate.ofInstant(data.built(), ZoneOffset.UTC)));
    }

    private void checkPlaces(PlaceCheck check) {
        for (PlaceCheck.Result place : check.check()) {
            if (place.isWell()) {
                ok(place.name(), place.text());
            } else {
                problem(place.name(), place.text(), place.repair());
            }
        }
    }

    private void ok(String name, String text) {
        checks.add(new Check(name, "ok", text, null));
    }

    private void hint(String name, String text, String repair) {
        checks.add(new Check(name, "hint", text, repair));
    }

    private void problem(String name, String text, @Nullable String repair) {
        checks.add(new Check(name, "problem", text, repair));
    }
}
