package org.mailvane.inspect;

import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.mailvane.api.ApiProblem;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.store.Scope;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * Inspections as this service makes them: so many at once, and of SPF with the messages that the
 * caller's own reports count.
 */
@Service
public class Inspections {

    /**
     * Inspections at once. One that waits for slow name servers holds a thread, which costs little,
     * and what it has found, which may be some megabytes.
     */
    static final int AT_ONCE = 100;

    private final Inspectors inspectors;
    private final SpfVolumes volumes;
    private final Semaphore free = new Semaphore(AT_ONCE);

    Inspections(Inspectors inspectors, SpfVolumes volumes) {
        this.inspectors = inspectors;
        this.volumes = volumes;
    }

    /**
     * Makes an inspection.
     *
     * @throws ApiProblem 503 while too many others are made
     */
    public <T> T make(Function<Inspectors, T> inspection) {
        if (!free.tryAcquire()) {
            throw ApiProblem.of(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "busy",
                    "%d inspections are being made, which is as many as this server makes at once."
                            .formatted(AT_ONCE));
        }
        try {
            return inspection.apply(inspectors);
        } finally {
            free.release();
        }
    }

    /**
     * Inspects an SPF record, with the messages of the past days.
     *
     * @throws ApiProblem 503 while too many others are made
     */
    public SpfInspection spf(Scope scope, DnsName name, int days) {
        return make(all ->
                all.spf(name, (survey, dns) -> volumes.into(survey, scope, name, days, dns)));
    }
}
