package org.mailvane.domains;

/**
 * Messages of a domain.
 *
 * @param counts all of them, by category
 * @param passed those of any category that passed DMARC
 */
public record DomainMail(DomainCounts counts, long passed) {

    /** No messages. */
    public static final DomainMail NONE = new DomainMail(DomainCounts.NONE, 0);

    /** Both together. */
    public DomainMail plus(DomainMail other) {
        return new DomainMail(counts.plus(other.counts), Messages.sum(passed, other.passed));
    }

    /** Whether there are messages, and all by unknown senders of whose none passed. */
    public boolean isNobodys() {
        return total() > 0 && passed == 0 && counts.threatOrUnknown() == total();
    }

    /** All of them. */
    public long total() {
        return counts.total();
    }
}
