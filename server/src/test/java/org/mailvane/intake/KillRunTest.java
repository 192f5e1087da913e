package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.Installation.lock;
import static org.mailvane.intake.Installation.number;
import static org.mailvane.intake.Installation.postmaster;

import com.icegreen.greenmail.store.StoredMessage;
import jakarta.mail.Flags;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.CommandRun;
import org.mailvane.cli.TargetFolders;
import org.mailvane.intake.KillRunBooks.Marked;
import org.mailvane.intake.Sending.Way;
import org.mailvane.intake.SentReport.Reporter;
import org.mailvane.reporters.Trust;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.ImapServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports come in by all ways, and domains are deleted, while the service is killed again and
 * again, with and without its database, at random moments. In the end what was acknowledged is
 * there, everything counts once, and nothing that was deleted has come back.
 *
 * <p>{@code -Dmailvane.kills=N} kills it N times, {@code -Dmailvane.seed=N} at other moments. More
 * than 10 kills need {@code -Djunit.jupiter.execution.timeout.mode=disabled}.
 */
@Tag("slow")
class KillRunTest {

    private static final int KILLS = Integer.getInteger("mailvane.kills", 10);
    private static final long SEED = Long.getLong("mailvane.seed", 1);

    private static final int DOMAINS = 12;

    /** One report of so many is about a domain that is going to be deleted. */
    private static final int DOOMED_EACH = 7;

    /** One upload of so many is mailed too, by somebody for whom nobody vouches. */
    private static final int TWICE_EACH = 4;

    /** Tables at whose locks a service is killed in the middle of a transaction. */
    private static final List<String> WRITTEN =
            List.of(
                    "raw_message",
                    "ledger_entry",
                    "domain",
                    "report",
                    "fact",
                    "auth_result",
                    "daily",
                    "domain_day",
                    "imap_mailbox",
                    "unpacked_month");

    private static final Duration UNTIL_WRITTEN = Duration.ofSeconds(10);
    private static final int STARTING_MILLIS = 3_000;
    private static final int RUNNING_MILLIS = 800;

    /** By when files of the watched folder have settled. */
    private static final int LATE_MILLIS = 3_500;

    private static final Duration LIMIT = Duration.ofSeconds(60 + 3L * KILLS);

    /** When a process is killed. */
    private enum Moment {
        /** While it starts. */
        STARTING,
        /** While it works. */
        RUNNING,
        /** While it takes files from the watched folder, too. */
        LATE,
        /** In the middle of a transaction. */
        WRITING
    }

    /** What is killed. */
    private enum Victim {
        SERVICE,
        /** All processes at once. */
        EVERYTHING,
        /** PostgreSQL, which the service starts again, and the service later. */
        DATABASE
    }

    private record Kill(Moment moment, Victim victim) {}

    /** Ten kills, of each kind one. They come in another order each time. */
    private static final List<Kill> PLAN =
            List.of(
                    new Kill(Moment.STARTING, Victim.SERVICE),
                    new Kill(Moment.STARTING, Victim.EVERYTHING),
                    new Kill(Moment.RUNNING, Victim.SERVICE),
                    new Kill(Moment.RUNNING, Victim.EVERYTHING),
                    new Kill(Moment.LATE, Victim.SERVICE),
                    new Kill(Moment.LATE, Victim.EVERYTHING),
                    new Kill(Moment.WRITING, Victim.SERVICE),
                    new Kill(Moment.WRITING, Victim.SERVICE),
                    new Kill(Moment.WRITING, Victim.EVERYTHING),
                    new Kill(Moment.WRITING, Victim.DATABASE));

    @TempDir(factory = TargetFolders.class)
    Path temp;

    private final Random random = new Random(SEED);
    private final KillRunBooks books = new KillRunBooks(KILLS);
    private final ImapServer mailboxes = new ImapServer();
    private final DnsServer dns = DnsServer.of(Reporter.ZONE);
    private Path watched = Path.of("");

    /** What services had acknowledged when the last was killed. */
    private List<Sending> promised = List.of();

    private int numbers;

    /** Kills in the middle of a transaction. */
    private int killedWriting;

    @BeforeEach
    void prepare() throws IOException {
        watched = Files.createDirectory(temp.resolve("watched"));
        mailboxes.create(KillRunClients.MOVED);
        mailboxes.create(KillRunClients.ARCHIVE);
    }

