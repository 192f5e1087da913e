package org.mailvane.demo;

import org.mailvane.demo.DemoTls.Servers;

/** The records of the demo's domains as they were on a day, which go with their stories. */
final class DemoZones {

    /** RSA keys, made for this. Nobody has their other halves. */
    private static final String KEY =
            "v=DKIM1; k=rsa; p="
                    + "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtxQEln6FO3aciBdCgZbGc6GYcIFcwZGr"
                    + "oTCCrYkUlfMqQVYMgRd/+WcHaU7PBVjJqGNe9oHIxt5sYS1Pybx3UUJMvnpEaE5kZqezwkcl3ZhB"
                    + "u5gDxxOKReuZqZkgtjLB2nTaLXqsgP7fV8vTg/wKRnimQhxrBFW6QH0+NQYHTvY7D/waEQrQ159j"
                    + "xSjNqPRxBN7EID1q6ar3Di86xwA+w7I7wUHcN5ZKGBOgVq/8G+JXY585F77VmdwjYXkMYj/pEePj"
                    + "YNxlS4nksYUn9sh5cuGn/f4kTJ60D7DJdqQuAHwlCaIt2e44Lc5WW4zhbVo/k1ePe7PLuhMjWeRJ"
                    + "R8zE8QIDAQAB";

    private static final String NEWER_KEY =
            "v=DKIM1; k=rsa; p="
                    + "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAm4dKSaOASiYnFhqwjfdEj5346fTWXA9f"
                    + "6ZYe5ec0Ni4QWJxsLgP+t6KQL9w5pe6puYxYa7tJ7QTApJWH6EwcDZ8ttwvKpHonSnVorNxeBBqO"
                    + "6oebaIWQy/85s6K0NrYQ25sCW9N9bWkr2rvicupRADthajwNuBN2+dyljD4fZWDxB1UsbH0stKrS"
                    + "NJc68p0AkkNJ/jkclINfCLLLr7HxDhJ+z1FGbCCCRfpTkB0ZsNHFZbCVa2s380mEWZgIAmGWpm30"
                    + "sAq69Ryx8oBqWzLAlmmEdSTZC6gDwssnShOVt1pUW/zS7UgcSqUteDv57wTDxJHyVBzQjnJpIjZX"
                    + "CSSLywIDAQAB";

    /** Of 1024 bits, which is little (RFC 8301, section 3.2). */
    private static final String SHORT_KEY =
            "v=DKIM1; k=rsa; p="
                    + "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDyrverC7usvwfNgw2bQdnsLjHNVaSfKta7WjRX"
                    + "9vNYkmOeGkbNEVrNrdmIufhrYdnukdlWYW2CbUVbuBZm8ojTbiUhwoclsydflncml8KGMSfLbT7F"
                    + "0DQsBAWIB+fJ0weCoJUqaQyuHSuRve/KTLK2HO0TJNQExNl7Loej569KuwIDAQAB";

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
                zone.text("s2024._domainkey", KEY);
            }
            if (ago <= Story.NEW_KEY) {
                zone.text("s2026._domainkey", NEWER_KEY);
            }
        }
        zone.text("mail._domainkey", KEY).text("app._domainkey", KEY);
        switch (story) {
            case NEW_SENDER ->
                    zone.text("k1._domainkey", NEWER_KEY).text("bd1._domainkey", SHORT_KEY);
            case HEALTHY -> zone.text("k1._domainkey", NEWER_KEY).text("fm1._domainkey", NEWER_KEY);
            case SPOOFED, RAISED -> zone.text("fm1._domainkey", NEWER_KEY);
            case SPF_CHANGED -> {
                zone.text("k1._domainkey", NEWER_KEY);
                if (ago <= Story.SPF_SINCE) {
                    zone.text("td1._domainkey", NEWER_KEY);
                }
            }
            case SENDER_FIXED -> {
                if (ago <= Story.SENDER_FIXED_SINCE + 1) {
                    zone.text("bd1._domainkey", NEWER_KEY);
                }
            }
            default -> {}
        }
    }

    private static void addTls(DemoZone zone, Story story, int ago) {
        boolean late = story == Story.TLS_FAILING;
        boolean reported = story.servers() != Servers.NONE || story == Story.UNANSWERED;
        if (reported && (!late || ago <= Story.TLS_RPT_SINCE)) {
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
            default -> {}
        }
    }
}
