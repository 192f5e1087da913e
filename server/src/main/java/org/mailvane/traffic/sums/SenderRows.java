package org.mailvane.traffic.sums;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.classify.Row;
import org.springframework.stereotype.Service;

/** What an address has sent in a domain's name, as it is stored. */
@Service
public class SenderRows {

    private final SenderRowTable table;

    SenderRows(SenderRowTable table) {
        this.table = table;
    }

    /**
     * Messages that were classified alike.
     *
     * @param source the source's number
     * @param category the category's number
     * @param rule the rule's number
     * @param messages how many
     */
    public record Classified(int source, int category, int rule, long messages) {}

    /**
     * What most of some messages have in common.
     *
     * @param domain the row that they count with
     * @param day the last day (UTC) of such messages
     * @param row what reports say of them
     */
    public record Usual(DomainId domain, LocalDate day, Row row) {}

    /**
     * Messages of a domain, and of the subdomains that count with it, from an address, as far as
     * the caller may read them; the most first.
     *
     * @param from the first day (UTC)
     */
    public List<Classified> classified(
            Scope scope, DomainId domain, IpAddress address, LocalDate from) {
        return table.classified(scope, domain, address, from);
    }

    /**
     * Returns the most usual of those of these messages that were classified so; empty if they are
     * gone.
     */
    public Optional<Usual> usual(
            Scope scope, DomainId domain, IpAddress address, LocalDate from, Classified alike) {
        return table.usual(scope, domain, address, from, alike);
    }
}
