package org.mailvane.cli;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.mailvane.MailvaneApplication;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A program for a separate process: the service, whose HTTP listener stops answering when it reads
 * a line from standard input. Its listener is checked more often than usual.
 */
final class DeafService {

    private DeafService() {}

    /**
     * Runs it.
     *
     * @param args the data directory
     */
    public static void main(String[] args) throws Exception {
        Settings settings =
                SettingsReader.read(
                        Map.of(Setting.DATA_DIR, args[0], Setting.HTTP_ADDRESS, "127.0.0.1:0"),
                        Map.of(),
                        null);
        int code;
        try (Service service = Service.start(settings, new Asked(), notice -> {}, () -> {})) {
            System.out.println("Ready: " + service.address());
            if (System.in.read() >= 0) {
                WebServerApplicationContext context =
                        (WebServerApplicationContext) service.context();
                ((TomcatWebServer) context.getWebServer()).getTomcat().getConnector().pause();
            }
            code = service.await();
        }
        System.exit(code);
    }

    private static final class Asked implements Service.Program {

        @Override
        public ConfigurableApplicationContext start(Settings settings, Database database) {
            return MailvaneApplication.service(settings, database);
        }

        @Override
        public ListenerWatch watch(InetSocketAddress listener, Consumer<String> dead) {
            return new ListenerWatch(
                    listener, Duration.ofMillis(100), Duration.ofMillis(500), dead);
        }
    }
}
