package org.mailvane.sources.classify;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.DomainEvidence;

/**
 * Decides who sent the messages of a row.
 *
 * <p>It must be fast, must not ask DNS or the database, and must give the same answer to the same
 * row and evidence for as long as its rules are the same.
 */
public interface Classifier {

    /**
     * Returns who sent these messages.
     *
     * @param day the day (UTC) of the messages
     * @param address what is known of the sending address on that day; null while nothing is
     * @param domain what is known of the domain that the row counts with
     * @param own the account's own sources
     */
    Classification classify(
            Row row,
            LocalDate day,
            @Nullable AddressEvidence address,
            DomainEvidence domain,
            SenderIndex own);

    /** Returns the same, with all that was looked at. */
    Judgement explain(
            Row row,
            LocalDate day,
            @Nullable AddressEvidence address,
            DomainEvidence domain,
            SenderIndex own);

    /**
     * One that decides by the {@link Rule}s.
     *
     * @param catalogue the senders that everybody knows
     */
    static Classifier byRules(SenderIndex catalogue, PublicSuffixes suffixes) {
        return new RuleClassifier(catalogue, suffixes);
    }
}
