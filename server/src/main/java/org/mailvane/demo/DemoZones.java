package org.mailvane.demo;

import org.mailvane.demo.DemoTls.Servers;

/** The records of the demo's domains as they were on a day, which go with their stories. */
final class DemoZones {

    private static final int FEW_BITS = 1_024;

    /** What a domain's own servers send from. */
    private static final String SENDERS =
            "v=spf1 ip4:192.0.2.25 ip4:192.0.2.80 ip6:2001:db8:25::/48 -all";

    private static final String OWN = "include:_spf.%s ";
    private static final String CLOUD = "include:_spf.kestrel.example ";
    private static final String BULK = "include:spf.ferrymail.example ";
    private static final String DESK = "include:spf.brightdesk.example ";
    private static final String CUSTOMERS = "include:spf.tidewater.example ";
    private static final String TICKETS = "include:bounce.ticketdesk.example ";
    private static final String HEADQUARTERS = "include:_spf.alder.example ";
    private static final String NEWSLETTERS = "include:_spf.newsblaster.example ";

    private DemoZones() {}

    /**
     * Those of a domain.
     *
     * @param ago how many days ago; 0 is today
     */
    static DemoZone of(DemoDomain domain, int ago) {
        String name = domain.name();
        Story story = domain.story();
        DemoZone zone =
                new DemoZone(name)
                        .text("", "v=spf1 " + spf(story, ago).formatted(name))
                        .address("", "192.0.2.10");
        if (story == Story.UNANSWERED && ago <= Story.UNANSWERED_SINCE) {
            return zone.unanswered();
        }
        story.policy(ago).ifPresent(policy -> zone.text("_dmarc", dmarc(story, policy, ago)));
        if (story == Story.PARKED) {
            return zone.mail(0, "");
        }
        String exchanger = story == Story.FORWARDED && ago > Story.MX_SINCE ? "old-mx" : "mx";
        zone.mail(10, exchanger + "." + name)
                .address(exchanger, "192.0.2.26")
                .text("_spf", SENDERS);
        addKeys(zone, domain, ago);
        addTls(zone, story, ago);
        if (domain.hasPast()) {
            addNamesBelow(zone, story, name, ago);
        }
        return zone;
    }

    private static String spf(Story story, int ago) {
        return switch (story) {
            case NEW_SENDER ->
                    OWN
                            + CLOUD
                            + DESK
                            + BULK
                            + (ago > Story.NEW_SENDER_SINCE + 1 ? "" : NEWSLETTERS)
                            + TICKETS
                            + HEADQUARTERS
                            + "~all";
            case HEALTHY -> OWN + CLOUD + BULK + "-all";
            case SPF_CHANGED ->
                    OWN
                            + CLOUD
                            + BULK
                            + (ago > Story.SPF_SINCE ? "" : CUSTOMERS)
                            + TICKETS
                            + HEADQUARTERS
                            + "-all";
            case SPOOFED, RAISED -> OWN + BULK + "-all";
            case SENDER_FIXED -> OWN + DESK + "-all";
            case PARKED -> "-all";
            case NO_RECORD -> OWN + "~all";
            case UNANSWERED, STALE, TLS_FAILING, FORWARDED, READY, KEY_REPLACED -> OWN + "-all";
        };
    }

    private static String dmarc(Story story, String policy, int ago) {
        return "v=DMARC1; p="
                + policy
                + (story.isReported(ago) ? "; rua=mailto:" + DemoDns.REPORT_ADDRESS : "");
    }

    private static void addKeys(DemoZone zone, DemoDomain domain, int ago) {
        Story story = domain.story();
        if (story == Story.KEY_REPLACED && domain.hasPast()) {
            if (ago > Story.OLD_KEY_REMOVED) {
                addKey(zone, domain, "s2024");
            }
            if (ago <= Story.NEW_KEY) {
                addKey(zone, domain, "s2026");
            }
        }
        addKey(zone, domain, "mail");
        addKey(zone, domain, "app");
        switch (story) {
            case NEW_SENDER -> {
                addKey(zone, domain, "k1");
                zone.text("bd1._domainkey", DemoKeys.record(domain.name(), "bd1", FEW_BITS));
            }
            case HEALTHY -> {
                addKey(zone, domain, "k1");
                addKey(zone, domain, "fm1");
            }
            case SPOOFED, RAISED -> addKey(zone, domain, "fm1");
            case SPF_CHANGED -> {
                addKey(zone, domain, "k1");
                if (ago <= Story.SPF_SINCE) {
                    addKey(zone, domain, "td1");
                }
            }
            case SENDER_FIXED -> {
                if (ago <= Story.SENDER_FIXED_SINCE + 1) {
                    addKey(zone, domain, "bd1");
                }
            }
            default -> {}
        }
    }

    private static void addKey(DemoZone zone, DemoDomain domain, String selector) {
        zone.text(selector + "._domainkey", DemoKeys.record(domain.name(), selector));
    }

    private static void addTls(DemoZone zone, Story story, int ago) {
        boolean late = story == Story.TLS_FAILING;
        if (story.isAskingForTlsReports() && (!late || ago <= Story.TLS_RPT_SINCE)) {
            zone.text("_smtp._tls", "v=TLSRPTv1; rua=mailto:" + DemoDns.REPORT_ADDRESS);
        }
        if (hasMtaSts(story) && (!late || ago <= Story.MTA_STS_SINCE)) {
            zone.text("_mta-sts", "v=STSv1; id=20260301T000000;")
                    .address("mta-sts", "198.51.100.80");
        }
    }

    /** Whether a story's domain says by MTA-STS how mail is delivered to it. */
    static boolean hasMtaSts(Story story) {
        return story.servers() == Servers.ENFORCED || story.servers() == Servers.TESTING;
    }

    private static void addNamesBelow(DemoZone zone, Story story, String name, int ago) {
        String spf = "v=spf1 include:_spf." + name + " -all";
        switch (story) {
            case HEALTHY -> {
                zone.text("app", spf).text("news", "v=spf1 include:spf.ferrymail.example -all");
                if (ago <= Story.BIMI_SINCE) {
                    zone.text("default._bimi", "v=BIMI1; l=" + DemoHttps.logoOf(name))
                            .address("www", "198.51.100.80");
                }
            }
            case TLS_FAILING -> zone.text("app", spf);
            case RAISED -> zone.text("booking", spf);
            case NEW_SENDER -> zone.address("legacy", "198.51.100.80");
            default -> {}
        }
    }
}