    @AfterEach
    void close() {
        mailboxes.close();
        dns.close();
    }

    /** All limits of ten kills within it come to less. */
    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void whateverIsKilledEverythingAcknowledgedIsThereOnce() throws Exception {
        Installation installation = new Installation(temp.resolve("data"));
        JsonNode account = installation.account("kills");
        allowDomainsByMail(installation, account.get("account_id").asLong());
        String recipient = account.get("account_token").asString() + "@localhost";
        try (KilledService service = new KilledService(temp, installation, settings())) {
            service.token(account.get("api_token").asString());
            try (KillRunClients clients =
                    new KillRunClients(service, mailboxes, watched, recipient, SEED)) {
                service.start();
                List<Kill> plan = plan();
                for (int round = 0; round < KILLS; round++) {
                    load(clients, round);
                    kill(service, plan.get(round));
                    say("kill %d: %s", round + 1, plan.get(round));
                }
                boolean wanted = plan.stream().anyMatch(kill -> kill.moment == Moment.WRITING);
                assertThat(killedWriting > 0)
                        .as("services were killed in the middle of transactions")
                        .isEqualTo(wanted);
                service.awaitReady();
                awaitRest(service, clients);
                assertExact(service, clients);
                assertMarkedAndMoved();
                assertMovedFiles();
                say("%d kills: %s", KILLS, books);
            }
            service.end();
            KillRunBooks.assertSwept(temp.resolve("data").resolve("tmp"), service.temporary());
        }
    }

    private static void allowDomainsByMail(Installation installation, long account) {
        CommandRun run =
                CommandRun.of(
                        "account",
                        "add-domains-by-mail",
                        Long.toString(account),
                        "on",
                        "--data-dir",
                        installation.data());
        assertThat(run.code()).as(run.err()).isZero();
    }

    private List<String> settings() {
        return List.of(
                "--imap-urls",
                mailboxes.url(KillRunClients.MAILBOX)
                        + " "
                        + mailboxes.url(KillRunClients.MOVED)
                        + "?move="
                        + KillRunClients.ARCHIVE,
                "--authentication-results",
                SentReport.RECEIVER,
                "--watch-dirs",
                watched.toString(),
                "--dns-servers",
                dns.setting(),
                "--rate-token",
                "0");
    }

    private List<Kill> plan() {
        List<Kill> plan = new ArrayList<>();
        while (plan.size() < KILLS) {
            List<Kill> ten = new ArrayList<>(PLAN);
            Collections.shuffle(ten, random);
            plan.addAll(ten);
        }
        return plan.subList(0, KILLS);
    }

    /** Has reports sent, and a domain deleted while reports about it come. */
    private void load(KillRunClients clients, int round) {
        String doomed = "gone-" + round + ".example";
        dns.add(doomed + " A 192.0.2.201");
        List<Sending> some = new ArrayList<>();
        for (Way way : Way.values()) {
            for (int i = 0; i < way.reports(); i++) {
                some.addAll(sendings(way, i, doomed));
            }
        }
        Collections.shuffle(some, random);
        books.add(some);
        clients.send(some);
        clients.delete(doomed);
    }

    private List<Sending> sendings(Way way, int place, String doomed) {
        int number = numbers++;
        String domain = place % DOOMED_EACH == 0 ? doomed : "shop-" + number % DOMAINS + ".example";
        if (way == Way.UPLOAD && place % TWICE_EACH == 1) {
            SentReport twice = new SentReport(number, Reporter.UNVERIFIED, domain);
            return List.of(new Sending(twice, way), new Sending(twice, Way.SMTP));
        }
        Reporter reporter =
                switch (way) {
                    case SMTP -> Reporter.values()[place % Reporter.values().length];
                    case MAILBOX, MOVED -> Reporter.values()[place % 2];
                    case FOLDER, UPLOAD -> Reporter.VERIFIED;
                };
        return List.of(new Sending(new SentReport(number, reporter, domain), way));
    }

