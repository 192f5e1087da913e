package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.mailvane.domains.DomainAccess;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.mailvane.traffic.AddressVolumes.Found;
import org.springframework.stereotype.Repository;

/** SQL over {@code fact} by address. It reads a bounded number of facts. */
@Repository
class AddressVolumeTable {

    private final Db db;

    AddressVolumeTable(Db db) {
        this.db = db;
    }

    /**
     * Returns the addresses with the most messages.
     *
     * @param most addresses at most
     * @param facts facts of the domain that are read at most, and of the others together
     */
    Found list(Scope scope, DnsName domain, LocalDate first, LocalDate last, int most, int facts) {
        AtomicBoolean isCut = new AtomicBoolean();
        List<AddressVolume> volumes = new ArrayList<>();
        query(
                        scope,
                        """
                        with read as materialized (
                            (select f.address, f.messages, true as own
                            from domain d join fact f on f.domain_id = d.id
                            where d.name = :domain and %1$s limit :facts + 1)
                            union all
                            (select f.address, f.messages, false
                            from domain d join fact f on f.domain_id = d.id
                            where d.name <> :domain and %1$s limit :facts + 1))
                        select host(address) as address,
                            sum(messages) filter (where own) as own,
                            sum(messages) filter (where not own) as others,
                            (select count(*) filter (where own) > :facts
                                or count(*) filter (where not own) > :facts from read) as is_cut
                        from read
                        group by read.address
                        order by sum(messages) desc, read.address
                        limit :most + 1
                        """,
                        first,
                        last)
                .param("domain", domain.value())
                .param("most", most)
                .param("facts", facts)
                .forEach(row -> {
                    isCut.set(row.flag("is_cut") || volumes.size() == most);
                    if (volumes.size() < most) {
                        volumes.add(
                                new AddressVolume(
                                        IpAddress.parse(row.text("address")).orElseThrow(),
                                        row.sum("own"),
                                        row.sum("others")));
                    }
                });
        return new Found(volumes, isCut.get());
    }

    /**
     * Counts other domains in whose name one of these addresses sent.
     *
     * @param facts facts that are read at most
     */
    int otherDomains(
            Scope scope,
            DnsName domain,
            LocalDate first,
            LocalDate last,
            Collection<IpAddress> addresses,
            int facts) {
        return query(
                        scope,
                        """
                        select count(distinct r.domain_id) as domains
                        from (select f.domain_id, f.address
                            from domain d join fact f on f.domain_id = d.id
                            where d.name <> :domain and %1$s limit :facts + 1) r
                        where r.address = any(cast(:addresses as inet[]))
                        """,
                        first,
                        last)
                .param("domain", domain.value())
                .param("facts", facts)
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
