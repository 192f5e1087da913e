package org.mailvane.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.demo.DemoTls.Servers;

/** What happens to a domain of the demo over the days. */
enum Story {
    /** Everything is set up, the policy is reject; now and then somebody tries to spoof. */
    HEALTHY("reject", Servers.ENFORCED),
    /** A newsletter sender whose mail was not aligned until somebody set DKIM up. */
    SENDER_FIXED("none", Servers.TESTING),
    /** A wave of spoofed mail, which the policy turns away. */
    SPOOFED("reject", Servers.DANE),
    /** Much of its mail reaches people through lists and forwarders. */
    FORWARDED("quarantine", Servers.ENFORCED),
    /** It sends nothing; what claims to be from it is not. */
    PARKED("reject", Servers.NONE),
    /** A newsletter sender that is still not aligned. */
    SENDER_BROKEN("none", Servers.NONE),
    /** Reports stopped coming some weeks ago: its record asks for none any more. */
    STALE("quarantine", Servers.TESTING);

    /** What the names of the demo's domains end with: nobody has them (RFC 2606). */
    static final String TOP = "example";

    private static final List<String> FIRST_NAMES =
            List.of(
                    "shop", "mail", "old", "north", "harbour", "acorn", "lumen", "cedar", "parcel",
                    "tidal", "quartz", "willow", "ember", "atlas");

    private static final Map<String, Story> BY_NAME = byName();

    private final String policy;
    private final Servers servers;

    Story(String policy, Servers servers) {
        this.policy = policy;
        this.servers = servers;
    }

    /** The story of a domain by its number, from 0. */
    static Story of(int domain) {
        return values()[domain % values().length];
    }

    /** The story of a domain by its name; empty where it is none of the demo's. */
    static Optional<Story> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** The name of a domain by its number, from 0. */
    static String nameOf(int domain) {
        String first = FIRST_NAMES.get(domain % FIRST_NAMES.size());
        int round = domain / FIRST_NAMES.size();
        return (round == 0 ? first : first + "-" + round) + "." + TOP;
    }

    private static Map<String, Story> byName() {
        Map<String, Story> stories = new HashMap<>();
        for (int domain = 0; domain < DemoReports.MAX_DOMAINS; domain++) {
            stories.put(nameOf(domain), of(domain));
        }
        return stories;
    }

    /** The policy of its DMARC record. */
    String policy() {
        return policy;
    }

    /** How its mail servers do. */
    Servers servers() {
        return servers;
    }

    /** Whether receivers see much of what only claims to be from it. */
    boolean isForged() {
        return this == SPOOFED || this == HEALTHY;
    }
}
