import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/**
 * Some 10 million rows of reports: 5,000 domains, 365 days, 200,000 addresses. The 30 largest domains have 4.4
 * million of them, which are 1.37 million but for the day, and the 30 ordinary ones 44,000. Everything follows
 * from a row's numbers by {@link #mix}, so that the same day makes the same data.
 */
final class DetailData {

    static final int LARGEST = 30;
    static final int ORDINARY = 30;
    private static final int DOMAINS = 5_000;
    private static final int DAYS = 365;
    private static final double LARGEST_ROWS = 4_400_000;
    private static final double ORDINARY_ROWS = 44_000;
    private static final double OTHER_ROWS = 5_556_000;
    private static final int ADDRESSES = 200_000;
    /** Those of the large senders, from which most mail comes. */
    private static final int COMMON_ADDRESSES = 5_000;
    private static final int ORGANIZATIONS = 2_000;
    /** Rows for each that differs in something but the day, if all of them came up. */
    private static final double ROWS_A_FLOW = 2.85;
    private static final double ROWS_A_DETAIL = 88;
    private static final int REPORTERS = 40;
    private static final String[] COUNTRIES = {
        "US", "DE", "NL", "IE", "GB", "FR", "CA", "JP", "IN", "BR", "SG", "AU", "SE", "PL", "IT", "ES", "CN", "RU",
        "KR", "TR", "ZA", "MX", "CH", "AT", "BE", "CZ", "DK", "FI", "NO", "HU"
    };
    private static final int WRITERS = 2;
    private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

    /** Rows of each domain, by its number; numbers begin with 1. */
    private static final int[] ROWS = rows();

    private DetailData() {}

    /** The domain of a number, of which the first are the largest and the next the ordinary ones. */
    static String domain(int number) {
        return number <= LARGEST
                ? "large" + number + ".example"
                : number <= LARGEST + ORDINARY ? "ordinary" + number + ".example" : "d" + number + ".example";
    }

    private static int[] rows() {
        double[] weights = new double[DOMAINS + 1];
        double largest = 0;
        double others = 0;
        for (int number = 1; number <= DOMAINS; number++) {
            if (number <= LARGEST) {
                weights[number] = 1.0 / (number + 10);
                largest += weights[number];
            } else if (number > LARGEST + ORDINARY) {
                weights[number] = 1.0 / (number - LARGEST - ORDINARY + 100);
                others += weights[number];
            }
        }
        int[] rows = new int[DOMAINS + 1];
        for (int number = 1; number <= DOMAINS; number++) {
            rows[number] =
                    (int)
                            (number <= LARGEST
                                    ? LARGEST_ROWS * weights[number] / largest
                                    : number <= LARGEST + ORDINARY
                                            ? ORDINARY_ROWS / ORDINARY
                                            : OTHER_ROWS * weights[number] / others);
        }
        return rows;
    }

    private static long mix(long one, long other) {
        long mixed = one * 0x9E3779B97F4A7C15L + other;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A number below the bound; the smaller ones are more frequent. */
    private static int skewed(long random, int bound) {
        double share = (random >>> 11) * 0x1.0p-53;
        return (int) (bound * share * share);
    }

    static void fill(String file) throws Exception {
        long from = System.nanoTime();
        try (Connection database = Calls.database(file)) {
            Calls.run(
                    database,
                    """
                    insert into ptr_organization (number, name) overriding system value
                    select 10000000 + n, 'sender' || n || '.example' from generate_series(0, %d) n;
                    """
                            .formatted(ORGANIZATIONS - 1));
            domains(database);
            addresses(database);
            details(database);
            Queue<YearMonth> months = new ConcurrentLinkedQueue<>();
            for (YearMonth month = YearMonth.from(TODAY.minusDays(DAYS - 1));
                    !month.isAfter(YearMonth.from(TODAY));
                    month = month.plusMonths(1)) {
                partition(database, month);
                months.add(month);
            }
            System.out.printf("domains, details and addresses after %.0f s%n", (System.nanoTime() - from) / 1e9);
            List<FutureTask<Boolean>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                FutureTask<Boolean> writer = new FutureTask<>(() -> months(file, months));
                writers.add(writer);
                Thread.ofPlatform().start(writer);
            }
            for (FutureTask<Boolean> writer : writers) {
                writer.get();
            }
            System.out.printf("rows after %.0f s%n", (System.nanoTime() - from) / 1e9);
            Calls.run(
                    database,
                    """
                    insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat,
                        passed)
                    select account_id, domain_id, day,
                        coalesce(sum(messages) filter (where category = 1), 0),
                        coalesce(sum(messages) filter (where category = 2), 0),
                        coalesce(sum(messages) filter (where category = 3), 0),
                        coalesce(sum(messages) filter (where category = 4), 0), sum(dmarc)
                    from daily group by account_id, domain_id, day;
                    insert into unpacked_month (account_id, domain_id, month, since)
                    select distinct account_id, domain_id, cast(date_trunc('month', day) as date),
                        now() - interval '1 hour' from domain_day;
                    insert into domain_evidence (account_id, domain_id, spf_checked, spf_due)
                    select 1, id, now(), now() + interval '1 year' from domain;
                    vacuum analyze;
                    """);
        }
        System.out.printf("all after %.0f s%n", (System.nanoTime() - from) / 1e9);
    }

