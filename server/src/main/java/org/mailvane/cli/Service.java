package org.mailvane.cli;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.api.Links;
import org.mailvane.intake.smtp.SmtpListener;
import org.mailvane.intake.smtp.SmtpUnavailable;
import org.mailvane.platform.settings.RunningSettings;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Database;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The running service with its database. It ends when the process is told to, in order: first HTTP
 * and the work in the background, then the database.
 */
final class Service implements AutoCloseable {

    /** How long it may take to end in order; parts that hang must not keep it from ending. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What ended by SIGTERM exits with. */
    private static final int TERMINATED = 143;

    private final Database database;
    private final ConfigurableApplicationContext context;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final CompletableFuture<Void> lost;
    private final Thread hook = new Thread(this::stop, "stopping");

    private final Runnable afterwards;
    private final ListenerWatch watch;
    private final Settings settings;
    private volatile @Nullable RunningSettings ending;

    private Service(
            Database database,
            ConfigurableApplicationContext context,
            Settings settings,
            Program program,
            Runnable afterwards) {
        this.database = database;
        this.context = context;
        this.afterwards = afterwards;
        this.settings = settings;
        this.watch = program.watch(listener(context, settings), this::giveUp);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The process was told to end while this started: whoever waits for that closes this.
        }
        this.lost = database.lost().thenAccept(this::abandon);
    }

    /** What is started on the database. */
    interface Program {

        ConfigurableApplicationContext start(Settings settings, Database database);

        /** Watches the listener of what was started. */
        default ListenerWatch watch(InetSocketAddress listener, Consumer<String> dead) {
            return new ListenerWatch(listener, dead);
        }
    }

    /**
     * Starts the service.
     *
     * @param program {@link MailvaneApplication#service(Settings, Database)}, or one like it
     * @param afterwards is run when it has ended, or could not start
     * @throws CommandFailed when it can't, with what to do
     * @throws org.mailvane.platform.settings.SettingsException when a watched folder can't be used
     */
    static Service start(
            Settings settings, Program program, Consumer<String> notices, Runnable afterwards) {
        System.setProperty("mailvane.log.level", "INFO");
        Database database;
        try {
            settings.usableWatchDirs();
            database = Database.forService(settings, notices);
        } catch (RuntimeException failed) {
            afterwards.run();
            throw failed;
        }
        try {
            database.migrate();
            return new Service(
                    database, program.start(settings, database), settings, program, afterwards);
        } catch (RuntimeException failed) {
            database.close();
            afterwards.run();
            throw explained(failed, settings);
        }
    }

    private static RuntimeException explained(RuntimeException failed, Settings settings) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SmtpUnavailable smtp) {
                return new CommandFailed(String.valueOf(smtp.getMessage()));
            }
            if (cause instanceof PortInUseException) {
                return new CommandFailed(
                        "Port %d of %s is already in use by another program. Stop it, or choose another address: --http-address HOST:PORT"
                                .formatted(settings.httpPort(), settings.httpHost()));
            }
            if (cause instanceof BindException || cause instanceof UnresolvedAddressException) {
                return new CommandFailed(
                        "Can't listen on %s: it is not an address of this machine. Choose another address: --http-address HOST:PORT"
                                .formatted(settings.httpHost()));
            }
        }
        return failed;
    }

    /** Without its database the service is useless: its supervisor should restart it. */
    private void abandon(String reason) {
        System.err.println(reason);
        end.complete(Mailvane.FAILED);
    }

    private static InetSocketAddress listener(
            ConfigurableApplicationContext context, Settings settings) {
        Integer port = context.getEnvironment().getProperty("local.server.port", Integer.class);
        return ListenerWatch.address(settings, port == null ? settings.httpPort() : port);
    }

    /** Nobody reaches it any more. What hangs may keep it from ending in order. */
    private void giveUp(String reason) {
        endWithin(PATIENCE, Mailvane.FAILED);
        abandon(reason);
    }

    /** Ends the process, by force where it does not end by itself in this time. */
    private static void endWithin(Duration time, int code) {
        Thread.ofPlatform()
                .daemon()
                .name("end")
                .start(() -> {
                    try {
                        Thread.sleep(time);
                    } catch (InterruptedException early) {
                        return;
                    }
                    System.err.println(
                            "Mailvane did not stop within %d seconds. Exiting now."
                                    .formatted(time.toSeconds()));
                    Runtime.getRuntime().halt(code);
                });
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    /** Where people and clients find it. */
    String address() {
        return context.getBean(Links.class).base();
    }

    /** Where it listens, where the settings leave the port open. */
    Map<Setting, String> actual() {
        Map<Setting, String> actual = new EnumMap<>(Setting.class);
        String port = context.getEnvironment().getProperty("local.server.port");
        if (settings.httpPort() == 0 && port != null) {
            String host = settings.httpHost();
            actual.put(
                    Setting.HTTP_ADDRESS,
                    (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        }
        smtpAddress().ifPresent(address -> actual.put(Setting.SMTP_LISTEN, address));
        return actual;
    }

    /** Closes something as soon as this ends, also where the process is told to. */
    void endsWith(RunningSettings running) {
        ending = running;
    }

    /** Where it takes report mail; empty where it takes none. */
    Optional<String> smtpAddress() {
        return context.getBean(SmtpListener.class).address();
    }

    /** Waits until it ends; answers the exit code. */
    int await() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void stop() {
        endWithin(PATIENCE, TERMINATED);
        closeAll();
        end.complete(Mailvane.OK);
    }

    private synchronized void closeAll() {
        watch.close();
        RunningSettings written = ending;
        if (written != null) {
            written.close();
        }
        if (context.isActive()) {
            lost.cancel(false);
            context.close();
            database.close();
            afterwards.run();
        }
    }

    @Override
    public void close() {
        closeAll();
    }
}
