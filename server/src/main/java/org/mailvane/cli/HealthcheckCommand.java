package org.mailvane.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.mailvane.platform.settings.Settings;
import picocli.CommandLine.Command;

/** {@code mailvane healthcheck}. */
@Command(
        name = "healthcheck",
        description = "Exits with 0 if the running service is ready, else with 1.",
        footer = {"", "Example: mailvane healthcheck --http-address 127.0.0.1:8080"})
final class HealthcheckCommand extends SettingsUser implements Callable<Integer> {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = settings();
        String host = ListenerWatch.host(settings);
        String reachable = host.contains(":") ? "[" + host + "]" : host;
        URI address = URI.create("http://" + reachable + ":" + settings.httpPort() + "/readyz");
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            int status =
                    client.send(
                                    HttpRequest.newBuilder(address).timeout(TIMEOUT).build(),
                                    BodyHandlers.discarding())
                            .statusCode();
            if (status == 200) {
                out().println("ready");
                return Mailvane.OK;
            }
            notice("Mailvane at " + address + " is not ready: HTTP status " + status + ".");
        } catch (IOException unreachable) {
            notice("Mailvane at " + address + " does not answer: " + unreachable);
        }
        return Mailvane.FAILED;
    }
}
