package org.mailvane.domains;

/**
 * Number of a domain's row.
 *
 * @param value the number
 */
public record DomainId(long value) implements Comparable<DomainId> {

    @Override
    public int compareTo(DomainId other) {
        return Long.compare(value, other.value);
    }
}
