package org.mailvane.sources;

import java.time.Duration;
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
     * looked up every week, or later where DNS does not answer for long.
     */
    static final Duration PATIENCE = Duration.ofDays(30);

    private final AddressEvidenceTable table;

    PastEvidence(AddressEvidenceTable table) {
        this.table = table;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        return table.forget(
                        before,
                        before.atStartOfDay(ZoneOffset.UTC).toInstant().minus(PATIENCE),
                        AT_ONCE)
                == AT_ONCE;
    }
}
