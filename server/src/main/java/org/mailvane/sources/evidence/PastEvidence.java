package org.mailvane.sources.evidence;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.mailvane.domains.Expiring;
import org.springframework.stereotype.Component;

/**
 * What DNS has said of addresses, as long as days are kept that it is about: an address may be a
 * person's, and nobody asks again for one that no row has any more.
 */
@Component
class PastEvidence implements Expiring {

    /** Rows that one statement takes away. */
    static final int AT_ONCE = 5_000;

    /**
     * How much longer than the days an address is kept that was not looked up: one that sends is
     * looked up every week.
     */
    static final Duration PATIENCE = Duration.ofDays(30);

    /** The same where DNS did not answer last: then it is looked up later and later. */
    static final Duration PATIENCE_WITH_FAILURES = Duration.ofDays(180);

    private final AddressEvidenceTable table;

    PastEvidence(AddressEvidenceTable table) {
        this.table = table;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        Instant begin = before.atStartOfDay(ZoneOffset.UTC).toInstant();
        return table.forget(
                        before, begin.minus(PATIENCE), begin.minus(PATIENCE_WITH_FAILURES), AT_ONCE)
                == AT_ONCE;
    }
}
