package org.mailvane.domains;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;

/**
 * What a saved filter chooses by.
 *
 * @param kind which lists it was saved for
 * @param domains names of domains, each once, at most {@link Domains#MAX_NAMES}; none: all that the
 *     user may read
 * @param changes of events: kinds of changes; none: all
 * @param begin of events: the first day (UTC); null: any
 * @param end of events: the last day (UTC); null: any
 */
public record FilterCriteria(
        Kind kind,
        List<DomainName> domains,
        List<String> changes,
        @Nullable LocalDate begin,
        @Nullable LocalDate end) {

    /** Which lists a filter was saved for. */
    public enum Kind {
        SOURCE,
        POLICY,
        EVENT;

        /** As the table has it. */
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Kind of(String code) {
            return valueOf(code.toUpperCase(Locale.ROOT));
        }
    }

    /** Domains alone. */
    public static FilterCriteria of(Kind kind, List<DomainName> domains) {
        return new FilterCriteria(
                kind, domains.stream().distinct().toList(), List.of(), null, null);
    }
}
