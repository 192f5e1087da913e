package org.mailvane.domains;

/**
 * Messages of a domain by category.
 *
 * @param capable from sources that can pass DMARC
 * @param nonCompliant from sources that can't
 * @param forwarded from forwarders
 * @param threatOrUnknown from everybody else
 */
public record DomainCounts(long capable, long nonCompliant, long forwarded, long threatOrUnknown) {

    /** No messages. */
    public static final DomainCounts NONE = new DomainCounts(0, 0, 0, 0);

    /** Both together. */
    public DomainCounts plus(DomainCounts other) {
        return new DomainCounts(
                Messages.sum(capable, other.capable),
                Messages.sum(nonCompliant, other.nonCompliant),
                Messages.sum(forwarded, other.forwarded),
                Messages.sum(threatOrUnknown, other.threatOrUnknown));
    }

    /** All of them. */
    public long total() {
        return Messages.sum(
                Messages.sum(capable, nonCompliant), Messages.sum(forwarded, threatOrUnknown));
    }
}
