package org.mailvane.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.mailvane.demo.DemoTls.Servers;
import org.mailvane.demo.DemoTraffic.Way;

/**
 * Makes sample reports that end today: the same for the same day and number of domains.
 *
 * <p>Only names and addresses that are reserved for documentation are used (RFC 2606, RFC 5737, RFC
 * 3849). The first domains have one of the stories each, of which {@link DemoDns} shows the other
 * half, and reports that came in morning by morning. Further ones are there for their number: their
 * reports come all at once, and those about former weeks are about a week each.
 */
public final class DemoReports {

    /** Domains where nobody asks for another number. */
    public static final int DEFAULT_DOMAINS = DemoDomain.CAST;

    /** Domains at most. */
    public static final int MAX_DOMAINS = 5_000;

    /**
     * Whole days that the samples cover, before today: three months, and the days that are not
     * judged yet as their reports are late.
     */
    public static final int DAYS = 94;

    /** Since so many days, reports have come every morning. */
    static final int DAILY = 37;

    /** Days that the TLS and failure reports cover. */
    static final int DAYS_OF_ALL_KINDS = 30;

    /**
     * For other domains, the number of last days with a report each, and of the weeks before them.
     */
    static final int LAST_DAYS = 7;

    static final int WEEKS_BEFORE = 4;

    /** So long is today by now, in reports. */
    private static final Duration TODAY = Duration.ofHours(6);

    /** The morning on which files arrived that are not new reports, counted back from today. */
    public static final int ODD_MORNING = 2;

    private static final int WEEK = 7;
    private static final long SEED = 20_261_120;

    /** From so many messages of a working day on, two receivers report every other day. */
    private static final int SOME = 100;

    /** From so many on, they do every day. */
    private static final int MANY = 2_000;

    private static final Reporter FIRST = new Reporter("Postbox One", "postbox-one.example");
    private static final Reporter SECOND = new Reporter("Kite Mail", "kite-mail.example");

    /** Smaller ones, of whom one a day has received some. */
    private static final List<Reporter> SMALLER =
            List.of(
                    new Reporter("Corporate Gateway", "gateway.example"),
                    new Reporter("Lantern Webmail", "lantern.example"),
                    new Reporter("Meadow University", "meadow-university.example"),
                    new Reporter("Harbour Net", "harbour-net.example"),
                    new Reporter("Pinetree Hosting", "pinetree-hosting.example"),
                    new Reporter("City of Alder", "city-of-alder.example"),
                    new Reporter("Rivermail", "rivermail.example"),
                    new Reporter("Bluestone Bank", "bluestone-bank.example"),
                    new Reporter("Northwind Telecom", "northwind-telecom.example"));

    private final LocalDate end;
    private final int domains;
    private final DemoTraffic traffic;

    /**
     * Samples for so many domains whose last day is {@code today}.
     *
     * @throws IllegalArgumentException when there are none or more than {@link #MAX_DOMAINS}
     */
    public DemoReports(int domains, LocalDate today) {
        if (domains < 1 || domains > MAX_DOMAINS) {
            throw new IllegalArgumentException(
                    domains + " domains: there must be 1 to " + MAX_DOMAINS);
        }
        this.domains = domains;
        this.end = today;
        this.traffic = new DemoTraffic(today);
    }

    private record Reporter(String name, String domain) {}

    /**
     * A reporter and its share.
     *
     * @param share which percentage of the mail they have received
     */
    private record Part(Reporter reporter, int share) {}

    private static final List<Part> ALL = List.of(new Part(FIRST, 100));

    /** Days counted back from today, the earlier one first. */
    private record Span(int from, int to) {}

    /** The names of the domains that have a past. */
    public List<String> cast() {
        return names(0, Math.min(domains, DemoDomain.CAST));
    }

