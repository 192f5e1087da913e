package org.mailvane.monitor;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.https.BoundedHttps;
import org.mailvane.mailauth.https.Https;

/**
 * DNS and HTTPS for the check of one record, within bounds; it remembers which questions were not
 * answered. For one thread.
 */
final class AskedDns implements Dns {

    /** Questions of the check of one record. */
    static final int MAX_QUESTIONS = BoundedDns.MAX_QUESTIONS;

    /** Time of the check of one record. */
    static final Duration MAX_TIME = Duration.ofSeconds(20);

    private final BoundedDns bounded;
    private final Set<DnsName> failed = new HashSet<>();

    AskedDns(Dns dns, LongSupplier nanos) {
        this.bounded = new BoundedDns(dns, MAX_QUESTIONS, MAX_TIME, nanos);
    }

    @Override
    public DnsAnswer ask(DnsName name, RecordType type) {
        DnsAnswer answer = bounded.ask(name, type);
        if (answer.status().isFailure()) {
            failed.add(name);
        }
        return answer;
    }

    /** Files by HTTPS within the same time. */
    Https https(Https https) {
        return new BoundedHttps(https, bounded);
    }

    /** Whether a question was not answered. */
    boolean hasFailed() {
        return !failed.isEmpty();
    }

    /** Whether a question about this name was not answered. */
    boolean hasFailed(DnsName name) {
        return failed.contains(name);
    }
}
