package org.mailvane.intake.smtp;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.metrics.Label;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestService;

/** A listener besides a running service's own, with separate limits and time. */
final class SmtpServer implements AutoCloseable {

    static final String DOMAIN = "reports.example.net";

    private static final long MUCH = 1L << 40;

    /** What a test sets. */
    static final class Chosen {
        final TestLimits limits = new TestLimits();
        final Map<Setting, String> settings = new HashMap<>();
        volatile long freeBytes = MUCH;
    }

    private final Chosen chosen = new Chosen();
    private final AtomicLong nanos = new AtomicLong(System.nanoTime());
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final SmtpListener listener;

    SmtpServer(TestService service, Consumer<Chosen> choice) {
        choice.accept(chosen);
        Map<Setting, String> settings = new HashMap<>(chosen.settings);
        settings.put(Setting.DATA_DIR, service.part(Settings.class).dataDir().toString());
        settings.put(Setting.SMTP_LISTEN, "127.0.0.1:0");
        settings.put(Setting.INTAKE_DOMAIN, DOMAIN);
        listener =
                new SmtpListener(
                        service.part(MailIntake.class),
                        service.part(ReportAddresses.class),
                        SettingsReader.read(settings, Map.of(), null),
                        metrics,
                        chosen.limits.build(),
                        () -> chosen.freeBytes,
                        nanos::get);
        listener.start();
    }

    String address() {
        return listener.address().orElseThrow();
    }

    SmtpClient client() throws IOException {
        return SmtpClient.greeted(address());
    }

    /** Lets time pass. */
    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** Sets the free space of the disk. */
    void freeBytes(long bytes) {
        chosen.freeBytes = bytes;
    }

    /** How many clients are connected. */
    int clients() {
        return (int) metrics.get("mailvane.smtp.clients").gauge().value();
    }

    /** Waits until so many bytes of mails that come lie on disk. */
    void awaitSpooled(long bytes) {
        Awaiting.until(
                bytes + " bytes have come",
                Duration.ofSeconds(30),
                () -> metrics.get("mailvane.smtp.spooled").gauge().value() == bytes);
    }

    /** How often somebody was refused for this reason. */
    int refused(Refusals.Reason reason) {
        return (int)
                metrics.get("mailvane.smtp.refused")
                        .tag("reason", Label.valueOf(reason))
                        .functionCounter()
                        .count();
    }

    void stop() {
        listener.stop();
    }

    @Override
    public void close() {
        listener.stop();
    }

    /** A report address of an account. */
    static String addressOf(Accounts.Created created) {
        return created.account().token() + "@" + DOMAIN;
    }

    /** A mail with an attachment. */
    static byte[] mail(String type, byte[] attachment) {
        return """
        From: Reporter <dmarc@postbox-one.example>
        Subject: Report
        MIME-Version: 1.0
        Content-Type: %s
        Content-Transfer-Encoding: base64

        %s
        """
                .formatted(type, Base64.getMimeEncoder().encodeToString(attachment))
                .replaceAll("\r?\n", "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
