package org.mailvane.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.MailvaneApplication.Tuning;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.PasswordCost;
import org.mailvane.api.Links;
import org.mailvane.net.DnsResolver;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A running service, and a client of it.
 *
 * <p>Most classes borrow one that this JVM keeps running ({@link #shared}) and make an account on
 * it. {@link #start} is for those that need another database, or end or disturb the service.
 */
public final class TestService implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    /** Tests wait for what is worked in the background; that this looks for work costs them too. */
    private static final Duration IDLE = Duration.ofMillis(150);

    /** Hundreds of passwords are hashed; {@code PasswordsTest} tests the cost that users have. */
    private static final PasswordCost PASSWORD_COST = new PasswordCost(64, 1);

    /** The prefix of Mailvane's beans, not the web server's. */
    private static final String OWN = "org.mailvane.";

    private static final String FOLDER = "mailvane-test-";

    /** Answers services without a DNS server, for as long as the JVM runs. */
    private static final class KnowsNothing {

        static final DnsServer DNS = DnsServer.of("");

        static {
            DNS.reset();
        }
    }

    private final ConfigurableApplicationContext context;
    private final Database database;
    private final HttpClient client = HttpClient.newHttpClient();

    /** The parts that work in the background, as its settings have them. */
    private final List<SmartLifecycle> background;

    /** Whether it was ever lent: nobody but {@link SharedServices} ends it then. */
    private boolean lent;

    private @Nullable Loan loan;

    /** What a borrower may use besides, and how the service is given back. */
    private record Loan(DnsServer dns, MailServer mails, Runnable giveBack) {}

    private TestService(ConfigurableApplicationContext context, Database database) {
        this.context = context;
        this.database = database;
        this.background =
                context.getBeansOfType(SmartLifecycle.class, false, false).values().stream()
                        .filter(SmartLifecycle::isRunning)
                        .filter(part -> part.getClass().getName().startsWith(OWN))
                        .toList();
    }

    /** The shared service with default settings, empty and by the system's clock. */
    public static TestService shared() {
        return shared(Clock.systemUTC());
    }

    /** The shared service with default settings, empty and by this clock. */
    public static TestService shared(Clock clock) {
        return shared(Map.of(), clock);
    }

    /**
     * The shared service with these settings, empty. It asks {@link #dns()} and mails to {@link
     * #mails()}. {@link #close} gives it back.
     */
    public static TestService shared(Map<Setting, String> settings, Clock clock) {
        return SharedServices.borrow(settings, clock);
    }

    /** A service with default settings. */
    public static TestService start() {
        return start(Map.of());
    }

    /** A service with some settings. */
    public static TestService start(Map<Setting, String> settings) {
        return start(settings, TestDatabases.migrated());
    }

    /** A service with some settings on a database that is there. */
    public static TestService start(Map<Setting, String> settings, Database database) {
        return start(settings, database, Clock.systemUTC());
    }

    /** Starts a service with some settings on an existing database, with a separate clock. */
    public static TestService start(Map<Setting, String> settings, Database database, Clock clock) {
        return start(settings, database, clock, PASSWORD_COST);
    }

    /** The same, with passwords that cost more or less to hash. */
    public static TestService start(
            Map<Setting, String> settings, Database database, Clock clock, PasswordCost cost) {
        Map<Setting, String> all = new HashMap<>(settings);
        all.putIfAbsent(Setting.HTTP_ADDRESS, "127.0.0.1:0");
        // Mails are written there where no test takes them.
        all.putIfAbsent(Setting.DATA_DIR, folder().toString());
        // A test may call as fast as it can, unless limits are what it is about.
        all.putIfAbsent(Setting.RATE_TOKEN, "0");
        all.putIfAbsent(Setting.RATE_ANONYMOUS, "0");
        // It knows nothing: no test asks the servers of the machine that it runs on.
        all.putIfAbsent(Setting.DNS_SERVERS, KnowsNothing.DNS.setting());
        // Mailvane looks up nothing that the test does not start.
        all.putIfAbsent(Setting.MONITOR, "off");
        Settings read = SettingsReader.read(all, Map.of(), null);
        return new TestService(
                MailvaneApplication.service(read, database, new Tuning(loops(clock), cost)),
                database);
    }

    /** Loops that don't wait for long. */
    public static WorkLoops loops(Clock clock) {
        return new WorkLoops(clock, IDLE);
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory(FOLDER);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A part of it. */
    public <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    /** A part of it that has a name, because there are several of its type. */
    public <T> T part(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    /**
     * As {@link #shared(Map, Clock)}, but new and ended by {@link #close}: the first thing of each
     * kind has the number 1.
     */
    public static TestService fresh(Map<Setting, String> settings, Clock clock) {
        return SharedServices.fresh(settings, clock);
    }

    /** Its database. */
    public Database database() {
        return database;
    }

    /** Its database, asked past the program. */
    public TestSql sql() {
        return new TestSql(database);
    }

    /** The DNS server of a shared service. See {@link DnsServer#reset} until lines are added. */
    public DnsServer dns() {
        return loan().dns();
    }

    /** The mail server of a shared service. */
    public MailServer mails() {
        return loan().mails();
    }

    private Loan loan() {
        return Objects.requireNonNull(loan, "only a shared service has one");
    }

    /** Notes who has borrowed it. */
    TestService borrowed(DnsServer dns, MailServer mails, Runnable giveBack) {
        lent = true;
        loan = new Loan(dns, mails, giveBack);
        return this;
    }

    /** Stops all background work. */
    void stopParts() {
        background.stream().filter(SmartLifecycle::isRunning).forEach(SmartLifecycle::stop);
    }

    /** Starts the background work that does not run. */
    void startParts() {
        background.stream().filter(part -> !part.isRunning()).forEach(SmartLifecycle::start);
    }

    /** Has every question asked again of the DNS server, whose answers are about to change. */
    public void forgetAnswers() {
        part(DnsResolver.class).forgetAll();
    }

    /** Makes an account; answers it with its owner's token. */
    public Accounts.Created account(String name) {
        return part(Accounts.class)
                .create(name, name.toLowerCase(Locale.ROOT) + "@example.com", null);
    }

    /** Where it listens. */
    public String address() {
        String address = part(Links.class).base();
        return part(Settings.class).publicUrl().isEmpty()
                ? address
                : "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    /** An answer. */
    public record Answer(int status, Map<String, String> headers, String text) {

        /** The body as JSON. */
        public JsonNode json() {
            return JSON.readTree(text);
        }

        /** A header by its name in lower case; empty where there is none. */
        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** Gets a path with a token, or without one. */
    public Answer get(@Nullable String token, String path) {
        return call("GET", token, path, BodyPublishers.noBody(), Map.of());
    }

    /** Sends JSON. */
    public Answer send(String method, @Nullable String token, String path, String json) {
        return call(
                method,
                token,
                path,
                BodyPublishers.ofString(json),
                Map.of("Content-Type", "application/json"));
    }

    /** Any call. */
    public Answer call(
            String method,
            @Nullable String token,
            String path,
            BodyPublisher body,
            Map<String, String> headers) {
        String address = path.startsWith("http") ? path : address() + path;
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address)).method(method, body);
        headers.forEach(request::header);
        if (token != null) {
            request.header("Authorization", "Token " + token);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            Map<String, String> all = new HashMap<>();
            response.headers()
                    .map()
                    .forEach((name, values) -> all.put(name, String.join(", ", values)));
            return new Answer(response.statusCode(), all, response.body());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Gives a shared service back, once however often it is called, and ends any other. */
    @Override
    public void close() {
        if (!lent) {
            end();
        } else if (loan != null) {
            Runnable giveBack = loan.giveBack();
            loan = null;
            giveBack.run();
        }
    }

    /** Ends it. */
    void end() {
        Path folder = part(Settings.class).dataDir();
        client.close();
        context.close();
        if (folder.getFileName().toString().startsWith(FOLDER)) {
            try {
                FileSystemUtils.deleteRecursively(folder);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
