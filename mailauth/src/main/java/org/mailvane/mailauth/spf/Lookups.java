package org.mailvane.mailauth.spf;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

/** DNS within the limits of one evaluation (RFC 7208, section 4.6.4). */
final class Lookups {

    private static final DnsAnswer TOO_LATE = DnsAnswer.without(DnsAnswer.Status.TIMEOUT);
    private static final long MAX_NANOS = SpfEvaluator.MAX_TIME.toNanos();

    private final Dns dns;
    private final LongSupplier nanos;
    private final long begin;
    private boolean isLate;
    private int terms;
    private int voidTerms;

    Lookups(Dns dns, LongSupplier nanos) {
        this.dns = dns;
        this.nanos = nanos;
        this.begin = nanos.getAsLong();
    }

    DnsAnswer ask(DnsName name, RecordType type) {
        if (isLate) {
            return TOO_LATE;
        }
        DnsAnswer answer = dns.ask(name, type);
        isLate = nanos.getAsLong() - begin > MAX_NANOS;
        return isLate ? TOO_LATE : answer;
    }

    /** Whether the time is over; nothing is asked any more. */
    boolean isLate() {
        return isLate;
    }

    /** Counts a term that asks, and whose domain, if it has one, may ask for the host's names. */
    void countTerm(@Nullable DomainSpec domain) {
        terms += domain != null && domain.usesHostName() ? 2 : 1;
    }

    /** Counts a term that found nothing. */
    void countVoidTerm() {
        voidTerms++;
    }

    boolean tooManyTerms() {
        return terms > SpfEvaluator.MAX_LOOKUPS;
    }

    boolean tooManyVoidTerms() {
        return voidTerms > SpfEvaluator.MAX_VOID_LOOKUPS;
    }

    int terms() {
        return terms;
    }

    int voidTerms() {
        return voidTerms;
    }
}
