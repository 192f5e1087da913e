package org.mailvane.sources.evidence;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.evidence.AddressEvidenceTable.Shown;
import org.springframework.stereotype.Service;

/** What is known of many addresses at once, as answers show it. */
@Service
public class SendingAddresses {

    private final AddressEvidences evidences;
    private final AddressEvidenceTable table;
    private final Organizations organizations;

    SendingAddresses(
            AddressEvidences evidences, AddressEvidenceTable table, Organizations organizations) {
        this.evidences = evidences;
        this.table = table;
        this.organizations = organizations;
    }

    /**
     * What is known of an address.
     *
     * @param reverseName its reverse name, confirmed or not; empty where it has none or is not
     *     looked up yet
     * @param confirmed whether that name leads back to the address
     * @param organization the organisational domain of a confirmed name; else empty
     * @param country ISO 3166-1 code of two letters; empty where it is not known
     */
    public record Known(
            String reverseName, boolean confirmed, String organization, String country) {

        /** Nothing. */
        public static final Known NOTHING = new Known("", false, "", "");
    }

    /**
     * Days for which the same is known of an address.
     *
     * @param from the first day (UTC)
     * @param to the first day after them
     */
    public record Span(LocalDate from, LocalDate to, Known known) {}

    /**
     * Returns what is known of each of these addresses, by one statement, in the order of days; of
     * an address that is missing nothing is known. Within the transaction of this thread.
     */
    public Map<IpAddress, List<Span>> of(Collection<IpAddress> addresses) {
        Set<IpAddress> asked = evidences.asked(addresses);
        if (asked.isEmpty()) {
            return Map.of();
        }
        Map<String, String> organizationOf = new HashMap<>();
        Map<IpAddress, List<Span>> found = HashMap.newHashMap(asked.size());
        table.listShown(asked)
                .forEach((address, rows) ->
                        found.put(
                                address,
                                rows.stream().map(row -> span(row, organizationOf)).toList()));
        return found;
    }

    private Span span(Shown row, Map<String, String> organizationOf) {
        String organization =
                row.confirmed()
                        ? organizationOf.computeIfAbsent(row.reverseName(), organizations::of)
                        : "";
        return new Span(
                row.from(),
                row.to(),
                new Known(row.reverseName(), row.confirmed(), organization, row.country()));
    }
}
