package org.mailvane.traffic.sums;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainAccess;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.sums.AddressVolumes.Found;
import org.springframework.stereotype.Repository;

/**
 * SQL over {@code fact} by address. It reads a bounded number of facts. No index knows which of
 * them belong to held reports, so those are read too, and do not count.
 */
@Repository
class AddressVolumeTable {

    /** Facts that are read for each that may count, so that held reports leave room for others. */
    static final int READ_PER_COUNTED = 4;

    private final Db db;

    AddressVolumeTable(Db db) {
        this.db = db;
    }

    /**
     * Returns the addresses with the most messages.
     *
     * @param most addresses at most
     * @param facts facts of the domain that count at most, and of the others together
     */
    Found list(Scope scope, DnsName domain, LocalDate first, LocalDate last, int most, int facts) {
        AtomicBoolean isCut = new AtomicBoolean();
        List<AddressVolume> volumes = new ArrayList<>();
        query(
                        scope,
                        """
                        with read_own as materialized (%1$s), read_others as materialized (%2$s),
                        counted as materialized (
                            (select address, messages, true as own
                            from read_own where trust < 3 limit :facts + 1)
                            union all
                            (select address, messages, false
                            from read_others where trust < 3 limit :facts + 1))
                        select host(s.address) as address, s.own, s.others,
                            (select count(*) from read_own) > :read
                                or (select count(*) from read_others) > :read
                                or (select count(*) filter (where own) > :facts
                                    or count(*) filter (where not own) > :facts
                                    from counted) as is_cut
                        from (values (1)) one
                        left join (
                            select c.address, sum(c.messages) as total,
                                sum(c.messages) filter (where c.own) as own,
                                sum(c.messages) filter (where not c.own) as others
                            from counted c
                            group by c.address
                            order by total desc, c.address
                            limit :most + 1) s on true
                        order by s.total desc, s.address
                        """,
                        domain,
                        first,
                        last,
                        facts)
                .param("most", most)
                .forEach(row -> {
                    isCut.set(row.flag("is_cut") || volumes.size() == most);
                    @Nullable String address = row.optionalText("address");
                    // Without any address there is one row, which says whether facts were left out.
                    if (address != null && volumes.size() < most) {
                        volumes.add(
                                new AddressVolume(
                                        IpAddress.parse(address).orElseThrow(),
                                        row.sum("own"),
                                        row.sum("others")));
                    }
                });
        return new Found(volumes, isCut.get());
    }

    /**
     * Counts other domains in whose name one of these addresses sent.
     *
     * @param facts facts that count at most
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
                        select count(distinct counted.domain_id) as domains
                        from (select r.domain_id, r.address from (%2$s) r
                            where r.trust < 3 limit :facts + 1) counted
                        where counted.address = any(cast(:addresses as inet[]))
                        """,
                        domain,
                        first,
                        last,
                        facts)
                .param(
                        "addresses",
                        addresses.stream().map(IpAddress::toString).toArray(String[]::new))
                .one(row -> Math.toIntExact(row.number("domains")));
    }

    /**
     * Prepares a statement.
     *
     * @param text SQL, with {@code %1$s} for the facts of the domain that are read, and {@code
     *     %2$s} for those of the others
     */
    private Query query(
            Scope scope, String text, DnsName domain, LocalDate first, LocalDate last, int facts) {
        return db.as(scope)
                .sql(text.formatted(read(scope, "="), read(scope, "<>")))
                .param("domain", domain.value())
                .param("first", first)
                .param("last", last)
                .param("facts", facts)
                .param("read", facts * READ_PER_COUNTED);
    }

    /** Returns SQL of the facts that are read of domains whose name compares so to the domain's. */
    private static String read(Scope scope, String comparison) {
        return """
        select f.domain_id, f.address, f.messages, f.trust
        from published.domain d join fact f on f.domain_id = d.id
        where d.name %s :domain and f.account_id = :account and d.account_id = :account
            and f.day between :first and :last and %s
        limit :read + 1\
        """
                .formatted(comparison, DomainAccess.readable(scope, "d"));
    }
}
