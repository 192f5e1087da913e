package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.Installation.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.Sending.Way;
import org.mailvane.reporters.Trust;

/** What was sent in a kill run, and how it compares with what is stored. */
final class KillRunBooks {

    private static final String ENTRIES =
            """
            select i.origin || ' ' || e.name as key, count(*) as entries, sum(e.imported) as imported,
                sum(e.imported + e.duplicate) as stored, sum(e.waiting) as waiting,
                sum(e.records) as records, count(e.raw_id) as kept,
                sum(e.failed + e.not_a_report) as failed, string_agg(r.message, ' ') as messages
            from ledger_entry e join import i on i.id = e.import_id
            left join lateral (select string_agg(message, ' ') as message from ledger_remark
                where entry_id = e.id and outcome <> 'waiting') r on true
            group by 1
            """;

    /** A report with what it counts for, its facts, and what these count for. */
    private static final String REPORTS =
            """
            select concat_ws(' ', r.reporter, r.report_id, d.name, r.records, r.messages, r.trust,
                r.ignored, f.facts, f.messages, f.least, f.most)
            from report r left join domain d on d.id = r.domain_id
            left join (select report_id, count(*) as facts, sum(messages) as messages,
                    min(trust) as least, max(trust) as most
                from fact group by report_id) f on f.report_id = r.id
            """;

    private static final String TABLES =
            """
            select c.table_name from information_schema.columns c
            join information_schema.tables t using (table_schema, table_name)
            where c.table_schema = 'public' and c.column_name = 'domain_id'
                and t.table_type = 'BASE TABLE'
            """;

    private final List<Sending> sendings = new ArrayList<>();
    private final int kills;

    KillRunBooks(int kills) {
        this.kills = kills;
    }

    /** Notes what is sent. */
    void add(List<Sending> some) {
        sendings.addAll(some);
    }

