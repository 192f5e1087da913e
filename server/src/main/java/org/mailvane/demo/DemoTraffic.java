package org.mailvane.demo;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The mail of the demo's domains, day by day: the same for the same day.
 *
 * <p>Only addresses that are reserved for documentation are used (RFC 5737, RFC 3849).
 */
final class DemoTraffic {

    private static final long SEED = 20_261_120;

    private static final List<String> OFFICE = List.of("192.0.2.25", "2001:db8:25::25");
    private static final String APPLICATIONS = "192.0.2.80";
    private static final List<String> BULK = List.of("192.0.2.130", "192.0.2.131", "192.0.2.140");
    private static final List<String> CLOUD = List.of("198.51.100.17", "198.51.100.19");
    private static final List<String> NEWSLETTERS = List.of("198.51.100.40", "198.51.100.42");
    private static final String DESK = "198.51.100.66";
    private static final String CUSTOMERS = "198.51.100.98";

    /** A help desk that sends with the domain's name in From, and can do no more. */
    private static final String TICKETS = "198.51.100.60";

    private static final List<String> FORWARDERS =
            List.of("203.0.113.11", "203.0.113.12", "203.0.113.18", "203.0.113.35");

    private static final int SPOOFERS_FIRST = 100;
    private static final int SPOOFERS = 120;
    private static final int WAVE_FIRST = 224;
    private static final int WAVE_HOSTS = 30;

    private static final double WEEKEND = 0.35;

    private final LocalDate today;

    /** That ends with this day. */
    DemoTraffic(LocalDate today) {
        this.today = today;
    }

    /**
     * How mail came, apart from how much of it.
     *
     * @param address from where
     * @param from the domain in its From
     * @param dkim what came of its signature
     * @param spf what came of its return path
     * @param override why receivers did not apply the policy; empty where they did
     */
    record Way(String address, String from, Signed dkim, Sent spf, String override) {

        boolean passes() {
            return dkim.aligned() || spf.aligned();
        }
    }

    /**
     * A signature.
     *
     * @param domain of the key; empty if there is none
     * @param selector of the key
     * @param result as a receiver writes it
     * @param aligned whether it passed for the domain in From
     */
    record Signed(String domain, String selector, String result, boolean aligned) {

        static final Signed NOT = new Signed("", "", "none", false);
    }

    /**
     * A return path.
     *
     * @param domain its domain
     * @param result as a receiver writes it
     * @param aligned whether it passed for the domain in From
     */
    record Sent(String domain, String result, boolean aligned) {}

    /** The messages of one domain's day, by the way on which they came, in a fixed order. */
    Map<Way, Long> of(DemoDomain domain, int ago) {
        return new Day(domain, ago).mail();
    }

    /** How much a day is like a working day. */
    private double weight(int ago) {
        DayOfWeek day = today.minusDays(ago).getDayOfWeek();
        return day == DayOfWeek.SATURDAY || day == DayOfWeek.SUNDAY ? WEEKEND : 1;
    }

    /** The part of a sum that falls on one of the days over which it is spread. */
    private long part(long sum, int first, int last, int ago) {
        if (ago > first || ago < last) {
            return 0;
        }
        double all = 0;
        double before = 0;
        for (int day = first; day >= last; day--) {
            all += weight(day);
            before += day > ago ? weight(day) : 0;
        }
        return Math.round(sum * (before + weight(ago)) / all) - Math.round(sum * before / all);
    }

    /** One domain's day. */
    private final class Day {

        private final DemoDomain domain;
        private final String name;
        private final int ago;
        private final SplittableRandom random;
        private final Map<Way, Long> mail = new LinkedHashMap<>();

        Day(DemoDomain domain, int ago) {
            this.domain = domain;
            this.name = domain.name();
            this.ago = ago;
            this.random = new SplittableRandom(SEED + domain.number() * 1_000_003L + ago * 1_009L);
        }