    /** As {@code Partitions} makes it. */
    private static void partition(Connection database, YearMonth month) throws SQLException {
        Calls.run(
                database,
                """
                create table fact_%1$tY_%1$tm (like fact including defaults including indexes);
                alter table fact attach partition fact_%1$tY_%1$tm for values from ('%1$s') to ('%2$s');
                """
                        .formatted(month.atDay(1), month.plusMonths(1).atDay(1)));
    }

    private static void domains(Connection database) throws Exception {
        try (Rows rows = new Rows(database, "domain (account_id, name, top_level, origin, added_date)")) {
            for (int number = 1; number <= DOMAINS; number++) {
                rows.add(1).add(domain(number)).add("t").add("m").add(TODAY).end();
            }
        }
    }

    private static void addresses(Connection database) throws Exception {
        LocalDate changed = TODAY.minusDays(DAYS / 2);
        try (Rows rows =
                new Rows(
                        database,
                        "address_evidence (address, valid_from, valid_to, known, reverse_name, confirmed,"
                                + " organization, country, asn, network_operator, checked, due)")) {
            for (int address = 0; address < ADDRESSES; address++) {
                if (mix(1, address) % 100 == 0) {
                    address(rows, address, 1, "-infinity", changed.toString());
                    address(rows, address, 0, changed.toString(), "infinity");
                } else {
                    address(rows, address, 0, "-infinity", "infinity");
                }
            }
        }
    }

    private static void address(Rows rows, int address, int before, String from, String to) throws IOException {
        int organization = organization(address + before);
        boolean confirmed = isConfirmed(address);
        boolean named = confirmed || address % 3 == 0;
        rows.add(ip(address)).add(from).add(to).add("t");
        rows.add(
                named
                        ? "mta-" + Integer.toHexString((int) mix(4, address)) + ".outbound" + address % 7 + ".sender"
                                + organization + ".example"
                        : "");
        rows.add(confirmed ? "t" : "f").add(confirmed ? 10_000_000 + organization : 0);
        rows.add(COUNTRIES[skewed(mix(5, organization + address % 3), COUNTRIES.length)]);
        rows.add(64_512 + organization).add("Operator " + organization).add(TODAY).add(TODAY.plusYears(1)).end();
    }

    private static boolean isConfirmed(int address) {
        return (mix(2, address) & 0xff) < 218;
    }

    private static int organization(int address) {
        return skewed(mix(3, address / 4), ORGANIZATIONS);
    }

    /** One of 20 is of IPv6. */
    private static String ip(int address) {
        long number = 0x2D00_0000L + address * 97L;
        return address % 20 == 7
                ? "2600:1f%02x:%x::%x".formatted(address & 0xff, address >> 8, address & 0xffff)
                : (number >> 24) + "." + (number >> 16 & 0xff) + "." + (number >> 8 & 0xff) + "." + (number & 0xff);
    }

    private static int details(int domain) {
        return Math.max(5, (int) (ROWS[domain] / ROWS_A_DETAIL));
    }

    private static UUID hash(int domain, int detail) {
        return new UUID(mix(domain, detail), mix(detail, domain));
    }

