package org.mailvane.cli;

import java.util.concurrent.Callable;
import org.mailvane.MailvaneApplication;
import org.mailvane.platform.settings.RunningSettings;
import org.mailvane.platform.settings.Settings;
import org.mailvane.web.SetupLink;
import picocli.CommandLine.Command;

/** {@code mailvane serve}. */
@Command(
        name = "serve",
        description =
                "Runs the service: web pages, API, report intake, DNS checks and"
                        + " background jobs.",
        footer = {"", "Example: mailvane serve --http-address 127.0.0.1:8080"})
final class ServeCommand extends SettingsUser implements Callable<Integer> {

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = ownSettings();
        try (Service service =
                        Service.start(
                                settings, MailvaneApplication::service, this::notice, () -> {});
                RunningSettings running = RunningSettings.write(settings, service.actual())) {
            service.endsWith(running);
            out().println("Mailvane is ready: " + service.address());
            service.smtpAddress()
                    .ifPresent(address -> out().println("Receiving report mail at " + address));
            service.context()
                    .getBean(SetupLink.class)
                    .address()
                    .ifPresent(link -> {
                        out().println("Create the first account (link works once): " + link);
                        out().println("or run: mailvane account create --name NAME --owner EMAIL");
                    });
            out().flush();
            return service.await();
        }
    }
}
