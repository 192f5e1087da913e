package org.mailvane.intake.smtp;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.api.binding.UploadFolder;
import org.mailvane.intake.FreeSpace;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.settings.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.server.SMTPServer;
import org.subethamail.smtp.server.Session;

/** Listens for report mail where the settings say so. */
@Component
@Profile("service")
public final class SmtpListener implements SmartLifecycle {

    /** Between two looks at clients that do not read, and at mails that still come at the end. */
    private static final long LOOK_MILLIS = 200;

    /** Connections that the system holds until they are accepted. */
    private static final int BACKLOG = 200;

    private static final Logger log = LoggerFactory.getLogger(SmtpListener.class);

    private final Settings settings;
    private final SmtpLimits limits;
    private final LongSupplier nanos;
    private final SmtpContext house;
    private final Clients clients;
    private @Nullable SMTPServer server;
    private @Nullable Thread watch;

    /** The service's listener. */
    @Autowired
    SmtpListener(
            MailIntake mails, ReportAddresses addresses, Settings settings, MeterRegistry metrics) {
        this(
                mails,
                addresses,
                settings,
                metrics,
                SmtpLimits.DEFAULT,
                FreeSpace.of(settings.dataDir(), System::nanoTime),
                System::nanoTime);
    }

    SmtpListener(
            MailIntake mails,
            ReportAddresses addresses,
            Settings settings,
            MeterRegistry metrics,
            SmtpLimits limits,
            FreeSpace freeSpace,
            LongSupplier nanos) {
        this.settings = settings;
        this.limits = limits;
        this.nanos = nanos;
        Refusals refusals = new Refusals(metrics, nanos);
        // Swept at each start: a process may be killed before its file there has lost its name.
        Path folder = UploadFolder.of(settings.dataDir());
        this.house =
                new SmtpContext(mails, addresses, limits, folder, freeSpace, refusals, metrics);
        this.clients = new Clients(limits, nanos, refusals);
        clients.connections().bindTo(metrics);
        Gauge.builder("mailvane.smtp.clients", clients, Clients::count)
                .description("SMTP clients that are connected")
                .register(metrics);
        Gauge.builder("mailvane.smtp.spooled", house.spool(), MailSpool::onDisk)
                .description("Bytes of incoming messages on disk")
                .baseUnit("bytes")
                .register(metrics);
    }

    /** Returns where it listens, {@code host:port}; empty where it does not. */
    public synchronized Optional<String> address() {
        SMTPServer running = server;
        if (running == null) {
            return Optional.empty();
        }
        String host = settings.smtpHost();
        return Optional.of(
                (host.contains(":") ? "[" + host + "]" : host) + ":" + running.getPortAllocated());
    }

    @Override
    public boolean isAutoStartup() {
        return settings.hasSmtp();
    }

    /**
     * Begins to listen.
     *
     * @throws SmtpUnavailable when it can't
     */
    @Override
    public synchronized void start() {
        SMTPServer made = build();
        Commands.replace(made.getCommandHandler(), clients);
        try {
            made.start();
        } catch (RuntimeException failed) {
            made.getExecutorService().shutdown();
            throw new SmtpUnavailable(settings.smtpHost(), settings.smtpPort(), failed);
        }
        server = made;
        watch = Thread.ofVirtual().name("smtp-watch").start(this::watch);
        log.info("SMTP listens on {}", address().orElseThrow());
    }

    private SMTPServer build() {
        SMTPServer.Builder builder =
                SMTPServer.port(settings.smtpPort())
                        .bindAddress(listeningAddress())
                        .backlog(BACKLOG)
                        .hostName(settings.intakeDomain())
                        .softwareName("Mailvane")
                        .serverThreadName("smtp-listener")
                        .executorService(
                                Executors.newThreadPerTaskExecutor(
                                        Thread.ofVirtual().name("smtp-", 0).factory()))
                        .serverSocketFactory(clients::listeningSocket)
                        .sessionHandler(clients)
                        .insertReceivedHeaders(false)
                        .maxConnections(limits.clients())
                        .maxRecipients(limits.recipients())
                        .maxMessageSize(limits.mailBytes())
                        .messageHandlerFactory(this::newMail);
        settings.smtpIdentity()
                .ifPresent(files -> builder.enableTLS().startTlsSocketFactory(new StartTls(files)));
        return builder.build();
    }

    private SmtpMail newMail(MessageContext context) {
        Session session = (Session) context;
        return new SmtpMail(
                house,
                clients.of(session),
                IpAddress.of(session.getRealRemoteAddress().getAddress().getAddress()),
                session.getHelo().orElse(""));
    }

    private InetAddress listeningAddress() {
        try {
            return InetAddress.getByName(settings.smtpHost());
        } catch (UnknownHostException unknown) {
            throw new SmtpUnavailable(settings.smtpHost(), settings.smtpPort(), unknown);
        }
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_MILLIS);
                clients.endStuck();
            }
        } catch (InterruptedException stopped) {
            // Which ends it.
        }
    }

    /** Takes no more clients, lets mails that are coming come in, and cuts off what is left. */
    @Override
    public synchronized void stop() {
        SMTPServer running = server;
        Thread watching = watch;
        if (running == null || watching == null) {
            return;
        }
        server = null;
        clients.stopListening();
        clients.end();
        try {
            long end = nanos.getAsLong() + limits.ending().toNanos();
            while (clients.anyInMail() && nanos.getAsLong() < end) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        clients.close();
        running.stop();
        watching.interrupt();
    }

    @Override
    public synchronized boolean isRunning() {
        return server != null;
    }
}