    /** Kills what runs, and starts it again. */
    private void kill(KilledService service, Kill kill) throws Exception {
        boolean everything = kill.victim == Victim.EVERYTHING;
        if (kill.moment == Moment.STARTING) {
            letRun(0, STARTING_MILLIS);
            service.kill(everything);
        } else {
            service.awaitReady();
            try (Connection database = service.connect()) {
                KillRunBooks.assertKept(promised, database);
                switch (kill.moment) {
                    case WRITING -> {
                        if (awaitWriting(database)) {
                            killedWriting++;
                        }
                    }
                    case LATE -> letRun(LATE_MILLIS, LATE_MILLIS + RUNNING_MILLIS);
                    case STARTING, RUNNING -> letRun(0, RUNNING_MILLIS);
                }
                if (kill.victim == Victim.DATABASE) {
                    postmaster(database).destroyForcibly();
                    service.awaitDatabase();
                    letRun(0, 2 * RUNNING_MILLIS);
                }
                service.kill(everything);
            }
        }
        promised = books.promised(marked());
        service.start();
    }

    /** Reports the progress to a person who has asked for more kills. */
    private static void say(String text, Object... values) {
        if (System.getProperty("mailvane.kills") != null) {
            System.out.println(LocalTime.now() + " " + text.formatted(values));
        }
    }

    /** The moment of a kill is left to chance. */
    private void letRun(int fromMillis, int toMillis) throws InterruptedException {
        Thread.sleep(random.nextInt(fromMillis, toMillis));
    }

    /**
     * Waits until somebody waits for a table in the middle of a transaction, if anybody does.
     *
     * @return whether somebody waits
     */
    private boolean awaitWriting(Connection database) throws Exception {
        String table = WRITTEN.get(random.nextInt(WRITTEN.size()));
        lock(database, table);
        long end = System.nanoTime() + UNTIL_WRITTEN.toNanos();
        while (System.nanoTime() < end) {
            long waiting =
                    number(
                            database,
                            "select count(*) from pg_locks where not granted and relation = '"
                                    + table
                                    + "'::regclass");
            if (waiting > 0) {
                return true;
            }
            letRun(1, 20);
        }
        return false;
    }

    /** What services have marked or moved by now. */
    private Marked marked() throws IOException {
        Set<String> mails = new HashSet<>();
        for (StoredMessage mail : mailboxes.mails(KillRunClients.MAILBOX)) {
            if (mail.isSet(Flags.Flag.SEEN)) {
                mails.add(subject(mail));
            }
        }
        mailboxes.mails(KillRunClients.ARCHIVE).forEach(mail -> mails.add(subject(mail)));
        Path done = watched.resolve("done");
        return new Marked(mails, Files.exists(done) ? names(done) : Set.of());
    }