        Map<Way, Long> mail() {
            // A tenth more or less than on other days.
            double around = 0.9 + random.nextDouble() * 0.2;
            long volume = Math.round(domain.volume() * weight(ago) * around);
            switch (domain.story()) {
                case NEW_SENDER -> {
                    office(volume * 50 / 100);
                    cloud(volume * 38 / 100);
                    signed(DESK, volume * 10 / 100, name, "bd1", "brightdesk.example");
                    unaligned(TICKETS, volume * 2 / 100, "ticketdesk.example");
                    newsletters();
                    if (ago <= Story.LEGACY_SINCE) {
                        signed(
                                APPLICATIONS,
                                4 + random.nextInt(9),
                                "legacy." + name,
                                "mail",
                                "legacy." + name);
                    }
                }
                case HEALTHY -> {
                    office(volume * 30 / 100);
                    cloud(volume * 30 / 100);
                    applications(volume * 15 / 100);
                    bulk(volume * 25 / 100, domain.hasPast() ? "news." + name : name);
                    forwarders(volume * 4 / 1_000);
                    spoof(volume * 3 / 1_000);
                }
                case SPF_CHANGED -> {
                    office(volume * 56 / 100);
                    cloud(volume * 43 / 100);
                    spoof(volume / 100);
                    if (domain.hasPast() && ago < Story.SPF_SINCE && ago > 0) {
                        signed(
                                CUSTOMERS,
                                180 + random.nextInt(90),
                                name,
                                "td1",
                                "tidewater.example");
                    }
                }
                case NO_RECORD -> {
                    office(volume * 61 / 100);
                    unaligned(TICKETS, volume * 22 / 100, "ticketdesk.example");
                    spoof(volume * 17 / 100);
                }
                case SPOOFED -> {
                    bulk(volume * 88 / 100, name);
                    office(volume * 12 / 100);
                    forwarders(volume * 4 / 1_000);
                    spoof(170 + random.nextInt(40));
                    wave();
                }
                case PARKED -> {
                    if (random.nextInt(3) == 0) {
                        spoof(10 + random.nextInt(20));
                    }
                }
                case SENDER_FIXED -> {
                    office(volume * 70 / 100);
                    long tickets = volume * 30 / 100;
                    if (ago <= Story.SENDER_FIXED_SINCE) {
                        signed(DESK, tickets, name, "bd1", "brightdesk.example");
                    } else {
                        unaligned(DESK, tickets, "brightdesk.example");
                    }
                }
                case UNANSWERED -> {
                    office(volume * 95 / 100);
                    spoof(volume * 5 / 100);
                }
                case STALE, KEY_REPLACED, TLS_FAILING -> {
                    office(volume * 60 / 100);
                    applications(volume * 39 / 100);
                    spoof(volume / 200);
                }
                case RAISED -> {
                    office(volume);
                    applications(volume / 10);
                    if (ago <= Story.BOOKING_SINCE) {
                        signed(
                                APPLICATIONS,
                                60 + random.nextInt(30),
                                "booking." + name,
                                "app",
                                "booking." + name);
                    }
                    bulk(volume / 10, name);
                    if (ago == Story.SALE) {
                        // As large on a Saturday: it is to be seen whatever day the demo is shown
                        // on.
                        bulk(5L * domain.volume(), name);
                    }
                }
                case FORWARDED -> {
                    office(volume * 70 / 100);
                    forwarders(volume * 28 / 100);
                    spoof(volume / 100);
                }
                case READY -> office(volume);
            }
            return mail;
        }

        /** The domain's own servers: signed and by its return path. */
        private void office(long messages) {
            String selector =
                    domain.story() == Story.KEY_REPLACED && domain.hasPast()
                            ? ago > Story.NEW_KEY_USED ? "s2024" : "s2026"
                            : "mail";
            Signed signed = new Signed(name, selector, "pass", true);
            Sent sent = new Sent(name, "pass", true);
            add(OFFICE.get(0), name, messages * 85 / 100, signed, sent);
            add(OFFICE.get(1), name, messages * 15 / 100, signed, sent);
        }

        /** Mailboxes in the cloud, with the domain's key and return path. */
        private void cloud(long messages) {
            Signed signed = new Signed(name, "k1", "pass", true);
            Sent sent = new Sent(name, "pass", true);
            for (String address : CLOUD) {
                add(address, name, messages / CLOUD.size(), signed, sent);
            }
        }

        private void applications(long messages) {
            String from = domain.hasPast() && domain.volume() > 5_000 ? "app." + name : name;
            signed(APPLICATIONS, messages, from, "app", from);
        }

        private void bulk(long messages, String from) {
            for (String address : BULK) {
                signed(address, messages / BULK.size(), from, "fm1", "ferrymail.example");
            }
        }

        /** Signed with the domain's key, by a return path that may be the sender's. */
        private void signed(
                String address, long messages, String from, String selector, String bounces) {
            boolean aligned = bounces.equals(name) || bounces.endsWith("." + name);
            add(
                    address,
                    from,
                    messages,
                    new Signed(name, selector, "pass", true),
                    new Sent(bounces, "pass", aligned));
        }

        /** In the domain's name, but signed and sent in the sender's. */
        private void unaligned(String address, long messages, String sender) {
            add(
                    address,
                    name,
                    messages,
                    new Signed(sender, "x1", "pass", false),
                    new Sent("bounce." + sender, "pass", false));
        }

        private void newsletters() {
            long messages = part(Story.NEW_SENDER_MESSAGES, Story.NEW_SENDER_SINCE, 1, ago);
            long first = messages * 3 / 4;
            unaligned(NEWSLETTERS.get(0), first, "newsblaster.example");
            unaligned(NEWSLETTERS.get(1), messages - first, "newsblaster.example");
        }

        private void forwarders(long messages) {
            Signed kept = new Signed(name, "mail", "pass", true);
            Signed broken = new Signed(name, "mail", "fail", false);
            Sent lost = new Sent(name, "softfail", false);
            for (String address : FORWARDERS) {
                long all = messages / FORWARDERS.size() + random.nextInt(3);
                long changed = all / 20;
                add(address, name, all - changed, kept, lost);
                Way way = new Way(address, name, broken, lost, "mailing_list");
                add(way, changed);
            }
        }

        private void spoof(long messages) {
            for (long left = messages; left > 0; left -= 40) {
                forged(
                        "203.0.113." + (SPOOFERS_FIRST + random.nextInt(SPOOFERS)),
                        Math.min(left, 40));
            }
        }

        private void wave() {
            long messages = part(Story.WAVE_MESSAGES, Story.WAVE_FIRST, Story.WAVE_LAST, ago);
            long each = messages / WAVE_HOSTS;
            for (int host = 0; host < WAVE_HOSTS; host++) {
                long more = host == 0 ? messages - each * WAVE_HOSTS : 0;
                forged("203.0.113." + (WAVE_FIRST + host), each + more);
            }
        }

        private void forged(String address, long messages) {
            add(address, name, messages, Signed.NOT, new Sent(name, "fail", false));
        }

        private void add(String address, String from, long messages, Signed dkim, Sent spf) {
            add(new Way(address, from, dkim, spf, ""), messages);
        }

        private void add(Way way, long messages) {
            if (messages > 0) {
                mail.merge(way, messages, Long::sum);
            }
        }
    }
}
