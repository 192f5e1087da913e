package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.csv.CsvLists;
import org.mailvane.api.errors.ProblemHandler;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;

/** Lists and objects as CSV. */
class CsvTest {

    private static final String DOMAINS = "/api/v1/domains/";
    private static final String ROWS = "/api/v1/rows/";
    private static final String DOMAIN_HEADER = "id,domain,notes,is_verified,count_dmarc_capable,";

    /** More rows than would fit into the tests' memory. */
    private static final int MANY = 400_000;

    private static TestService service;
    private static String token;
    private static String empty;
    private static Rows rows;
    private static HikariDataSource connections;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        Accounts.Created owner = service.account("csv");
        token = owner.apiToken();
        empty = service.account("nothing").apiToken();
        List<Sighting> sightings =
                IntStream.range(0, PageRequest.MAX_LIMIT + 30)
                        .mapToObj(i -> new DomainName("d%03d.example".formatted(i)))
                        .map(name -> new Sighting(name, Set.of(name)))
                        .toList();
        service.part(DomainDiscovery.class).discover(owner.account().scope(), sightings, true);
        rows = new Rows(service.part(Db.class));
        connections = service.part(HikariDataSource.class);
        TestOperations.add(service, rows, "list", RequestMethod.GET, "/rows");
        TestOperations.add(service, rows, "plain", RequestMethod.GET, "/plain");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void reset() {
        rows.count = 3;
        rows.failAt = Integer.MAX_VALUE;
        rows.text = null;
        rows.askTheDatabase = false;
        rows.windows.clear();
    }

    @Test
    void aListWithoutAPageIsAllOfIt() {
        Answer answer = service.get(token, DOMAINS + "?format=csv");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualToIgnoringCase("text/csv;charset=utf-8");
        assertThat(answer.header("content-disposition"))
                .isEqualTo("attachment; filename=\"domains.csv\"");
        List<String> lines = lines(answer);
        assertThat(lines).hasSize(1 + PageRequest.MAX_LIMIT + 30);
        assertThat(lines.getFirst())
                .startsWith(DOMAIN_HEADER)
                .contains(",origin.code,origin.label,");
        assertThat(lines.get(1)).contains(",d000.example,").contains(",d,DMARC report,");
        assertThat(lines.getLast()).contains(",d529.example,");
        assertThat(answer.headers()).doesNotContainKeys("etag", "link");
    }

    @Test
    void withLimitOrPageItIsThatPage() {
        Answer second = service.get(token, DOMAINS + "?format=csv&limit=2&page=2");
        assertThat(lines(second)).hasSize(3);
        assertThat(lines(second).get(1)).contains(",d002.example,");
        assertThat(second.header("link"))
                .contains("/api/v1/domains/?format=csv&limit=2&page=3>; rel=\"next\"");
        assertThat(lines(service.get(token, DOMAINS + "?format=csv&limit=7"))).hasSize(8);
        assertThat(lines(service.get(token, DOMAINS + "?format=csv&page=1")))
                .hasSize(1 + PageRequest.DEFAULT_LIMIT);
        assertThat(lines(service.get(token, DOMAINS + "?format=csv&page=last"))).hasSize(1 + 5);
    }

