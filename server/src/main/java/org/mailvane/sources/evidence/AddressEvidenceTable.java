package org.mailvane.sources.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code address_evidence}. What DNS says of an address is the same for all accounts, so it
 * is outside every scope.
 */
@Repository
class AddressEvidenceTable {

    private final SystemDb system;

    AddressEvidenceTable(SystemDb system) {
        this.system = system;
    }

    /** A row; the migration describes the columns. */
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

    /** Returns all rows of these addresses, of each in the order of their days. */
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

    /** What answers show of a row. */
    record Shown(
            LocalDate from, LocalDate to, String reverseName, boolean confirmed, String country) {}

    /** That of all rows of these addresses, of each in the order of their days. */
    Map<IpAddress, List<Shown>> listShown(Collection<IpAddress> addresses) {
        Map<IpAddress, List<Shown>> found = HashMap.newHashMap(addresses.size());
        system.sql(
                        """
                        select inet_send(address) as octets, valid_from, valid_to, reverse_name,
                            confirmed, country
                        from address_evidence where address = any(cast(:addresses as inet[]))
                        """)
                .param("addresses", texts(addresses))
                .forEach(row ->
                        found.merge(
                                IpAddress.of(row.octets("octets")),
                                List.of(
                                        new Shown(
                                                row.day("valid_from"),
                                                row.day("valid_to"),
                                                row.text("reverse_name"),
                                                row.flag("confirmed"),
                                                row.text("country"))),
                                AddressEvidenceTable::inOrder));
        return found;
    }

    private static List<Shown> inOrder(List<Shown> some, List<Shown> others) {
        return Stream.concat(some.stream(), others.stream())
                .sorted(Comparator.comparing(Shown::from))
                .toList();
    }

    /** Whether there are two accounts or more. */
    boolean hasSeveralAccounts() {
        return system.sql(
                        "select count(*) > 1 as several from (select from published.account limit 2) a")
                .one(row -> row.flag("several"));
    }

    /**
     * Returns those of these addresses that nobody has looked up, that are due again, or that were
     * looked up last before some time.
     */
    Set<IpAddress> due(Collection<IpAddress> addresses, Instant before, Instant now) {
        return Set.copyOf(
                system.sql(
                                """
                                select host(a.address) as address
                                from unnest(cast(:addresses as inet[])) as a (address)
                                    left join address_evidence e
                                        on e.address = a.address and e.valid_to = 'infinity'
                                where e.address is null or e.due <= :now
                                    -- Of what was known before a failure that is not the last time.
                                    or (e.checked < :before and (e.failures = 0 or not e.known))
                                """)
                        .param("addresses", texts(addresses))
                        .param("before", before)
                        .param("now", now)
                        .list(row -> IpAddress.parse(row.text("address")).orElseThrow()));
    }

    /** Returns when the first of those is due whose last lookup failed. */
    Optional<Instant> nextTry(Collection<IpAddress> addresses) {
        return Optional.ofNullable(
                system.sql(
                                """
                                select min(due) as due from address_evidence
                                where address = any(cast(:addresses as inet[]))
                                    and valid_to = 'infinity' and failures > 0
                                """)
                        .param("addresses", texts(addresses))
                        .one(row -> new Due(row.optionalInstant("due")))
                        .at());
    }

    private record Due(@Nullable Instant at) {}

    /** The row of an address that holds from some day on, as it is kept. */
    record Open(
            LocalDate from,
            boolean known,
            String reverseName,
            boolean confirmed,
            int organization,
            Allocation allocation,
            Instant checked,
            int failures) {

        /** Returns the same after one more failed lookup. */
        Open failed(int count) {
            return new Open(
                    from, known, reverseName, confirmed, organization, allocation, checked, count);
        }

        /** Returns the same from that day on. */
        Open since(LocalDate day) {
            return new Open(
                    day,
                    known,
                    reverseName,
                    confirmed,
                    organization,
                    allocation,
                    checked,
                    failures);
        }

        /**
         * Whether the world says something else now. That we know more, or think otherwise of the
         * same name, changes what was known for all its days.
         */
        boolean differs(Open other) {
            String country = allocation.country();
            String otherCountry = other.allocation.country();
            return !reverseName.equals(other.reverseName)
                    || confirmed != other.confirmed
                    || (!country.isEmpty()
                            && !otherCountry.isEmpty()
                            && !country.equals(otherCountry));
        }
    }

    /** Returns the rows that hold from some day on, locked in the order of their addresses. */
    Map<IpAddress, Open> lockOpen(Collection<IpAddress> addresses) {
        record Found(IpAddress address, Open row) {}
        return system
                .sql(
                        """
                        select host(address) as address, valid_from, known, reverse_name, confirmed,
                            organization, country, asn, network_operator, checked, failures
                        from address_evidence
                        where address = any(cast(:addresses as inet[])) and valid_to = 'infinity'
                        order by address_evidence.address for update
                        """)
                .param("addresses", texts(addresses))
                .list(row ->
                        new Found(
                                IpAddress.parse(row.text("address")).orElseThrow(),
                                new Open(
                                        row.day("valid_from"),
                                        row.flag("known"),
                                        row.text("reverse_name"),
                                        row.flag("confirmed"),
                                        Math.toIntExact(row.number("organization")),
                                        new Allocation(
                                                row.text("country"),
                                                row.number("asn"),
                                                row.text("network_operator")),
                                        row.instant("checked"),
                                        Math.toIntExact(row.number("failures")))))
                .stream()
                .collect(Collectors.toMap(Found::address, Found::row));
    }