    /** How many of 100 details say so: both aligned, only DKIM, only SPF, neither. */
    private enum Outcome {
        BOTH(68),
        DKIM(12),
        SPF(8),
        NEITHER(12);

        private final int percent;

        Outcome(int percent) {
            this.percent = percent;
        }

        static Outcome of(int domain, int detail) {
            int rest = (int) Long.remainderUnsigned(mix(domain * 31L, detail), 100);
            for (Outcome outcome : values()) {
                rest -= outcome.percent;
                if (rest < 0) {
                    return outcome;
                }
            }
            throw new IllegalStateException();
        }
    }

    private static void details(Connection database) throws Exception {
        try (Rows rows =
                new Rows(
                        database,
                        "detail (account_id, domain_id, hash, reporter, policy_domain, envelope_from, envelope_to,"
                                + " dkim, spf, reasons)")) {
            for (int domain = 1; domain <= DOMAINS; domain++) {
                for (int detail = 0; detail < details(domain); detail++) {
                    SplittableRandom random = new SplittableRandom(mix(domain * 37L, detail));
                    Outcome outcome = Outcome.of(domain, detail);
                    String name = domain(domain);
                    String sender = "sender" + skewed(random.nextLong(), ORGANIZATIONS) + ".example";
                    String signed =
                            switch (outcome) {
                                case BOTH, DKIM ->
                                        "{\"d\":\"%s\",\"s\":\"s%d\",\"r\":\"+\"}"
                                                .formatted(name, random.nextInt(8));
                                case SPF -> "{\"d\":\"%s\",\"s\":\"s1\",\"r\":\"-\"}".formatted(name);
                                case NEITHER -> "";
                            };
                    if (random.nextInt(3) == 0) {
                        signed +=
                                (signed.isEmpty() ? "" : ",")
                                        + "{\"d\":\"%s\",\"s\":\"k%d\",\"r\":\"+\",\"h\":\"good signature\"}"
                                                .formatted(sender, random.nextInt(20_000));
                    }
                    boolean passes = outcome == Outcome.BOTH || outcome == Outcome.SPF;
                    String checked =
                            passes ? (random.nextBoolean() ? "bounce." : "") + name : "r" + random.nextInt(900) + "." + sender;
                    rows.add(1).add(domain).add(hash(domain, detail));
                    rows.add("Postbox " + skewed(random.nextLong(), REPORTERS)).add(name);
                    rows.add(random.nextBoolean() ? null : checked);
                    rows.add(random.nextInt(5) < 3 ? null : "recipient" + random.nextInt(300) + ".example");
                    rows.add("[" + signed + "]");
                    rows.add(
                            "[{\"d\":\"%s\",\"s\":\"mfrom\",\"r\":\"%s\"}]"
                                    .formatted(checked, passes || random.nextInt(3) > 0 ? "+" : "~"));
                    rows.add(
                            random.nextInt(20) == 0
                                    ? "[{\"t\":\"local_policy\",\"c\":\"arc=pass as[%d].d=%s\"}]"
                                            .formatted(1 + random.nextInt(3), sender)
                                    : "[]");
                    rows.end();
                }
            }
        }
    }

    /** Writes rows in the order in which reports come: by day. */
    private static boolean months(String file, Queue<YearMonth> months) throws Exception {
        try (Connection database = Calls.database(file)) {
            for (YearMonth month = months.poll(); month != null; month = months.poll()) {
                try (Rows rows =
                        new Rows(
                                database,
                                "fact (account_id, domain_id, report_id, day, header_from, address, category,"
                                        + " source, rule, rules_version, disposition, dkim_aligned, spf_aligned,"
                                        + " messages, detail)")) {
                    for (int day = 0; day < DAYS; day++) {
                        LocalDate date = TODAY.minusDays(DAYS - 1L - day);
                        if (YearMonth.from(date).equals(month)) {
                            for (int domain = 1; domain <= DOMAINS; domain++) {
                                day(rows, domain, day, date);
                            }
                        }
                    }
                }
                Calls.run(
                        database,
                        """
                        insert into daily (account_id, domain_id, day, source, category, messages, dmarc, dkim,
                            spf, quarantined, rejected)
                        select account_id, domain_id, day, source, category, sum(messages),
                            coalesce(sum(messages) filter (where dkim_aligned or spf_aligned), 0),
                            coalesce(sum(messages) filter (where dkim_aligned), 0),
                            coalesce(sum(messages) filter (where spf_aligned), 0),
                            coalesce(sum(messages) filter (where disposition = 1), 0),
                            coalesce(sum(messages) filter (where disposition = 2), 0)
                        from fact_%1$tY_%1$tm group by 1, 2, 3, 4, 5
                        """
                                .formatted(month.atDay(1)));
            }
            return true;
        }
    }

