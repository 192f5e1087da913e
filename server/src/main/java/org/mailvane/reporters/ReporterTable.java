package org.mailvane.reporters;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code reporter}. */
@Repository
class ReporterTable {

    private static final String BY_PERSON = "person";
    private static final String KNOWN = "known";

    private final Db db;

    ReporterTable(Db db) {
        this.db = db;
    }

    /**
     * A reporter of which a report came in.
     *
     * @param organization the organizational domain of its domain; empty where it has none
     * @param known whether its mail is verified, and its domain on the list of known reporters
     * @param mailed whether all of its reports came by mail
     */
    record Seen(ReporterKey key, String organization, boolean known, boolean mailed) {

        Seen and(Seen other) {
            return new Seen(key, organization, known || other.known, mailed && other.mailed);
        }

        private @Nullable String decidedBy() {
            return known ? KNOWN : null;
        }

        private ReporterTrust trust() {
            return known ? ReporterTrust.ACCEPTED : ReporterTrust.DEFAULT;
        }
    }

    /** Returns those that do not exist yet, in the order given. */
    List<ReporterKey> missing(Scope scope, Collection<ReporterKey> keys) {
        return db.as(scope)
                .sql(
                        """
                        select s.name, s.domain
                        from unnest(:names, :domains) with ordinality s(name, domain, place)
                        where not exists (select from reporter k
                            where k.account_id = :account and k.name = s.name
                                and k.domain = s.domain)
                        order by s.place
                        """)
                .param("names", keys.stream().map(ReporterKey::name).toArray(String[]::new))
                .param("domains", keys.stream().map(ReporterKey::domain).toArray(String[]::new))
                .list(row -> new ReporterKey(row.text("name"), row.text("domain")));
    }

    /** Returns how many reporters mails have added on a day. */
    int countMailed(Scope scope, LocalDate day) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from reporter
                        where account_id = :account and mailed = :day
                        """)
                .param("day", day)
                .one(row -> Math.toIntExact(row.number("count")));
    }

    /**
     * Adds those reporters that are not there yet, and answers the numbers of all. A known one on
     * which nobody has decided is accepted. None of them is forgotten on this day.
     *
     * @param seen in ascending order of their keys, each once
     */
    Map<ReporterKey, Long> numbers(Scope scope, Collection<Seen> seen, LocalDate today) {
        Map<ReporterKey, Long> numbers = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        insert into reporter as r
                            (account_id, name, domain, organization, trust, decided_by, mailed,
                                seen)
                        select :account, s.name, s.domain, s.organization, s.trust, s.decided_by,
                            case when s.mailed then cast(:today as date) end,
                            cast(:today as date)
                        from unnest(:names, :domains, :organizations, :trusts,
                                cast(:decidedBy as text[]), :mailed)
                            with ordinality s(name, domain, organization, trust, decided_by, mailed,
                                place)
                        where not exists (select from reporter k
                            where k.account_id = :account and k.name = s.name
                                and k.domain = s.domain and k.seen >= :today
                                and (s.decided_by is null or k.decided_by is not null))
                        order by s.place
                        on conflict (account_id, name, domain) do update set
                            organization = excluded.organization,
                            seen = greatest(r.seen, excluded.seen),
                            trust = case
                                when r.decided_by is null and excluded.decided_by is not null
                                    then excluded.trust
                                else r.trust end,
                            decided_by = coalesce(r.decided_by, excluded.decided_by)
                        """)
                .param("names", texts(seen, s -> s.key().name()))
                .param("domains", texts(seen, s -> s.key().domain()))
                .param("organizations", texts(seen, Seen::organization))
                .param("trusts", texts(seen, s -> s.trust().code()))
                .param("decidedBy", texts(seen, Seen::decidedBy))
                .param("mailed", seen.stream().map(Seen::mailed).toArray(Boolean[]::new))
                .param("today", today)
                .update();
        db.as(scope)
                .sql(
                        """
                        select r.id, r.name, r.domain
                        from unnest(:names, :domains) s(name, domain)
                        join reporter r on r.account_id = :account and r.name = s.name
                            and r.domain = s.domain
                        """)
                .param("names", texts(seen, s -> s.key().name()))
                .param("domains", texts(seen, s -> s.key().domain()))
                .list(row ->
                        numbers.put(
                                new ReporterKey(row.text("name"), row.text("domain")),
                                row.number("id")));
        return numbers;
    }

    /**
     * Returns those of these organizations of which a person has accepted a reporter. The first
     * condition on {@code trust} is that of the partial index {@code reporter_decided}, so that it
     * is used.
     */
    Set<String> acceptedByPerson(Scope scope, Collection<String> organizations) {
        return Set.copyOf(
                db.as(scope)
                        .sql(
                                """
                                select distinct organization from reporter
                                where account_id = :account and trust <> 'default'
                                    and trust = 'accepted' and decided_by = :person
                                    and organization = any(:organizations)
                                """)
                        .param("person", BY_PERSON)
                        .param("organizations", organizations.toArray(String[]::new))
                        .list(row -> row.text("organization")));
    }

    /**
     * Notes what a person decides; answers whether there is such a reporter. Nobody has decided on
     * one that is put back to the default.
     */
    boolean decide(Scope scope, long id, ReporterTrust trust) {
        return db.as(scope)
                        .sql(
                                """
                                update reporter set trust = :trust, decided_by = :by
                                where account_id = :account and id = :id
                                """)
                        .param("trust", trust.code())
                        .param("by", trust == ReporterTrust.DEFAULT ? null : BY_PERSON)
                        .param("id", id)
                        .update()
                > 0;
    }

    private static String[] texts(Collection<Seen> seen, Function<Seen, @Nullable String> text) {
        return seen.stream().map(text).toArray(String[]::new);
    }
}
