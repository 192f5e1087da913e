package org.mailvane.domains;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;

/** What became of a report that was to be stored. */
public sealed interface StoreOutcome {

    /**
     * It is stored now.
     *
     * @param records its records, of an aggregate report
     * @param notStored those of its rows that lie outside the days that are kept
     * @param facts rows that were written for it
     */
    record Stored(long records, long notStored, long facts) implements StoreOutcome {}

    /** It was stored before. */
    record Duplicate() implements StoreOutcome {}

    /**
     * Another report with the same id for the same domain and period was stored before.
     *
     * @param stored number of that report; null where there is none that is shown
     */
    record Different(@Nullable Long stored) implements StoreOutcome {

        /** A report of which the stored one is not shown. */
        public Different() {
            this(null);
        }
    }

    /**
     * A part of it is stored, now or before; the account does not have a further domain that it is
     * about.
     *
     * @param notStored those of its rows that lie outside the days that are kept
     * @param missing that domain
     */
    record StoredInPart(long notStored, DomainName missing) implements StoreOutcome {}

    /**
     * It would need more rows than a report may have.
     *
     * @param limit how many it may have
     */
    record TooManyFacts(long limit) implements StoreOutcome {}

    /**
     * With it, its message would need more rows than a message may have.
     *
     * @param limit how many it may have
     */
    record MessageFull(long limit) implements StoreOutcome {}

    /**
     * One of its domains has as many rows on a day as it may have, or more.
     *
     * @param day the day (UTC)
     * @param limit how many a domain may have, from such reports
     */
    record DayFull(LocalDate day, long limit) implements StoreOutcome {}

    /** The account has no such domain, and it is not to be added. */
    record UnknownDomain() implements StoreOutcome {}
}