    @Test
    void anEmptyListHasItsHeaderRow() {
        Answer answer = service.get(empty, DOMAINS + "?format=csv");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).startsWith(DOMAIN_HEADER).endsWith("\r\n").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?format=csv  | text/csv         | text/csv",
                "?format=csv  | application/json | text/csv",
                "?format=csv  | */*              | text/csv",
                "?format=csv  | application/problem+json | text/csv",
                "             | text/csv         | text/csv",
                "             | text/csv, application/json;q=0.5 | text/csv",
                "             | application/json, text/csv;q=0.5 | application/json",
                "             | */*              | application/json",
                "             | text/html, */*;q=0.8 | application/json",
                "?format=json | text/csv         | application/json",
                "?format=json | text/html        | application/json",
                "?format=     | */*              | application/json",
                "?format=xml&format=csv | */*    | text/csv"
            })
    void theParameterGoesBeforeAccept(@Nullable String query, String accept, String type) {
        Answer answer =
                service.call(
                        "GET",
                        token,
                        ROWS + (query == null ? "" : query),
                        BodyPublishers.noBody(),
                        Map.of("Accept", accept));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).startsWith(type);
        assertThat(answer.text()).startsWith(type.equals("text/csv") ? "id,text\r\n" : "{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xml", "CSV", "csv,json", "%00", "api"})
    void anotherFormatIs400AndTheRightOnesAreNamed(String format) {
        Answer answer = service.get(token, DOMAINS + "?format=" + format);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("format").get(0).asString())
                .endsWith("is not valid: it must be one of csv, json.");
    }

    @Test
    void whereNoFormatIsOfferedTheParameterIsIgnored() {
        for (String format : List.of("csv", "json", "xml")) {
            Answer answer = service.get(token, "/api/v1/plain/?format=" + format);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().get("plain").asBoolean()).isTrue();
            assertThat(service.get(null, "/api/?format=" + format).status()).isEqualTo(200);
        }
        Answer answer =
                service.call(
                        "GET",
                        token,
                        "/api/v1/plain/",
                        BodyPublishers.noBody(),
                        Map.of("Accept", "text/csv"));
        assertThat(answer.status()).isEqualTo(406);
    }

    @Test
    void errorsStayJson() {
        String page = ROWS + "?format=csv&page=99";
        for (Answer answer :
                List.of(
                        service.get(null, ROWS + "?format=csv"),
                        service.get(token, ROWS + "?format=csv&limit=x"),
                        service.get(token, page))) {
            assertThat(answer.status()).isBetween(400, 404);
            assertThat(answer.header("content-type")).isEqualTo("application/json");
            assertThat(answer.headers()).doesNotContainKey("content-disposition");
            assertThat(answer.json().get("code").asString()).isNotBlank();
        }
    }

    @Test
    void whatFailsBeforeTheFirstRowIsAnsweredAsAnError() {
        rows.failAt = 1;
        Answer answer = service.get(token, ROWS + "?format=csv");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.json().get("code").asString()).isEqualTo("error");
        assertThat(answer.headers()).doesNotContainKey("content-disposition");
    }

    @Test
    void whatFailsLaterCutsTheConnection() throws IOException {
        rows.count = 5 * PageRequest.MAX_LIMIT;
        rows.failAt = 3;
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    "GET " + ROWS + "?format=csv HTTP/1.1",
                    "Host: localhost",
                    "Authorization: Token " + token);
            assertThat(http.status()).isEqualTo(200);
            assertThat(http.header("transfer-encoding")).isEqualTo("chunked");
            assertThat(http.rest())
                    .contains("\r\n1,row 1\r\n")
                    .doesNotContain("\r\n1001,")
                    // The last chunk, without which a client knows that there should be more.
                    .doesNotEndWith("\r\n0\r\n\r\n")
                    .doesNotContain("code", "error");
        }
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> service.get(token, ROWS + "?format=csv"))
                .withCauseInstanceOf(IOException.class);
    }

    /**
     * Streams more than the heap holds. With the first compiler only, it takes five times as long.
     */
    @Test
    @Tag("alone")
    void moreRowsThanTheHeapHoldsAreStreamedWindowByWindow() throws Exception {
        rows.count = MANY;
        rows.text = "x".repeat(900);
        assertThat(Runtime.getRuntime().maxMemory()).isLessThan((long) MANY * rows.text.length());
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(service.address() + ROWS + "?format=csv"))
                        .header("Authorization", "Token " + token)
                        .build();
        long lines = 0;
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
            byte[] buffer = new byte[1 << 16];
            try (InputStream body = answer.body()) {
                for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                    for (int i = 0; i < n; i++) {
                        lines += buffer[i] == '\n' ? 1 : 0;
                    }
                }
            }
        }
        assertThat(lines).isEqualTo(MANY + 1);
        assertThat(rows.windows).hasSize(MANY / PageRequest.MAX_LIMIT);
        assertThat(rows.windows).allSatisfy(w -> assertThat(w.limit()).isEqualTo(500));
        assertThat(rows.windows.getLast().offset()).isEqualTo(MANY - PageRequest.MAX_LIMIT);
    }

    @Test
    void clientsThatDoNotReadKeepNoDatabaseConnection() throws IOException {
        // A separate instance, because it is still read from when the test has ended.
        Rows slow = new Rows(service.part(Db.class));
        TestOperations.add(service, slow, "list", RequestMethod.GET, "/slow-rows");
        slow.count = 40 * PageRequest.MAX_LIMIT;
        // More than the buffers between the two take, so that the server waits.
        slow.text = "x".repeat(900);
        slow.askTheDatabase = true;
        int more = connections.getMaximumPoolSize() + 2;
        List<RawHttp> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < more; i++) {
                RawHttp http = RawHttp.to(service);
                stalled.add(http);
                http.send(
                        "GET /api/v1/slow-rows/?format=csv HTTP/1.1",
                        "Host: localhost",
                        "Authorization: Token " + token);
                assertThat(http.status()).isEqualTo(200);
            }
            assertThat(service.get(token, DOMAINS).status()).isEqualTo(200);
            assertThat(slow.windows.size()).isBetween(more, more * 40 - 1);
        } finally {
            for (RawHttp http : stalled) {
                http.close();
            }
        }
    }

    @Test
    void exportsWaitForEachOtherAndNobodyElseForThem() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        // A separate instance, because the test waits for it.
        Rows held = new Rows(service.part(Db.class));
        TestOperations.add(service, held, "list", RequestMethod.GET, "/held-rows");
        held.count = 4 * PageRequest.MAX_LIMIT;
        AtomicInteger fetching = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        held.whileFetching =
                () -> {
                    try (Connection connection = connections.getConnection()) {
                        assertThat(connection.isValid(1)).isTrue();
                        most.accumulateAndGet(fetching.incrementAndGet(), Math::max);
                        open.await();
                        fetching.decrementAndGet();
                    }
                    return null;
                };
        int exports = 3 * connections.getMaximumPoolSize();
        List<Future<Answer>> answers = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int i = 0; i < exports; i++) {
                    answers.add(
                            clients.submit(
                                    () -> service.get(token, "/api/v1/held-rows/?format=csv")));
                }
                Awaiting.until(
                        "as many fetch as may",
                        Duration.ofSeconds(20),
                        () -> fetching.get() == CsvLists.MAX_FETCHING);
                assertThat(service.get(null, "/readyz").status()).isEqualTo(200);
                assertThat(service.get(token, DOMAINS).status()).isEqualTo(200);
            } finally {
                open.countDown();
            }
            for (Future<Answer> answer : answers) {
                assertThat(lines(answer.get())).hasSize(1 + held.count);
            }
        }
        assertThat(most).hasValue(CsvLists.MAX_FETCHING);
        assertThat(CsvLists.MAX_FETCHING).isLessThan(connections.getMaximumPoolSize() / 2);
    }

    @Test
    void aClientThatGoesAwayIsOneLineInTheLog() throws IOException {
        Rows left = new Rows(service.part(Db.class));
        TestOperations.add(service, left, "list", RequestMethod.GET, "/left-rows");
        left.count = 40 * PageRequest.MAX_LIMIT;
        left.text = "x".repeat(900);
        Logger handler = (Logger) LoggerFactory.getLogger(ProblemHandler.class);
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
        Appender<ILoggingEvent> appender =
                new AppenderBase<>() {
                    @Override
                    protected void append(ILoggingEvent event) {
                        events.add(event);
                    }
                };
        appender.start();
        root.addAppender(appender);
        handler.setLevel(Level.INFO);
        try {
            try (RawHttp http = RawHttp.to(service)) {
                http.send(
                        "GET /api/v1/left-rows/?format=csv HTTP/1.1",
                        "Host: localhost",
                        "Authorization: Token " + token);
                assertThat(http.status()).isEqualTo(200);
            }
            Awaiting.until(
                    "the log says so",
                    Duration.ofSeconds(20),
                    () -> events.stream().anyMatch(CsvTest::isCutOff));
            // It comes after everything that the same request logs.
            assertThat(service.get(token, DOMAINS).status()).isEqualTo(200);
            assertThat(events.stream().filter(CsvTest::isCutOff)).hasSize(1);
            assertThat(events)
                    .noneMatch(event -> event.getThrowableProxy() != null)
                    .noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
        } finally {
            handler.setLevel(null);
            root.detachAppender(appender);
        }
    }

    private static boolean isCutOff(ILoggingEvent event) {
        return event.getFormattedMessage().contains("GET /api/v1/left-rows was cut off");
    }

    @Test
    void headHasTheHeadersAndFetchesNoMoreThanTheFirstRows() {
        rows.count = 4 * PageRequest.MAX_LIMIT;
        Answer head =
                service.call(
                        "HEAD", token, ROWS + "?format=csv", BodyPublishers.noBody(), Map.of());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("content-type")).startsWith("text/csv");
        assertThat(head.header("content-disposition")).contains("rows.csv");
        assertThat(head.text()).isEmpty();
        assertThat(rows.windows).hasSize(1);
    }

    @Test
    void anObjectThatSaysSoComesAsCsvToo() {
        long id = service.get(token, DOMAINS).json().get("results").get(0).get("id").asLong();
        Answer answer = service.get(token, DOMAINS + id + "/?format=csv");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-disposition")).contains("domains-" + id + ".csv");
        assertThat(lines(answer)).hasSize(2);
        assertThat(lines(answer).getFirst())
                .isEqualTo(lines(service.get(token, DOMAINS + "?format=csv&limit=1")).getFirst());
        assertThat(lines(answer).get(1)).startsWith(id + ",d000.example,");
        assertThat(service.get(token, DOMAINS + "0/?format=csv").json().get("code").asString())
                .isEqualTo("not_found");
    }

    @Test
    void nestedListsHaveSensibleFileNames() {
        Answer upload =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        BodyPublishers.ofString("<feedback>"),
                        Map.of());
        String failures = upload.json().get("_links").get("failures").asString();
        Answer answer = service.get(token, failures + "?format=csv");
        assertThat(answer.header("content-disposition"))
                .contains(
                        "filename=\"imports-"
                                + upload.json().get("id").asLong()
                                + "-failures.csv\"");
        assertThat(answer.text()).startsWith("file,reason,code\r\n");
    }

    private static List<String> lines(Answer answer) {
        assertThat(answer.text()).endsWith("\r\n");
        return List.of(answer.text().split("\r\n"));
    }

    /** A list of rows that are made when they are fetched. */
    static final class Rows {

        private final Db db;
        private final List<Window> windows = new CopyOnWriteArrayList<>();
        private volatile int count;
        private volatile int failAt = Integer.MAX_VALUE;
        private volatile boolean askTheDatabase;
        private volatile @Nullable String text;
        private volatile Callable<@Nullable Void> whileFetching = () -> null;

        Rows(Db db) {
            this.db = db;
        }

        record Row(long id, String text) {}

        @ApiOperation(action = "list", access = Access.SIGNED_IN, summary = "Rows.")
        @ResponseBody
        Listing<Row> list(Caller caller, PageRequest page) {
            return page.listing(() -> count, window -> fetch(caller.scope(), window));
        }

        @ApiOperation(action = "plain", access = Access.SIGNED_IN, summary = "No list.")
        @ResponseBody
        Map<String, Boolean> plain() {
            return Map.of("plain", true);
        }

        private List<Row> fetch(Scope scope, Window window) {
            windows.add(window);
            try {
                whileFetching.call();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
            if (window.number() >= failAt) {
                throw new IllegalStateException("window " + window.number());
            }
            if (askTheDatabase) {
                assertThat(
                                db.as(scope.wholeAccount())
                                        .sql(
                                                "select count(*) as n from domain where account_id = :account")
                                        .<Long>one(row -> row.number("n")))
                        .isPositive();
            }
            long end = Math.min(count, window.offset() + window.limit());
            return LongStream.range(window.offset(), end)
                    .mapToObj(i -> new Row(i + 1, text == null ? "row " + (i + 1) : text))
                    .toList();
        }
    }
}
