package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.mailvane.domains.DomainAccess;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL over {@code fact} by address. */
@Repository
class AddressVolumeTable {

    private final Db db;

    AddressVolumeTable(Db db) {
        this.db = db;
    }

    List<AddressVolume> list(
            Scope scope, DnsName domain, LocalDate first, LocalDate last, int most) {
        return query(
                        scope,
                        """
                        select host(f.address) as address,
                            sum(f.messages) filter (where d.name = :domain) as own,
                            sum(f.messages) filter (where d.name <> :domain) as others
                        from fact f join domain d on d.id = f.domain_id
                        where %s
                        group by f.address
                        order by sum(f.messages) desc, f.address
                        limit :most
                        """,
                        first,
                        last)
                .param("domain", domain.value())
                .param("most", most)
                .list(row ->
                        new AddressVolume(
                                IpAddress.parse(row.text("address")).orElseThrow(),
                                row.sum("own"),
                                row.sum("others")));
    }

    int otherDomains(
            Scope scope,
            DnsName domain,
            LocalDate first,
            LocalDate last,
            Collection<IpAddress> addresses) {
        return query(
                        scope,
                        """
                        select count(distinct f.domain_id) as domains
                        from fact f join domain d on d.id = f.domain_id
                        where d.name <> :domain and f.address = any(cast(:addresses as inet[]))
                            and %s
                        """,
                        first,
                        last)
                .param("domain", domain.value())
                .param(
                        "addresses",
                        addresses.stream().map(IpAddress::toString).toArray(String[]::new))
                .one(row -> Math.toIntExact(row.number("domains")));
    }

    private Query query(Scope scope, String text, LocalDate first, LocalDate last) {
        String visible =
                """
                f.account_id = :account and d.account_id = :account and f.trust < 3
                    and f.day between :first and :last and %s\
                """
                        .formatted(DomainAccess.readable(scope, "d"));
        return db.as(scope).sql(text.formatted(visible)).param("first", first).param("last", last);
    }
}
