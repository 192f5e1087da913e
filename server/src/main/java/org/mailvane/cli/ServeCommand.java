package org.mailvane.cli;

import java.util.concurrent.Callable;
import org.mailvane.MailvaneApplication;
import org.mailvane.settings.RunningSettings;
import org.mailvane.settings.Settings;
import org.mailvane.web.SetupLink;
import picocli.CommandLine.Command;

/** {@code mailvane serve}. */
@Command(
        name = "serve",
        description = "Runs the service: HTTP, and what works in the background.",
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
                    .ifPresent(address -> out().println("Report mail is taken at " + address));
            service.context()
                    .getBean(SetupLink.class)
                    .address()
                    .ifPresent(link -> {
                        out().println("Make the first account here, once: " + link);
                        out().println("or by: mailvane account create --name NAME --owner EMAIL");
                    });
            out().flush();
            return service.await();
        }
    }
}
