package org.mailvane.demo;

import java.util.Optional;
import org.mailvane.demo.DemoTls.Servers;

/**
 * What happens to a domain of the demo. Days are counted back from today: 0 is today, 1 yesterday.
 */
enum Story {
    /** A sender of newsletters began to send for it, and does not sign with its name. */
    NEW_SENDER("shop", 2_600, Servers.NONE),
    /** Everything is set up, the policy is reject; now and then somebody tries to spoof. */
    HEALTHY("alder", 20_400, Servers.ENFORCED),
    /** SPF now allows another sender, which takes nearly all permitted lookups. */
    SPF_CHANGED("mail", 4_950, Servers.TESTING),
    /** Its DMARC record was removed, so that reports stopped. */
    NO_RECORD("old", 130, Servers.NONE),
    /** A wave of spoofed mail, which the policy turns away. */
    SPOOFED("news", 17_300, Servers.DANE),
    /** It sends nothing; what claims to be from it is not. */
    PARKED("parked", 0, Servers.NONE),
    /** A sender whose mail was not aligned until somebody set DKIM up. */
    SENDER_FIXED("support", 4_030, Servers.ENFORCED),
    /** Its name servers do not answer any more. */
    UNANSWERED("partner", 210, Servers.NONE),
    /** Reports stopped coming: its record asks for none any more. */
    STALE("events", 610, Servers.TESTING),
    /** Its policy was raised to reject, some days after a sale with far more mail than usual. */
    RAISED("travel", 2_470, Servers.NONE),
    /** MTA-STS is being tried out, while a certificate does not fit. */
    TLS_FAILING("billing", 9_470, Servers.TESTING),
    /** Much of its mail reaches people through lists and forwarders. */
    FORWARDED("careers", 430, Servers.ENFORCED),
    /** All of its mail passes, and its policy is still none. */
    READY("lab", 70, Servers.NONE),
    /** Its DKIM key was replaced, and the old one removed. */
    KEY_REPLACED("login", 1_370, Servers.DANE);

    /** The first day with mail of the new sender, on the day after SPF allowed it. */
    static final int NEW_SENDER_SINCE = 15;

    /** What it has sent in all since. */
    static final long NEW_SENDER_MESSAGES = 18_204;

    /** A name below that nobody has set up was seen for the first time in reports of this day. */
    static final int LEGACY_SINCE = 17;

    /** Since when SPF lets in another sender, which begins to send the day after. */
    static final int SPF_SINCE = 6;

    /** When its DMARC record was removed. */
    static final int RECORD_REMOVED = 12;

    /** The first and the last day of the wave of spoofed mail. */
    static final int WAVE_FIRST = 9;

    static final int WAVE_LAST = 5;

    /** What was sent in it. */
    static final long WAVE_MESSAGES = 28_114;

    /**
     * The first day on which the sender signs with the domain's name, after the demo's sixtieth.
     */
    static final int SENDER_FIXED_SINCE = DemoReports.DAYS - 60;

    /** Since when the domain of that sender asks for quarantine. */
    static final int QUARANTINE_SINCE = 14;

    /** Since when name servers do not answer. */
    static final int UNANSWERED_SINCE = 5;

    /** When the record lost the address for reports. */
    static final int ADDRESS_REMOVED = 14;

    /** The day of the sale. */
    static final int SALE = 21;

    /** When the policy was raised to reject. */
    static final int REJECT_SINCE = 9;

    /** A name below was seen for the first time. */
    static final int BOOKING_SINCE = 45;

    /** When TLS-RPT was published, and MTA-STS after it. */
    static final int TLS_RPT_SINCE = 52;

    static final int MTA_STS_SINCE = 47;

    /** When mail moved to another host. */
    static final int MX_SINCE = 35;

    /** When the first DMARC record was published. */
    static final int DMARC_SINCE = 70;

    /** When the new key was published, when it was used first, and when the old one was removed. */
    static final int NEW_KEY = 42;

    static final int NEW_KEY_USED = 40;
    static final int OLD_KEY_REMOVED = 11;

    /** When a logo was published for BIMI. */
    static final int BIMI_SINCE = 26;

    private final String label;
    private final int volume;
    private final Servers servers;

    Story(String label, int volume, Servers servers) {
        this.label = label;
        this.volume = volume;
        this.servers = servers;
    }

    /** The first label of the domain that tells it. */
    String label() {
        return label;
    }

    /** Messages of a working day. */
    int volume() {
        return volume;
    }

    /** How its mail servers do. */
    Servers servers() {
        return servers;
    }

    /** Whether its records ask for reports about TLS; of the others nobody sends any. */
    boolean isAskingForTlsReports() {
        return servers != Servers.NONE || this == UNANSWERED || this == NEW_SENDER;
    }

    /** Whether receivers see much of what only claims to be from it. */
    boolean isForged() {
        return this == SPOOFED || this == HEALTHY || this == NEW_SENDER;
    }

    /** The policy of its DMARC record on a day; empty where it had none. */
    Optional<String> policy(int ago) {
        return switch (this) {
            case NEW_SENDER -> Optional.of("none");
            case NO_RECORD -> ago > RECORD_REMOVED ? Optional.of("none") : Optional.empty();
            case SPF_CHANGED, UNANSWERED, STALE -> Optional.of("quarantine");
            case SENDER_FIXED -> Optional.of(ago > QUARANTINE_SINCE ? "none" : "quarantine");
            case RAISED -> Optional.of(ago > REJECT_SINCE ? "quarantine" : "reject");
            case READY -> ago > DMARC_SINCE ? Optional.empty() : Optional.of("none");
            case HEALTHY, SPOOFED, PARKED, TLS_FAILING, FORWARDED, KEY_REPLACED ->
                    Optional.of("reject");
        };
    }

    /** Whether receivers were asked to report about the mail of a day. */
    boolean isReported(int ago) {
        return policy(ago).isPresent() && (this != STALE || ago > ADDRESS_REMOVED);
    }
}
