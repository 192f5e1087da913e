package org.mailvane.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Makes sample reports that end today: the same for the same day and number of domains.
 *
 * <p>Only names and addresses that are reserved for documentation are used (RFC 2606, RFC 5737, RFC
 * 3849). Each domain has one of the stories, of which {@link DemoDns} shows the other half.
 */
public final class DemoReports {

    /** Domains where nobody asks for another number. */
    public static final int DEFAULT_DOMAINS = 14;

    /** Domains at most. */
    public static final int MAX_DOMAINS = 5_000;

    /** Days that the samples cover, as far as {@link #MAX_REPORTS} lets them. */
    static final int DAYS = 90;

    /** Days that they cover at least: a week's figures are complete. */
    static final int MIN_DAYS = 8;

    /** About so many reports are made at most, so that a demo of many domains still starts soon. */
    static final int MAX_REPORTS = 12_000;

    /** Of so many domains there are TLS and failure reports too. */
    static final int DOMAINS_WITH_ALL_KINDS = 100;

    /** Days that the TLS and failure reports cover. */
    private static final int DAYS_OF_ALL_KINDS = 30;

    private static final int STALE_DAYS = 20;

    /** The wave of spoofed mail began so many days ago: the last ones that are judged by now. */
    private static final int WAVE_DAYS = 4;

    private static final long SEED = 20_261_120;
    private static final long DAY_SECONDS = 86_400;

    private static final List<Reporter> REPORTERS =
            List.of(
                    new Reporter("Postbox One", "postbox-one.example", 6),
                    new Reporter("Kite Mail", "kite-mail.example", 3),
                    new Reporter("Corporate Gateway", "gateway.example", 1));

