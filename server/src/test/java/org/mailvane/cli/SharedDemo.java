package org.mailvane.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.api.Links;
import org.mailvane.demo.DemoClock;
import org.mailvane.demo.DemoReports;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * One running demo for all parts of {@link DemoTest} that look at a demo and change none of its
 * data: it takes seconds to live through its three months. Its clock stops when it is ready. It
 * ends with the JVM. What a process adds to it, {@link DemoProcess} tests.
 */
final class SharedDemo {

    /** More than the cast, so that there are some that are there for their number only. */
    static final int DOMAINS = 24;

    /** Longer than the first looks take, even on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static @Nullable SharedDemo running;

    private final LocalDate today;
    private final String address;
    private final String ownerToken;
    private final String readerToken;
    private final String ownerPassword;

    private SharedDemo(LocalDate today, ConfigurableApplicationContext context, Created created) {
        Accounts accounts = context.getBean(Accounts.class);
        this.today = today;
        this.address = context.getBean(Links.class).base();
        this.ownerToken = created.apiToken();
        this.readerToken = accounts.createToken(DemoLife.READER);
        this.ownerPassword = accounts.resetPassword(DemoLife.OWNER, null);
    }

    /** Returns it when it is ready and has nothing more to do. */
    static synchronized SharedDemo get() {
        SharedDemo demo = running;
        if (demo == null) {
            demo = start();
            running = demo;
        }
        return demo;
    }

    /** The day (UTC) with which its data ends. */
    LocalDate today() {
        return today;
    }

    /** Where it listens. */
    String address() {
        return address;
    }

    /** The password of {@link DemoLife#OWNER}. */
    String ownerPassword() {
        return ownerPassword;
    }

    /** Its API, as its reader sees it. */
    DemoApi readersApi() {
        return new DemoApi(address, readerToken);
    }

    /** Its API, as its owner sees it. */
    DemoApi ownersApi() {
        return new DemoApi(address, ownerToken);
    }

    private static SharedDemo start() {
        Path folder = folder();
        Database database = TestDatabases.migrated();
        DemoClock clock = new DemoClock();
        DemoReports reports = new DemoReports(DOMAINS, clock.today());
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        AtomicReference<Created> created = new AtomicReference<>();
        ConfigurableApplicationContext context =
                MailvaneApplication.demo(
                        DemoCommand.settings(
                                Map.of(Setting.HTTP_ADDRESS, "127.0.0.1:0"),
                                Map.of(),
                                folder,
                                false),
                        database,
                        clock,
                        parts ->
                                created.set(
                                        new DemoLife(
                                                        parts,
                                                        reports,
                                                        clock,
                                                        folder.resolve("samples"),
                                                        nowhere,
                                                        () -> false)
                                                .live(DemoReports.DAYS)));
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> end(context, folder), "shared-demo-stop"));
        awaitQuiet(new TestSql(database));
        // From here on no page says another time than it did before, however slow the machine is.
        clock.moveTo(0, LocalTime.now(clock));
        return new SharedDemo(clock.today(), context, created.get());
    }

    /** So that nobody looks at a page that changes meanwhile. */
    private static void awaitQuiet(TestSql sql) {
        Awaiting.until(
                "every domain of the demo is looked at and judged",
                LIMIT,
                () ->
                        sql.value(
                                        """
                                        select (select count(*) from watched_domain
                                                where least(dmarc_due, full_due) <= now())
                                            + (select count(*) from policy_advice
                                                where least(due, again) <= now())
                                        """)
                                .equals("0"));
    }

    private static Path folder() {
        try {
            return TargetFolders.create();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void end(ConfigurableApplicationContext context, Path folder) {
        try {
            context.close();
            TargetFolders.delete(folder);
        } catch (IOException left) {
            // Below target, where a build removes it.
        }
    }
}
