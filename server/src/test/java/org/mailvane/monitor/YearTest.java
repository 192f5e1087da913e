package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.mailauth.https.Https;
import org.mailvane.net.DnsResolver;
import org.mailvane.net.ImpatientDns;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Db;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.mailvane.text.MessageJson;
import org.mailvane.traffic.sums.SeenSelectors;
import org.mailvane.web.German;
import tools.jackson.databind.JsonNode;

/** A year of a domain, as {@code monitor/year.txt} describes it. */
@Tag("slow")
class YearTest {

    private static final String DOMAIN = "shop.example";
    private static final Pattern STEP =
            Pattern.compile("STEP (.+), (\\d+) (look|minutes|hours|days)");

    private final DnsServer dns = DnsServer.of("example SOA ns.example h.example 1 60 60 60 60");
    private final TestClock clock = new TestClock(Instant.parse("2026-01-01T09:00:00Z"));
    private final Database database = TestDatabases.migrated();
    private final TestSql sql = new TestSql(database);
    private final TestService service =
            TestService.start(
                    Map.of(Setting.DNS_SERVERS, dns.setting(), Setting.INTAKE_DOMAIN, "in.example"),
                    database,
                    clock);
    private final Accounts.Created account = service.account("One");
    private final String verification =
            service.part(Accounts.class).verificationToken(account.account().scope());
    private final long id = add();
    private final MonitorWorker worker = service.part(MonitorWorker.class);
    private final DnsResolver impatientDns = ImpatientDns.of(dns.address());
    private final MonitorWorker impatient = impatient();

    @AfterEach
    void stop() {
        impatient.stop();
        impatientDns.close();
        service.close();
        dns.close();
    }

    /** Looks as the service's does, but does not wait for a silent server for long. */
    private MonitorWorker impatient() {
        // It looks when a step says so.
        worker.stop();
        Monitor monitor =
                new Monitor(
                        service.part(Db.class),
                        service.part(WatchedDomainTable.class),
                        service.part(WatchedRecordTable.class),
                        service.part(RecordKeeper.class),
                        service.part(SeenSelectors.class),
                        service.part(Accounts.class),
                        service.part(ReportAddresses.class),
                        impatientDns,
                        service.part(Https.class),
                        clock);
        return new MonitorWorker(
                database, monitor, service.part(Settings.class), TestService.loops(clock));
    }

    private long add() {
        String token = account.apiToken();
        long group =
                service.get(token, "/api/v1/domain-groups/").json().at("/results/0/id").asLong();
        String url =
                service.send(
                                "POST",
                                token,
                                "/api/v1/domain-groups/" + group + "/add-domains/",
                                "{\"domains\": [\"" + DOMAIN + "\"]}")
                        .json()
                        .at("/added/0")
                        .asString();
        return service.get(token, url).json().get("id").asLong();
    }

    /** A step of the file: what happens, for how long, and what is expected. */
    private record Step(String head, Duration length, List<String> changes, List<String> expected) {

        /** Whether its changes make the server silent, which is all that is asked meanwhile. */
        boolean isSilent() {
            return changes.stream().anyMatch(line -> line.endsWith(" DROP"));
        }

        String text(List<String> found) {
            List<String> lines = new ArrayList<>();
            lines.add(head);
            lines.addAll(changes);
            found.forEach(line -> lines.add("    " + line));
            return String.join("\n", lines);
        }
    }