    /** Ids of the reports that are sent by some ways. */
    Set<String> ids(Way... ways) {
        Set<Way> some = Set.of(ways);
        return sendings.stream()
                .filter(one -> some.contains(one.way()))
                .map(one -> one.report().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether all clients that wait for an answer have got it. */
    boolean areAcknowledged() {
        return sendings.stream()
                .allMatch(one ->
                        one.isAcknowledged() || (one.way() != Way.SMTP && one.way() != Way.UPLOAD));
    }

    /** Those of which the service has said by now that it has them. */
    List<Sending> promised(Marked marked) throws IOException {
        return sendings.stream()
                .filter(one ->
                        switch (one.way()) {
                            case SMTP, UPLOAD -> one.isAcknowledged();
                            case MAILBOX, MOVED -> marked.mails().contains(one.report().id());
                            case FOLDER -> marked.files().contains(one.fileName());
                        })
                .toList();
    }

    /**
     * What a service has marked or moved.
     *
     * @param mails ids of the reports in mails that are marked or moved
     * @param files names of files that are moved
     */
    record Marked(Set<String> mails, Set<String> files) {}

    /** Whatever the service said that it has, it has. */
    static void assertKept(List<Sending> promised, Connection database) throws SQLException {
        Set<String> there = entries(database).keySet();
        assertThat(promised.stream().map(Sending::key).filter(key -> !there.contains(key)))
                .as("acknowledged, and lost")
                .isEmpty();
    }

    /** What the ledger says of all messages of one name. */
    private record Entry(
            long entries,
            long imported,
            long stored,
            long waiting,
            long records,
            long kept,
            long failed,
            @Nullable String messages) {}

    private static Map<String, Entry> entries(Connection database) throws SQLException {
        Map<String, Entry> found = new HashMap<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(ENTRIES)) {
            while (rows.next()) {
                found.put(
                        rows.getString("key"),
                        new Entry(
                                rows.getLong("entries"),
                                rows.getLong("imported"),
                                rows.getLong("stored"),
                                rows.getLong("waiting"),
                                rows.getLong("records"),
                                rows.getLong("kept"),
                                rows.getLong("failed"),
                                rows.getString("messages")));
            }
        }
        return found;
    }

    /** The ledger has each message, as often as it came, and each report was stored once. */
    void assertLedger(Connection database, Set<String> deleted) throws SQLException {
        Map<String, Entry> there = entries(database);
        List<String> wrong = new ArrayList<>();
        Map<String, Long> imported = new HashMap<>();
        Map<String, Long> ways = new HashMap<>();
        for (Sending one : sendings) {
            Entry entry = there.remove(one.key());
            if (entry == null) {
                wrong.add("lost: " + one.key());
                continue;
            }
            imported.merge(one.report().id(), entry.imported, Long::sum);
            ways.merge(one.report().id(), 1L, Long::sum);
            long most =
                    switch (one.way()) {
                        case SMTP, UPLOAD -> one.attempts();
                        case MAILBOX, MOVED -> 1;
                        // Taken once more by each run that finds it.
                        case FOLDER -> 1 + kills;
                    };
            boolean gone = deleted.contains(one.report().domain());
            if (entry.entries > most
                    || entry.failed > 0
                    || entry.stored + entry.waiting != entry.entries
                    || entry.records != entry.imported * one.report().records()
                    // A message goes with the domain that it is about.
                    || (!gone && (entry.waiting > 0 || entry.kept != entry.entries))) {
                wrong.add(one.key() + " sent " + one.attempts() + ": " + entry);
            }
        }
        assertThat(wrong).as("messages of the ledger").isEmpty();
        assertThat(there.keySet()).as("never sent").isEmpty();
        for (Sending one : sendings) {
            String id = one.report().id();
            if (!deleted.contains(one.report().domain())) {
                // What comes by two ways may be replaced by the better one.
                assertThat(imported.get(id)).as("imported: " + id).isBetween(1L, ways.get(id));
            }
        }
        assertThat(number(database, "select count(*) from ledger_entry where state <> 'done'"))
                .isZero();
        assertThat(
                        number(
                                database,
                                """
                                select count(*) from raw_message r
                                where not exists (select from ledger_entry where raw_id = r.id)
                                """))
                .as("messages without an entry")
                .isZero();
    }

    /** Each report that was sent is stored once, and no other, with what it counts for. */
    void assertReports(Connection database, Set<String> deleted) throws SQLException {
        Map<String, String> expected = new TreeMap<>();
        Map<String, SentReport> reports = reports();
        expected(deleted).forEach((id, trust) -> expected.put(id, line(reports.get(id), trust)));
        assertThat(new TreeSet<>(texts(database, REPORTS)))
                .isEqualTo(new TreeSet<>(expected.values()));
        assertThat(number(database, "select count(*) from report")).isEqualTo(expected.size());
        Installation.assertEveryFactHasItsReportAndDetail(database);
        Installation.assertSumsAreThoseOfTheFacts(database);
        assertThat(number(database, "select coalesce(sum(messages), 0) from daily"))
                .isEqualTo(messages(deleted, Trust.TOTALS));
        assertThat(number(database, "select coalesce(sum(messages), 0) from daily where trust < 2"))
                .isEqualTo(messages(deleted, Trust.VERIFIED));
        assertThat(
                        number(
                                database,
                                """
                                select sum(capable + non_compliant + forwarded + threat)
                                from domain_day
                                """))
                .isEqualTo(messages(deleted, Trust.TOTALS));
    }

    private Map<String, SentReport> reports() {
        Map<String, SentReport> reports = new HashMap<>();
        sendings.forEach(one -> reports.put(one.report().id(), one.report()));
        return reports;
    }

    private static String line(SentReport report, Trust trust) {
        return String.join(
                " ",
                report.reporter().title(),
                report.id(),
                report.domain(),
                Integer.toString(report.records()),
                Long.toString(report.messages()),
                Integer.toString(trust.number()),
                "f",
                Integer.toString(report.records()),
                Long.toString(report.messages()),
                Integer.toString(trust.number()),
                Integer.toString(trust.number()));
    }

    /** What each report counts for that has to be stored, by its id. */
    Map<String, Trust> expected(Set<String> deleted) {
        Map<String, Trust> trust = new TreeMap<>();
        for (Sending one : sendings) {
            if (!deleted.contains(one.report().domain())) {
                trust.merge(
                        one.report().id(),
                        trust(one),
                        BinaryOperator.minBy(Comparator.naturalOrder()));
            }
        }
        return trust;
    }

    private static Trust trust(Sending one) {
        return one.way() == Way.SMTP || one.way() == Way.MAILBOX || one.way() == Way.MOVED
                ? one.report().reporter().trust()
                : Trust.ACCEPTED;
    }

    private long messages(Set<String> deleted, Trust least) {
        return messagesByDomain(deleted, least).values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many messages the reports about each domain count that count for at least so much. */
    Map<String, Long> messagesByDomain(Set<String> deleted, Trust least) {
        Map<String, Long> sums = new TreeMap<>();
        Map<String, SentReport> reports = reports();
        expected(deleted)
                .forEach((id, trust) -> {
                    if (trust.compareTo(least) <= 0) {
                        SentReport report = reports.get(id);
                        sums.merge(report.domain(), report.messages(), Long::sum);
                    }
                });
        return sums;
    }

    /** Nothing is left of deleted domains, in whatever table. */
    static void assertDeleted(Connection database, Collection<String> deleted) throws SQLException {
        List<String> names = texts(database, "select name from domain");
        assertThat(names).doesNotContainAnyElementsOf(deleted);
        for (String table : texts(database, TABLES)) {
            assertThat(
                            number(
                                    database,
                                    """
                                    select count(*) from %s t where domain_id is not null
                                        and not exists (select from domain d where d.id = t.domain_id)
                                    """
                                            .formatted(table)))
                    .as("rows of deleted domains in " + table)
                    .isZero();
        }
    }

    /** Nothing is left of processes that are dead. */
    static void assertSwept(Path data, Path system) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
        try (Stream<Path> files = Files.list(system)) {
            assertThat(files).isEmpty();
        }
    }

    /** How much was sent. */
    @Override
    public String toString() {
        Map<Way, Integer> sent = new EnumMap<>(Way.class);
        int attempts = 0;
        for (Sending one : sendings) {
            sent.merge(one.way(), 1, Integer::sum);
            attempts += one.attempts();
        }
        return "%s, sent %d times".formatted(sent, attempts);
    }

    static List<String> texts(Connection database, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