    private final LocalDate end;
    private final int domains;

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
    }

    private record Reporter(String name, String domain, int share) {}

    /** The domains' names. */
    public List<String> domainNames() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < domains; i++) {
            names.add(Story.nameOf(i));
        }
        return names;
    }

    /**
     * Writes the samples as files.
     *
     * @return how many
     */
    public int write(Path folder) throws IOException {
        Files.createDirectories(folder);
        int days = days();
        int written = 0;
        for (int domain = 0; domain < domains; domain++) {
            for (int ago = days - 1; ago >= 0; ago--) {
                for (Reporter reporter : REPORTERS) {
                    written += write(folder, domain, ago, reporter) ? 1 : 0;
                }
            }
        }
        for (int domain = 0; domain < Math.min(domains, DOMAINS_WITH_ALL_KINDS); domain++) {
            for (int ago = Math.min(days, DAYS_OF_ALL_KINDS) - 1; ago >= 0; ago--) {
                written += writeOtherKinds(folder, domain, ago);
            }
        }
        return written;
    }

    /**
     * Writes a day's TLS report of a domain, and now and then a failure report; answers how many.
     */
    private int writeOtherKinds(Path folder, int domain, int ago) throws IOException {
        Story story = Story.of(domain);
        if (isStale(story, ago)) {
            return 0;
        }
        Reporter reporter = REPORTERS.get(domain % REPORTERS.size());
        long begin = begin(ago);
        SplittableRandom random = new SplittableRandom(SEED + domain * 7_919L + ago * 1_013L);
        String name = fileName(reporter, domain, begin);
        pack(
                folder.resolve(name + "!001.json.gz"),
                DemoTls.json(
                        reporter.domain(), Story.nameOf(domain), story.servers(), begin, random));
        if (!story.isForged() || random.nextInt(4) > 0) {
            return 1;
        }
        Files.writeString(
                folder.resolve(name + ".eml"),
                DemoFailures.mail(reporter.domain(), Story.nameOf(domain), begin, random));
        return 2;
    }

    /** How many days the samples cover. */
    int days() {
        return Math.clamp(MAX_REPORTS / (domains * REPORTERS.size()), MIN_DAYS, DAYS);
    }

    private boolean write(Path folder, int domain, int ago, Reporter reporter) throws IOException {
        Story story = Story.of(domain);
        if (isStale(story, ago)) {
            return false;
        }
        long begin = begin(ago);
        SplittableRandom random =
                new SplittableRandom(SEED + domain * 1_000_003L + ago * 1_009L + reporter.share());
        Xml xml = new Xml(Story.nameOf(domain), story, reporter, begin, random);
        xml.rows(ago);
        if (xml.isEmpty()) {
            return false;
        }
        pack(folder.resolve(fileName(reporter, domain, begin) + ".xml.gz"), xml.text());
        return true;
    }

    private static boolean isStale(Story story, int ago) {
        return story == Story.STALE && ago < STALE_DAYS;
    }

    private long begin(int ago) {
        return end.minusDays(ago).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    }

    /**
     * RFC 7489, section 7.2.1.1, and RFC 8460, section 5.1: without the end that tells the kind.
     */
    private static String fileName(Reporter reporter, int domain, long begin) {
        return "%s!%s!%d!%d"
                .formatted(reporter.domain(), Story.nameOf(domain), begin, begin + DAY_SECONDS - 1);
    }

    private static void pack(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Writes one report. */
    private static final class Xml {

        private static final String OFFICE = "192.0.2.25";
        private static final String OFFICE_IPV6 = "2001:db8:25::25";
        private static final String NEWSLETTER = "198.51.100.40";

        /** A help desk that sends with the domain's name in From, and can do no more. */
        private static final String TICKETS = "198.51.100.60";

        private final String domain;
        private final Story story;
        private final Reporter reporter;
        private final long begin;
        private final SplittableRandom random;
        private final StringBuilder rows = new StringBuilder();

        Xml(String domain, Story story, Reporter reporter, long begin, SplittableRandom random) {
            this.domain = domain;
            this.story = story;
            this.reporter = reporter;
            this.begin = begin;
            this.random = random;
        }

        boolean isEmpty() {
            return rows.isEmpty();
        }

        void rows(int ago) {
            boolean weekend = begin / DAY_SECONDS % 7 >= 2 && begin / DAY_SECONDS % 7 <= 3;
            int volume = reporter.share() * (weekend ? 12 : 40);
            if (story != Story.PARKED) {
                row(OFFICE, volume + random.nextInt(volume), domain, true, true, "mail", "");
                row(OFFICE_IPV6, 1 + volume / 4, domain, true, true, "mail", "");
                row(
                        "192.0.2.80",
                        1 + random.nextInt(volume),
                        "app." + domain,
                        true,
                        false,
                        "app",
                        "");
            }
            switch (story) {
                case SENDER_FIXED -> newsletter(volume, ago < 30);
                case SENDER_BROKEN -> {
                    newsletter(volume, false);
                    row(TICKETS, 1 + volume / 8, domain, false, false, "", "");
                }
                case SPOOFED ->
                        spoof(ago >= 1 && ago <= WAVE_DAYS ? volume * 30 : 1 + random.nextInt(9));
                case FORWARDED -> forwarders(volume);
                case PARKED -> {
                    if (random.nextInt(3) == 0) {
                        spoof(1 + random.nextInt(20));
                    }
                }
                case HEALTHY, STALE -> {
                    if (random.nextInt(5) == 0) {
                        spoof(1 + random.nextInt(5));
                    }
                }
            }
        }

        private void newsletter(int volume, boolean aligned) {
            if (begin / DAY_SECONDS % 7 == 0) {
                row(NEWSLETTER, volume * 8, "news." + domain, aligned, false, "nb1", "");
            }
        }

        private void forwarders(int volume) {
            for (int i = 1; i <= 3; i++) {
                String address = "203.0.113." + (10 + i);
                row(address, 1 + random.nextInt(volume), domain, true, false, "mail", "");
                row(address, 1 + random.nextInt(5), domain, false, false, "mail", "mailing_list");
            }
        }

        private void spoof(int messages) {
            for (int left = messages; left > 0; left -= 200) {
                String address = "203.0.113." + (100 + random.nextInt(150));
                row(address, Math.min(left, 200), domain, false, false, "", "");
            }
        }

        /** A record; {@code dkim} and {@code spf} say what is aligned. */
        private void row(
                String address,
                int count,
                String from,
                boolean dkim,
                boolean spf,
                String selector,
                String reason) {
            String disposition = dkim || spf || !reason.isEmpty() ? "none" : story.policy();
            rows.append("<record><row><source_ip>")
                    .append(address)
                    .append("</source_ip><count>")
                    .append(count)
                    .append("</count><policy_evaluated><disposition>")
                    .append(disposition)
                    .append("</disposition><dkim>")
                    .append(dkim ? "pass" : "fail")
                    .append("</dkim><spf>")
                    .append(spf ? "pass" : "fail")
                    .append("</spf>");
            if (!reason.isEmpty()) {
                rows.append("<reason><type>").append(reason).append("</type></reason>");
            }
            rows.append("</policy_evaluated></row><identifiers><header_from>")
                    .append(from)
                    .append("</header_from></identifiers><auth_results>");
            if (!selector.isEmpty()) {
                rows.append("<dkim><domain>")
                        .append(dkim ? domain : "newsblaster.example")
                        .append("</domain><selector>")
                        .append(selector)
                        .append("</selector><result>")
                        .append(reason.isEmpty() ? "pass" : "fail")
                        .append("</result></dkim>");
            }
            rows.append("<spf><domain>")
                    .append(spf ? domain : "bounce.sender.example")
                    .append("</domain><scope>mfrom</scope><result>")
                    .append(spf ? "pass" : "none")
                    .append("</result></spf></auth_results></record>\n");
        }

        String text() {
            return """
            <?xml version="1.0" encoding="UTF-8"?>
            <feedback>
            <report_metadata><org_name>%s</org_name><email>dmarc@%s</email>\
            <report_id>%s-%d</report_id>\
            <date_range><begin>%d</begin><end>%d</end></date_range></report_metadata>
            <policy_published><domain>%s</domain><adkim>r</adkim><aspf>r</aspf>\
            <p>%s</p><sp>%s</sp><pct>100</pct></policy_published>
            %s</feedback>
            """
                    .formatted(
                            reporter.name(),
                            reporter.domain(),
                            domain,
                            begin,
                            begin,
                            begin + DAY_SECONDS - 1,
                            domain,
                            story.policy(),
                            story.policy(),
                            rows);
        }
    }
}
