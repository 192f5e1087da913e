package org.mailvane.mailauth.spf;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * Evaluates messages: {@code check_host()} of RFC 7208, section 4. Thread-safe.
 *
 * <p>Where the RFC leaves a choice: a name that can't be queried matches nothing (section 4.8),
 * more than ten mail exchangers are an error whichever comes first, and void lookups are counted
 * per term.
 */
public final class SpfEvaluator {

    /** Terms of one evaluation that may ask DNS (section 4.6.4). */
    public static final int MAX_LOOKUPS = 10;

    /** Maximum number of these that may find nothing (section 4.6.4). */
    public static final int MAX_VOID_LOOKUPS = 2;

    /** Mail exchangers of one name, and host names of one address (section 4.6.4). */
    public static final int MAX_NAMES = 10;

    /** Time of one evaluation (section 4.6.4 asks for 20 seconds at least). */
    public static final Duration MAX_TIME = Duration.ofSeconds(20);

    /**
     * Questions that one evaluation asks at most: the first record; for each term one and the
     * addresses of its mail exchangers or host names; the host's names and their addresses; the
     * explanation.
     */
    public static final int MAX_QUESTIONS = 1 + MAX_LOOKUPS * (1 + MAX_NAMES) + 1 + MAX_NAMES + 1;

    /** Characters of a sender or greeting; SMTP has at most 256 (RFC 5321, section 4.5.3.1.3). */
    public static final int MAX_ADDRESS_LENGTH = 1_000;

    /** Characters of an explanation; longer ones are as good as none. */
    public static final int MAX_EXPLANATION_LENGTH = 4_000;

    private final LongSupplier nanos;
    private final InstantSource clock;
    private final String receiver;
    private final RecordCache records = new RecordCache();

    /**
     * An evaluator of a mail server.
     *
     * @param nanos a clock that only runs forward, such as {@code System::nanoTime}
     * @param clock the time of day, which explanations may ask for
     * @param receiver name of the server that does the check, which explanations may ask for
     */
    public SpfEvaluator(LongSupplier nanos, InstantSource clock, String receiver) {
        this.nanos = nanos;
        this.clock = clock;
        this.receiver = receiver;
    }

    /** Creates an evaluator that does not act for a mail server, at an unspecified time. */
    public SpfEvaluator(LongSupplier nanos) {
        this(nanos, () -> Instant.EPOCH, "unknown");
    }

    /**
     * Evaluates one message. Never throws.
     *
     * @param ip the address of the host that sends it
     * @param sender the address of MAIL FROM, without angle brackets; empty if it is null, so that
     *     {@code helo} is checked
     * @param helo what the host calls itself in HELO or EHLO
     */
    public SpfResult checkHost(IpAddress ip, String sender, String helo, Dns dns) {
        int at = sender.lastIndexOf('@');
        String local = at > 0 ? sender.substring(0, at) : "postmaster";
        String written = sender.isEmpty() ? helo : sender.substring(at + 1);
        @Nullable DnsName domain = domain(written);
        if (domain == null || local.length() > MAX_ADDRESS_LENGTH) {
            return none("The sender has no domain that could have a record.");
        }
        Lookups lookups = new Lookups(dns, nanos);
        HostNames names = new HostNames(ip.unmapped(), lookups);
        String senderDomain = isAscii(written) ? written : domain.value();
        MessageValues values =
                new MessageValues(names, local, senderDomain, shortened(helo), receiver, clock);
        return new SpfEvaluation(lookups, names, values, records).result(domain);
    }

    /** The domain to begin with; null if it is malformed (section 4.3). */
    static @Nullable DnsName domain(String text) {
        boolean hasSeveralLabels = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0x7F) {
                // U-labels are queried as A-labels (RFC 8616, section 4).
                return DomainName.parse(text).map(DnsName::of).orElse(null);
            }
            if (!Ascii.isVisible(c) || c == '[' || c == ']') {
                return null;
            }
            hasSeveralLabels |= c == '.' && i < text.length() - 1;
        }
        return hasSeveralLabels ? DnsName.parse(text).orElse(null) : null;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static SpfResult none(String problem) {
        return new SpfResult(SpfVerdict.NONE, "", "", "", "", problem, 0, 0);
    }

    private static String shortened(String text) {
        return text.length() <= MAX_ADDRESS_LENGTH ? text : text.substring(0, MAX_ADDRESS_LENGTH);
    }
}
