package org.mailvane.sources.evidence;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an address, day by day: rows use what was valid on theirs.
 *
 * @param spans in the order of their days; they do not overlap
 * @param asked whether it is an address that DNS is asked about at all
 */
public record AddressHistory(List<Span> spans, boolean asked) {

    /** Nobody has looked it up yet. */
    static final AddressHistory UNKNOWN = new AddressHistory(List.of(), true);

    /** Nobody ever looks it up, so that nothing is missing. */
    static final AddressHistory NEVER_ASKED = new AddressHistory(List.of(), false);

    public AddressHistory {
        spans = List.copyOf(spans);
    }

    /**
     * Days with the same evidence.
     *
     * @param from the first day (UTC); {@link LocalDate#MIN} for all that went before
     * @param to the first day after it; {@link LocalDate#MAX} for all to come
     * @param known whether a lookup has succeeded. Without, the evidence holds only what needs no
     *     DNS: country and network
     */
    record Span(LocalDate from, LocalDate to, boolean known, AddressEvidence evidence) {

        boolean covers(LocalDate day) {
            return !day.isBefore(from) && day.isBefore(to);
        }
    }

    /** Returns what is known for a day (UTC); null while the address was not looked up. */
    public @Nullable AddressEvidence at(LocalDate day) {
        Span span = spanAt(day);
        return span == null ? null : span.evidence();
    }

    /** Whether nothing is missing for a day (UTC): it was looked up, or never will be. */
    public boolean knows(LocalDate day) {
        if (!asked) {
            return true;
        }
        Span span = spanAt(day);
        return span != null && span.known();
    }

    private @Nullable Span spanAt(LocalDate day) {
        for (int i = spans.size() - 1; i >= 0; i--) {
            if (spans.get(i).covers(day)) {
                return spans.get(i);
            }
        }
        return null;
    }
}