    private static String subject(StoredMessage mail) {
        try {
            return mail.getMimeMessage().getSubject();
        } catch (MessagingException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toSet());
        }
    }

    /** Waits until the last service has done all that there is to do. */
    private void awaitRest(KilledService service, KillRunClients clients) throws Exception {
        await("all is acknowledged", () -> clients.isDone() && books.areAcknowledged());
        await("mails are marked and moved", () -> missing(Way.MAILBOX, Way.MOVED).isEmpty());
        await("files are moved", () -> names(watched).isEmpty());
        try (Connection database = service.connect()) {
            await(
                    "the queue is empty",
                    () -> {
                        // What was worked when services were killed again and again rests for a
                        // while.
                        execute(
                                database,
                                "update ledger_entry set rests_until = null where rests_until is not null");
                        // Where DNS was too slow for a machine that is very busy, mails are read
                        // later.
                        hasten(database, "late_authentication");
                        return isNone(database, "ledger_entry where state <> 'done'")
                                && isNone(
                                        database,
                                        "ledger_entry where authentication_detail = 'dns_unanswered'");
                    });
            await(
                    "rows are classified",
                    () ->
                            isNone(
                                    database,
                                    "reclassification_queue where not isempty(stale) or not isempty(taken_stale)"));
            await(
                    "months are packed",
                    () -> {
                        execute(
                                database,
                                "update unpacked_month set since = since - interval '1 hour'"
                                        + " where since > now() - interval '30 minutes'");
                        hasten(database, "row_packing");
                        return isNone(database, "unpacked_month");
                    });
        }
    }

    /** Work that recurs is due now. */
    private static void hasten(Connection database, String kind) throws SQLException {
        execute(
                database,
                """
                update scheduled_tasks set execution_time = now(), version = version + 1
                where task_name = '%s' and not picked and execution_time > now()
                """
                        .formatted(kind));
    }

    private static void execute(Connection database, String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean isNone(Connection database, String rows) throws SQLException {
        return number(database, "select count(*) from " + rows) == 0;
    }

    private static void await(String what, Callable<Boolean> condition) {
        say("wait until %s", what);
        Awaiting.until(
                what,
                LIMIT,
                () -> {
                    try {
                        return condition.call();
                    } catch (Exception failed) {
                        throw new IllegalStateException(failed);
                    }
                });
    }

    private void assertExact(KilledService service, KillRunClients clients) throws Exception {
        Set<String> deleted = clients.deleted();
        assertThat(deleted).hasSize(KILLS);
        try (Connection database = service.connect()) {
            books.assertLedger(database, deleted);
            books.assertReports(database, deleted);
            KillRunBooks.assertDeleted(database, deleted);
        }
        assertLists(service, clients);
        assertThat(packedMessages(service))
                .isEqualTo(books.messagesByDomain(deleted, Trust.TOTALS));
    }

    /** What the API lists is what was sent. */
    private void assertLists(KilledService service, KillRunClients clients) throws Exception {
        Map<String, Trust> expected = books.expected(clients.deleted());
        List<String> reports = new ArrayList<>();
        for (JsonNode one : service.list("reports/")) {
            reports.add(one.get("report_id").asString() + " " + one.get("held").asBoolean());
        }
        assertThat(reports)
                .containsExactlyInAnyOrderElementsOf(
                        expected.entrySet().stream()
                                .map(one -> one.getKey() + " " + (one.getValue() == Trust.HELD))
                                .toList());
        Map<Long, Integer> uploads = new HashMap<>();
        for (JsonNode one : service.list("imports/")) {
            if (one.get("origin").asString().equals(Way.UPLOAD.origin())) {
                assertThat(one.get("state").asString()).isEqualTo("done");
                uploads.put(one.get("id").asLong(), one.get("found").asInt());
            }
        }
        // Others may have been stored without their answer.
        assertThat(uploads).containsAllEntriesOf(clients.imports());
    }

    /** Messages by domain, from packed months. */
    private static Map<String, Long> packedMessages(KilledService service) throws Exception {
        String criteria =
                """
                {"start_date": "2026-01-01", "end_date": "2026-12-31", "filter_option": "n"}
                """;
        String asked =
                service.send(
                                "detail-viewer/",
                                HttpRequest.newBuilder()
                                        .header("Content-Type", "application/json")
                                        .POST(BodyPublishers.ofString(criteria)))
                        .body();
        String token = new JsonMapper().readTree(asked).get("search_token").asString();
        String path = "aggregate-report/" + token + "/";
        await("rows are found", () -> service.get(path + "progress/").get("value").asInt() == 100);
        Map<String, Long> sums = new TreeMap<>();
        for (JsonNode row : service.list(path + "domains/")) {
            sums.merge(
                    row.get("from_domain").asString(),
                    row.get("message_count").asLong(),
                    Long::sum);
        }
        return sums;
    }

    /** Reports whose mails are not marked, or not moved. */
    private Set<String> missing(Way... ways) throws IOException {
        Set<String> missing = books.ids(ways);
        missing.removeAll(marked().mails());
        return missing;
    }

    private void assertMarkedAndMoved() {
        assertThat(subjects(KillRunClients.MAILBOX))
                .containsExactlyInAnyOrderElementsOf(books.ids(Way.MAILBOX));
        assertThat(subjects(KillRunClients.MOVED)).isEmpty();
        assertThat(subjects(KillRunClients.ARCHIVE))
                .containsExactlyInAnyOrderElementsOf(books.ids(Way.MOVED));
    }

    private List<String> subjects(String mailbox) {
        return mailboxes.mails(mailbox).stream().map(KillRunTest::subject).toList();
    }

    /** Each file is moved once, which a number in its name would belie. */
    private void assertMovedFiles() throws IOException {
        assertThat(names(watched.resolve("done")))
                .containsExactlyInAnyOrderElementsOf(
                        books.ids(Way.FOLDER).stream().map(id -> id + ".xml.gz").toList());
        assertThat(watched.resolve("failed")).doesNotExist();
    }
}
