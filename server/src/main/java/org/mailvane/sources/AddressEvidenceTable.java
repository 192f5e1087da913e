package org.mailvane.sources;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code address_evidence}. What DNS says of an address is the same for all accounts, and so
 * stands outside every scope.
 */
@Repository
class AddressEvidenceTable {

    private final SystemDb system;

    AddressEvidenceTable(SystemDb system) {
        this.system = system;
    }

    /** A row; the columns are told in the migration. */
    record Stored(
            LocalDate from,
            LocalDate to,
            boolean known,
            String reverseName,
            boolean confirmed,
            int organization,
            String country,
            long asn,
            String networkOperator,
            Instant checked) {}

    /** All rows of these addresses, of each in the order of their days. */
    Map<IpAddress, List<Stored>> list(Collection<IpAddress> addresses) {
        record Found(IpAddress address, Stored row) {}
        Map<IpAddress, List<Stored>> found = HashMap.newHashMap(addresses.size());
        system.sql(
                        """
                        select host(address) as address, valid_from, valid_to, known, reverse_name,
                            confirmed, organization, country, asn, network_operator, checked
                        from address_evidence where address = any(cast(:addresses as inet[]))
                        order by address, valid_from
                        """)
                .param("addresses", texts(addresses))
                .list(row ->
                        new Found(
                                IpAddress.parse(row.text("address")).orElseThrow(),
                                new Stored(
                                        row.day("valid_from"),
                                        row.day("valid_to"),
                                        row.flag("known"),
                                        row.text("reverse_name"),
                                        row.flag("confirmed"),
                                        Math.toIntExact(row.number("organization")),
                                        row.text("country"),
                                        row.number("asn"),
                                        row.text("network_operator"),
                                        row.instant("checked"))))
                .forEach(f ->
                        found.computeIfAbsent(f.address(), a -> new ArrayList<>()).add(f.row()));
        return found;
    }

    /** Whether there are two accounts or more. */
    boolean hasSeveralAccounts() {
        return system.sql("select count(*) > 1 as several from (select from account limit 2) a")
                .one(row -> row.flag("several"));
    }

    private static String[] texts(Collection<IpAddress> addresses) {
        return addresses.stream().map(IpAddress::toString).toArray(String[]::new);
    }
}