    /** The names of the further domains. */
    public List<String> others() {
        return names(DemoDomain.CAST, domains);
    }

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(number -> DemoDomain.of(number).name()).toList();
    }

    /**
     * The mornings on which reports of the domains that have a past came in, counted back from
     * today: of the first weeks one each, so that the demo starts soon, and then every one.
     */
    public List<Integer> mornings() {
        return IntStream.iterate(DAYS - 1, ago -> ago >= 0, ago -> ago - 1)
                .filter(ago -> ago < DAILY || (DAYS - 1 - ago) % WEEK == 0)
                .boxed()
                .toList();
    }

    /**
     * Writes the reports that came in on one of the {@link #mornings}, of the domains that have a
     * past: those about the days since the one before. Today's are there too, about the hours up to
     * now.
     *
     * @return how many
     */
    public int writeMorning(Path folder, int ago) throws IOException {
        Files.createDirectories(folder);
        int first = ago < DAILY - 1 ? ago + 1 : Math.min(DAYS, lastOf(ago));
        int written = 0;
        for (int number = 0; number < Math.min(domains, DemoDomain.CAST); number++) {
            DemoDomain domain = DemoDomain.of(number);
            if (first > ago + 1 && domain.volume() < MANY) {
                written += write(folder, domain, new Span(first, ago + 1), ALL);
            } else {
                for (int day = first; day > ago; day--) {
                    written += write(folder, domain, new Span(day, day), reporters(domain, day));
                }
            }
            if (ago < DAYS_OF_ALL_KINDS) {
                written += writeOtherKinds(folder, domain, ago + 1);
            }
            if (ago == 0) {
                written += writeToday(folder, domain);
            }
        }
        return written;
    }

    /**
     * Writes what comes between reports everywhere: one that came before, one that was cut off on
     * its way, and a mail of a person.
     *
     * @param folder where a morning's reports are
     */
    public static void writeOddments(Path folder) throws IOException {
        byte[] report = Files.readAllBytes(firstOf(folder));
        Files.write(folder.resolve("sent-again.xml.gz"), report);
        Files.write(folder.resolve("cut-off.xml.gz"), Arrays.copyOf(report, report.length / 3));
        Files.writeString(
                folder.resolve("question.eml"),
                """
                From: Postmaster <postmaster@postbox-one.example>
                To: dmarc@mailvane.example
                Subject: Your DMARC record
                Message-ID: <question@postbox-one.example>

                Is this the right address for our reports?
                """
                        .replace("\n", "\r\n"));
    }

    private static Path firstOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".xml.gz"))
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** The first day whose reports came in on a morning: that on which those before had. */
    private int lastOf(int ago) {
        return mornings().stream().filter(morning -> morning > ago).reduce(DAYS, (a, b) -> b);
    }

    /**
     * Writes all reports about the further domains.
     *
     * @return how many
     */
    public int writeOthers(Path folder) throws IOException {
        Files.createDirectories(folder);
        int written = 0;
        for (int number = DemoDomain.CAST; number < domains; number++) {
            DemoDomain domain = DemoDomain.of(number);
            for (int week = WEEKS_BEFORE; week > 0; week--) {
                int last = LAST_DAYS + 1 + (week - 1) * WEEK;
                written += write(folder, domain, new Span(last + WEEK - 1, last), ALL);
            }
            for (int ago = LAST_DAYS; ago > 0; ago--) {
                written += write(folder, domain, new Span(ago, ago), ALL);
            }
        }
        return written;
    }

    /**
     * Returns the reporters of a domain's day: if more mail is sent, others than the first report
     * too.
     */
    private static List<Part> reporters(DemoDomain domain, int ago) {
        if (ago > DAILY) {
            return ALL;
        }
        int turn = domain.number() + ago;
        Reporter other =
                turn % 2 == 0 ? SECOND : SMALLER.get(Math.floorMod(turn / 2, SMALLER.size()));
        boolean many = domain.volume() >= MANY;
        boolean some = domain.volume() >= SOME && turn % 2 == 0;
        return many || some ? List.of(new Part(FIRST, 72), new Part(other, 28)) : ALL;
    }

    private int write(Path folder, DemoDomain domain, Span span, List<Part> parts)
            throws IOException {
        List<Integer> days =
                IntStream.iterate(span.from(), ago -> ago >= span.to(), ago -> ago - 1)
                        .filter(domain.story()::isReported)
                        .boxed()
                        .toList();
        if (days.isEmpty()) {
            return 0;
        }
        Map<Way, Long> mail = new LinkedHashMap<>();
        days.forEach(ago ->
                traffic.of(domain, ago)
                        .forEach((way, messages) -> mail.merge(way, messages, Long::sum)));
        int first = days.getFirst();
        Duration length = Duration.ofDays(1L + first - days.getLast());
        String policy = domain.story().policy(first).orElse("none");
        int written = 0;
        int before = 0;
        for (Part part : parts) {
            Map<Way, Long> received = received(mail, before, part.share());
            before += part.share();
            written += write(folder, part.reporter(), domain, policy, first, length, received);
        }
        return written;
    }

    /** What one of them has received: each message is received by one of them. */
    private static Map<Way, Long> received(Map<Way, Long> mail, int before, int share) {
        Map<Way, Long> received = new LinkedHashMap<>();
        mail.forEach((way, messages) -> {
            long some = messages * (before + share) / 100 - messages * before / 100;
            if (some > 0) {
                received.put(way, some);
            }
        });
        return received;
    }

    /** What the first of them reports of today: a quarter of the day is over. */
    private int writeToday(Path folder, DemoDomain domain) throws IOException {
        if (!domain.story().isReported(0)) {
            return 0;
        }
        Map<Way, Long> received = received(traffic.of(domain, 0), 0, 100 / 4);
        String policy = domain.story().policy(0).orElse("none");
        return write(folder, FIRST, domain, policy, 0, TODAY, received);
    }

    private int write(
            Path folder,
            Reporter reporter,
            DemoDomain domain,
            String policy,
            int ago,
            Duration length,
            Map<Way, Long> mail)
            throws IOException {
        if (mail.isEmpty()) {
            return 0;
        }
        pack(
                folder.resolve(fileName(reporter, domain, ago, length) + ".xml.gz"),
                DemoXml.of(
                        reporter.name(),
                        reporter.domain(),
                        domain.name(),
                        policy,
                        begin(ago),
                        length,
                        mail));
        return 1;
    }

    /**
     * Writes a day's TLS report of a domain, and now and then a failure report; answers how many.
     */
    private int writeOtherKinds(Path folder, DemoDomain domain, int ago) throws IOException {
        Story story = domain.story();
        // Where nothing is published, few have anything to report.
        boolean seldom = story.servers() == Servers.NONE && ago % WEEK != 0;
        if (!story.isReported(ago) || !story.isAskingForTlsReports() || seldom) {
            return 0;
        }
        Reporter reporter = domain.number() % 2 == 0 ? FIRST : SECOND;
        long begin = begin(ago).getEpochSecond();
        SplittableRandom random =
                new SplittableRandom(SEED + domain.number() * 7_919L + ago * 1_013L);
        String name = fileName(reporter, domain, ago, Duration.ofDays(1));
        pack(
                folder.resolve(name + "!001.json.gz"),
                DemoTls.json(reporter.domain(), domain.name(), story.servers(), begin, random));
        if (!story.isForged() || random.nextInt(4) > 0) {
            return 1;
        }
        Files.writeString(
                folder.resolve(name + ".eml"),
                DemoFailures.mail(reporter.domain(), domain.name(), begin, random));
        return 2;
    }

    private Instant begin(int ago) {
        return end.minusDays(ago).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /**
     * RFC 7489, section 7.2.1.1, and RFC 8460, section 5.1: without the end that tells the kind.
     */
    private String fileName(Reporter reporter, DemoDomain domain, int ago, Duration length) {
        long begin = begin(ago).getEpochSecond();
        return "%s!%s!%d!%d"
                .formatted(reporter.domain(), domain.name(), begin, begin + length.toSeconds() - 1);
    }

    private static void pack(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