    private static List<Step> steps() throws IOException {
        List<Step> steps = new ArrayList<>();
        try (InputStream file = YearTest.class.getResourceAsStream("/monitor/year.txt")) {
            String text =
                    new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().toList()) {
                Matcher head = STEP.matcher(line);
                if (head.matches()) {
                    long number = Long.parseLong(head.group(2));
                    Duration length =
                            switch (head.group(3)) {
                                case "look" -> Duration.ZERO;
                                case "minutes" -> Duration.ofMinutes(number);
                                case "hours" -> Duration.ofHours(number);
                                default -> Duration.ofDays(number);
                            };
                    steps.add(new Step(line, length, new ArrayList<>(), new ArrayList<>()));
                } else if (line.startsWith(" ")) {
                    steps.getLast().expected().add(line.strip());
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    steps.getLast().changes().add(line);
                }
            }
        }
        return steps;
    }

    @Test
    @Timeout(900)
    void aYearGoesAsItIsTold() throws IOException, InterruptedException {
        List<String> expected = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (Step step : steps()) {
            Instant begin = clock.instant();
            step.changes().forEach(this::change);
            MonitorWorker looking = step.isSilent() ? impatient : worker;
            if (step.length().isZero()) {
                lookAt(due(), looking);
            } else {
                pass(step.length(), looking);
            }
            awaitAdvice();
            expected.add(step.text(step.expected()));
            found.add(step.text(seen(begin)));
        }
        assertThat(String.join("\n\n", found)).isEqualTo(String.join("\n\n", expected));
        assertSaidInGerman();
    }

    /** Returns all that people were notified of in the year. */
    private void assertSaidInGerman() {
        Stream.of(
                        "select distinct message from timeline_event",
                        "select distinct details_message from task",
                        "select distinct problem_message from issue",
                        "select distinct solution_message from issue",
                        "select distinct details_message from issue")
                .flatMap(query -> sql.rows(query).stream())
                .map(MessageJson::read)
                .forEach(German::assertSaid);
    }

    private void change(String line) {
        if (line.startsWith("selectors")) {
            String names =
                    Pattern.compile(" (\\S+)")
                            .matcher(line)
                            .results()
                            .map(name -> "\"" + name.group(1) + "\"")
                            .reduce((a, b) -> a + ", " + b)
                            .orElse("");
            assertThat(
                            service.send(
                                            "PATCH",
                                            account.apiToken(),
                                            "/api/v1/domains/" + id + "/",
                                            "{\"selectors\": [" + names + "]}")
                                    .status())
                    .isEqualTo(200);
        } else if (line.startsWith("-")) {
            dns.remove(line.substring(1));
        } else {
            dns.add(line.replace("TOKEN", verification));
        }
    }

    /** Lets time pass: each look happens when it is due. */
    private void pass(Duration time, MonitorWorker looking) throws InterruptedException {
        Instant end = clock.instant().plus(time);
        for (Instant due = due(); !due.isAfter(end); due = due()) {
            lookAt(due, looking);
        }
        clock.advance(Duration.between(clock.instant(), end));
    }

    /** Lets time pass until a look is due, and that happen. */
    private void lookAt(Instant due, MonitorWorker looking) throws InterruptedException {
        Duration until = Duration.between(clock.instant(), due);
        if (until.isPositive()) {
            clock.advance(until);
        }
        looking.workAll();
    }

    /** Tasks follow from the advice, which is worked out beside. */
    private void awaitAdvice() {
        Awaiting.until(
                "every domain is judged",
                Duration.ofSeconds(60),
                () ->
                        sql.value(
                                        "select count(*) from policy_advice where least(due, again) <= '%s'"
                                                .formatted(clock.instant()))
                                .equals("0"));
    }

    private Instant due() {
        return Instant.ofEpochSecond(
                Long.parseLong(
                        sql.value(
                                """
                                select ceil(extract(epoch from least(dmarc_due, full_due)))::bigint
                                from watched_domain
                                """)));
    }

    private List<String> seen(Instant begin) {
        List<String> seen = new ArrayList<>();
        JsonNode domain = service.get(account.apiToken(), "/api/v1/domains/" + id + "/").json();
        StringBuilder states = new StringBuilder("states");
        domain.get("states")
                .forEachEntry((kind, state) ->
                        states.append(' ')
                                .append(kind)
                                .append('=')
                                .append(state.get("state").asString()));
        seen.add(states.toString());
        String policy = sql.value("select last_seen_dmarc_policy from domain");
        seen.add(
                "policy %s%s%s"
                        .formatted(
                                policy,
                                domain.get("nxdomain").asBoolean() ? ", no such name" : "",
                                domain.get("is_verified").asBoolean() ? ", verified" : ""));
        sql.rows(
                        "select 'issue ' || record || ' ' || code || case subject when '' then '' else ' about ' ||"
                                + " subject end from issue where solved_at is null order by record, code, subject")
                .forEach(seen::add);
        sql.rows(
                        "select 'task ' || code || case subject when '' then '' else ' ' || subject end"
                                + " from task where solved_at is null order by code, subject")
                .forEach(seen::add);
        sql.rows(
                        "select 'event ' || change || ': ' || replace(old_value, E'\\n', ' + ') || ' -> ' || replace(new_value, E'\\n', ' + ')"
                                + " from timeline_event where created > '"
                                + begin
                                + "' order by id")
                .forEach(event -> seen.add(event.strip()));
        return seen;
    }
}
