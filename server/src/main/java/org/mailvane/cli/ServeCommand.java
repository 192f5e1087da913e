package org.mailvane.cli;

import java.util.concurrent.Callable;
import org.mailvane.accounts.Accounts;
import org.mailvane.settings.Settings;
import picocli.CommandLine.Command;

/** {@code mailvane serve}. */
@Command(
        name = "serve",
        description = "Runs the service: HTTP, and what works in the background.",
        footer = {"", "Example: mailvane serve --http-address 127.0.0.1:8080"})
final class ServeCommand extends SettingsUser implements Callable<Integer> {

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = settings();
        settings.all().stream()
                .filter(v -> !v.setting().hasEffect() && !v.origin().equals("default"))
                .forEach(v -> notice(v.setting().variable() + " is not used by this version yet."));
        try (Service service = Service.start(settings, this::notice, () -> {})) {
            out().println("Mailvane is ready: " + service.address());
            if (service.context().getBean(Accounts.class).all().isEmpty()) {
                out().println(
                                "There is no account yet. Make one with: mailvane account create --name"
                                        + " NAME --owner EMAIL");
            }
            out().flush();
            return service.await();
        }
    }
}
