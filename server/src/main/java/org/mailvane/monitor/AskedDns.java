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
import org.mailvane.mailauth.https.Https.Failure;
import org.mailvane.mailauth.https.Https.Fetched;
import org.mailvane.mailauth.https.Https.NoResponse;

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
    private boolean hostUnknown;

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

    /** Asks for a host's addresses, so that what is kept of them is what they are now. */
    void askForAddresses(DnsName host) {
        ask(host, RecordType.A);
        ask(host, RecordType.AAAA);
    }

    /** Files by HTTPS within the same time. */
    Https https(Https https) {
        Https within = new BoundedHttps(https, bounded);
        return request -> {
            Fetched fetched = within.get(request);
            if (fetched instanceof NoResponse none && none.failure() == Failure.DNS_FAILURE) {
                hostUnknown = true;
            }
            return fetched;
        };
    }

    /** Whether a question was not answered, also one for the host of a file. */
    boolean hasFailed() {
        return hostUnknown || !failed.isEmpty();
    }

    /** Whether a question about this name was not answered. */
    boolean hasFailed(DnsName name) {
        return failed.contains(name);
    }
}