    private static void day(Rows rows, int domain, int day, LocalDate date) throws IOException {
        long first = (long) ROWS[domain] * day / DAYS;
        long end = (long) ROWS[domain] * (day + 1) / DAYS;
        for (long row = first; row < end; row++) {
            row(rows, domain, day, date, mix(domain * 41L, row));
        }
    }

    private static void row(Rows rows, int domain, int day, LocalDate date, long random) throws IOException {
        int flow = skewed(random, Math.max(1, (int) (ROWS[domain] / ROWS_A_FLOW)));
        long which = mix(domain * 43L, flow);
        int detail = skewed(which, details(domain));
        Outcome outcome = Outcome.of(domain, detail);
        long where = mix(which, 1);
        int address =
                Long.remainderUnsigned(where, 10) < 6
                        ? skewed(mix(where, 2), COMMON_ADDRESSES)
                        : (int) Long.remainderUnsigned(mix(where, 3), ADDRESSES);
        int category =
                switch (outcome) {
                    case BOTH, SPF -> 1;
                    case DKIM -> address % 2 == 0 ? 1 : 3;
                    case NEITHER -> address % 2 == 0 ? 2 : 4;
                };
        int source =
                category == 4
                        ? isConfirmed(address) ? 10_000_000 + organization(address) : 0
                        : 100 + organization(address) % 40;
        int rule =
                switch (category) {
                    case 1 -> address % 3 == 0 ? 3 : 7;
                    case 2 -> 6;
                    case 3 -> 5;
                    default -> 8;
                };
        long fate = Long.remainderUnsigned(mix(which, 4), 100);
        int disposition = outcome != Outcome.NEITHER || fate >= 40 ? 0 : fate < 25 ? 1 : 2;
        String from = switch ((int) Long.remainderUnsigned(mix(which, 5), 20)) {
            case 0 -> "news." + domain(domain);
            case 1 -> "mail." + domain(domain);
            default -> domain(domain);
        };
        double share = ((mix(random, 6) >>> 11) + 1) * 0x1.0p-53;
        rows.add(1).add(domain).add(day * 1_000L + flow % 1_000).add(date).add(from).add(ip(address));
        rows.add(category).add(source).add(rule).add(1).add(disposition);
        rows.add(outcome == Outcome.BOTH || outcome == Outcome.DKIM ? "t" : "f");
        rows.add(outcome == Outcome.BOTH || outcome == Outcome.SPF ? "t" : "f");
        rows.add((long) Math.min(20_000, Math.pow(share, -0.8))).add(hash(domain, detail)).end();
    }

    /** Rows on their way into a table, in the text form of COPY; no value of ours needs to be escaped. */
    private static final class Rows implements AutoCloseable {

        private static final int PIECE = 1 << 16;

        private final OutputStream stream;
        private final StringBuilder text = new StringBuilder();
        private boolean begun;

        Rows(Connection database, String table) throws SQLException {
            stream = new PGCopyOutputStream(database.unwrap(PGConnection.class), "copy " + table + " from stdin");
        }

        Rows add(Object value) {
            if (begun) {
                text.append('\t');
            }
            text.append(value == null ? "\\N" : value);
            begun = true;
            return this;
        }

        void end() throws IOException {
            text.append('\n');
            begun = false;
            if (text.length() > PIECE) {
                flush();
            }
        }

        private void flush() throws IOException {
            stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
            text.setLength(0);
        }

        @Override
        public void close() throws IOException {
            flush();
            stream.close();
        }
    }

    public static void main(String[] args) throws Exception {
        fill(args[0]);
    }
}
