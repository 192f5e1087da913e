package org.mailvane.inspect;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.spf.SpfInspection;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * Inspections as this service makes them: so many at once, and of SPF with the messages that the
 * caller's own reports count.
 */
@Service
public class Inspections {

    /** Characters of a record to be validated: no TXT record of DNS can have more octets. */
    public static final int MAX_RECORD_LENGTH = 65_535;

    /** Days of messages where a call does not say. */
    public static final int VOLUME_DAYS = 7;

    /** Days of messages at most. */
    public static final int MAX_VOLUME_DAYS = 30;

    /**
     * Inspections at once. One that waits for slow name servers holds a thread, which costs little,
     * and what it has found, which may be some megabytes.
     */
    static final int AT_ONCE = 100;

    /**
     * Of these, the ones for callers without a token: a signed-in user always gets a place even if
     * inspections of strangers hang.
     */
    static final int ANONYMOUS_AT_ONCE = 60;

    private final Inspectors inspectors;
    private final SpfVolumes volumes;
    private final ReportAddresses addresses;
    private final Places all = new Places(AT_ONCE, "");
    private final Places strangers = new Places(ANONYMOUS_AT_ONCE, " for callers without a token");

    Inspections(Inspectors inspectors, SpfVolumes volumes, ReportAddresses addresses) {
        this.inspectors = inspectors;
        this.volumes = volumes;
        this.addresses = addresses;
    }

    /**
     * Makes an inspection.
     *
     * @param caller whom it is for, where that is known
     * @throws ApiProblem 503 while too many others are made
     */
    public <T> T make(Optional<Caller> caller, Function<Inspectors, T> inspection) {
        Supplier<T> made = () -> all.within(() -> inspection.apply(of(caller)));
        return caller.isPresent() ? made.get() : strangers.within(made);
    }

    /**
     * Reads the text of a record that refers to nothing: done at once, however many others wait.
     *
     * @param caller whom it is for, where that is known
     */
    public <T> T read(Optional<Caller> caller, Function<Inspectors, T> reading) {
        return reading.apply(of(caller));
    }

    /**
     * Returns the inspectors that know where this caller has reports taken; of who is not known,
     * where any account has.
     */
    private Inspectors of(Optional<Caller> caller) {
        return inspectors.withAddresses(
                new KnownMailboxes(() ->
                        caller.map(who -> addresses.mailboxesOf(who.scope()))
                                .orElseGet(addresses::mailboxesOfAll)));
    }

    /**
     * Inspects an SPF record, with the messages of the past days.
     *
     * @throws ApiProblem 503 while too many others are made
     */
    public SpfInspection spf(Caller caller, DnsName name, int days) {
        return make(
                Optional.of(caller),
                inspectors ->
                        inspectors.spf(
                                name,
                                (survey, dns) ->
                                        volumes.into(survey, caller.scope(), name, days, dns)));
    }

    /** So many at once. */
    private static final class Places {

        private final int number;
        private final String whose;
        private final Semaphore free;

        Places(int number, String whose) {
            this.number = number;
            this.whose = whose;
            this.free = new Semaphore(number);
        }

        <T> T within(Supplier<T> inspection) {
            if (!free.tryAcquire()) {
                throw ApiProblem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "busy",
                        "%d inspections are in progress, the maximum of this server%s."
                                .formatted(number, whose));
            }
            try {
                return inspection.get();
            } finally {
                free.release();
            }
        }
    }
}
