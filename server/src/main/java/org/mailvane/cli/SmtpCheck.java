package org.mailvane.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.mailvane.platform.settings.Settings;

/**
 * What {@code mailvane doctor} finds about SMTP: who listens, and how long the certificate lasts.
 */
final class SmtpCheck {

    /** A certificate that ends sooner should have been renewed. */
    static final Duration MIN_LIFE = Duration.ofDays(14);

    private static final String NAME = "smtp";
    private static final String CERTIFICATE = "smtp certificate";
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Settings settings;
    private final BiConsumer<String, String> ok;
    private final Finding hint;
    private final Finding problem;

    /** Takes a name, what was found, and what repairs it. */
    interface Finding {
        void add(String name, String text, String repair);
    }

    SmtpCheck(Settings settings, BiConsumer<String, String> ok, Finding hint, Finding problem) {
        this.settings = settings;
        this.ok = ok;
        this.hint = hint;
        this.problem = problem;
    }

    void run() {
        checkPort();
        checkCertificate();
        if (settings.intakeDomain().equals("localhost")) {
            hint.add(
                    NAME,
                    "report addresses end in @localhost, which other mail servers cannot"
                            + " reach",
                    "set MAILVANE_INTAKE_DOMAIN or MAILVANE_PUBLIC_URL");
        }
    }

    private void checkPort() {
        if (settings.smtpPort() == 0) {
            ok.accept(NAME, "any free port of " + settings.smtpHost());
            return;
        }
        String place = "port " + settings.smtpPort() + " of " + settings.smtpHost();
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(settings.smtpHost(), settings.smtpPort()),
                    TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String own = "220 " + settings.intakeDomain() + " ESMTP Mailvane\r\n";
            byte[] greeting = socket.getInputStream().readNBytes(own.length());
            if (new String(greeting, StandardCharsets.ISO_8859_1).equals(own)) {
                ok.accept(NAME, "receives report mail at " + place);
            } else {
                problem.add(
                        NAME,
                        "another program listens on " + place,
                        "stop it, or run: mailvane serve --smtp-listen HOST:PORT");
            }
        } catch (ConnectException nobody) {
            hint.add(NAME, "nothing listens on " + place, "mailvane serve");
        } catch (IOException unclear) {
            problem.add(
                    NAME,
                    place + " does not answer: " + unclear.getMessage(),
                    "stop the program that listens there, or run: mailvane serve"
                            + " --smtp-listen HOST:PORT");
        }
    }

    private void checkCertificate() {
        settings.smtpIdentity()
                .ifPresentOrElse(
                        files -> check(files.read().certificates().getFirst()),
                        () ->
                                hint.add(
                                        CERTIFICATE,
                                        "there is none, so reports arrive unencrypted",
                                        "set MAILVANE_SMTP_CERTIFICATE and MAILVANE_SMTP_KEY"));
    }

    private void check(X509Certificate certificate) {
        Instant end = certificate.getNotAfter().toInstant();
        Instant now = Instant.now();
        String repair = "renew " + settings.smtpIdentity().orElseThrow().certificate();
        if (end.isBefore(now)) {
            problem.add(CERTIFICATE, "it expired at " + end, repair);
        } else if (certificate.getNotBefore().toInstant().isAfter(now)) {
            problem.add(
                    CERTIFICATE,
                    "it is not valid before " + certificate.getNotBefore().toInstant(),
                    repair);
        } else if (Duration.between(now, end).compareTo(MIN_LIFE) < 0) {
            hint.add(CERTIFICATE, "it expires at " + end, repair);
        } else {
            ok.accept(CERTIFICATE, "it expires at " + end);
        }
    }
}