    /**
     * What becomes of an address's row.
     *
     * @param due when it is to be looked up again
     * @param begins whether it begins, and ends the one before; otherwise it takes its place
     */
    record Change(IpAddress address, Open row, Instant due, boolean begins) {}

    /**
     * Writes rows, in the transaction that has locked those that are there. Where another server
     * has meanwhile written the first one of an address, that stays.
     */
    void write(Collection<Change> changes) {
        List<Change> sorted =
                changes.stream().sorted(Comparator.comparing(Change::address)).toList();
        List<Change> begin = sorted.stream().filter(Change::begins).toList();
        if (!begin.isEmpty()) {
            bound(
                            """
                            update address_evidence e set valid_to = n.valid_from from new n
                            where e.address = n.address and e.valid_to = 'infinity'
                            """,
                            begin)
                    .update();
        }
        bound(
                        """
                        , changed as (
                            update address_evidence e
                            set known = n.known, reverse_name = n.reverse_name,
                                confirmed = n.confirmed, organization = n.organization,
                                country = n.country, asn = n.asn,
                                network_operator = n.network_operator, checked = n.checked,
                                due = n.due, failures = n.failures
                            from new n
                            where e.address = n.address and e.valid_from = n.valid_from
                                and e.valid_to = 'infinity'
                            returning e.address)
                        insert into address_evidence (address, valid_from, valid_to, known,
                            reverse_name, confirmed, organization, country, asn, network_operator,
                            checked, due, failures)
                        select address, valid_from, 'infinity', known, reverse_name, confirmed,
                            organization, country, asn, network_operator, checked, due, failures
                        from new n where not exists (
                            select from changed c where c.address = n.address)
                        order by n.address
                        on conflict (address, valid_from) do nothing
                        """,
                        sorted)
                .update();
    }

    private Query bound(String statement, List<Change> changes) {
        String rows =
                """
                with new as (
                    select * from unnest(
                        cast(:addresses as inet[]), cast(:from as date[]), cast(:known as boolean[]),
                        cast(:names as text[]), cast(:confirmed as boolean[]),
                        cast(:organizations as integer[]), cast(:countries as text[]),
                        cast(:asns as bigint[]), cast(:operators as text[]),
                        cast(:checked as timestamptz[]), cast(:due as timestamptz[]),
                        cast(:failures as integer[]))
                    as n (address, valid_from, known, reverse_name, confirmed, organization, country,
                        asn, network_operator, checked, due, failures))
                """;
        return system.sql(rows + statement)
                .param("addresses", texts(changes, Change::address))
                .param("from", texts(changes, c -> day(c.row().from())))
                .param("known", texts(changes, c -> c.row().known()))
                .param("names", texts(changes, c -> c.row().reverseName()))
                .param("confirmed", texts(changes, c -> c.row().confirmed()))
                .param("organizations", texts(changes, c -> c.row().organization()))
                .param("countries", texts(changes, c -> c.row().allocation().country()))
                .param("asns", texts(changes, c -> c.row().allocation().asn()))
                .param("operators", texts(changes, c -> c.row().allocation().networkOperator()))
                .param("checked", texts(changes, c -> c.row().checked()))
                .param("due", texts(changes, Change::due))
                .param("failures", texts(changes, c -> c.row().failures()));
    }

    /** The driver knows no other way to say which day is before all others. */
    private static String day(LocalDate day) {
        return day.equals(LocalDate.MIN) ? "-infinity" : day.toString();
    }

    private static String[] texts(List<Change> changes, Function<Change, Object> value) {
        return changes.stream().map(c -> value.apply(c).toString()).toArray(String[]::new);
    }

    /**
     * Takes away some evidence about days before this one, and of addresses that were not looked up
     * since some time: those that send are.
     *
     * @param failing the time for addresses whose last lookup failed
     * @return how many rows
     */
    int forget(LocalDate before, Instant unasked, Instant failing, int limit) {
        return system.sql(
                        """
                        delete from address_evidence where ctid = any(array(
                            select ctid from address_evidence
                            where valid_to <= :before
                                or (valid_to = 'infinity' and (checked < :failing
                                    or (checked < :unasked and failures = 0)))
                            limit :limit for update skip locked))
                        """)
                .param("before", before)
                .param("unasked", unasked)
                .param("failing", failing)
                .param("limit", limit)
                .update();
    }

    private static String[] texts(Collection<IpAddress> addresses) {
        return addresses.stream().map(IpAddress::toString).toArray(String[]::new);
    }
}
