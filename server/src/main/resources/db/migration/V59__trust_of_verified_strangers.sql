-- Verified reports of reporters that nobody has accepted and that are not well known get a trust of their own, 0. Advice
-- rests on them only where accepted reporters report too little.

create function report_trust(authentication text, mechanism text, reporter_trust text, decided_by text, ignored boolean,
        held_reasons text[], released boolean) returns smallint
    language sql immutable parallel safe
    return cast(case
        when ignored or reporter_trust = 'ignored' then 3
        when held_reasons <> '{}' and not released
            and not (reporter_trust = 'accepted' and (decided_by = 'person'
                or (decided_by = 'known' and authentication = 'verified'))) then 3
        when authentication = 'verified' and (mechanism = 'person' or reporter_trust = 'accepted') then 1
        when reporter_trust = 'accepted' and decided_by <> 'known' then 1
        when authentication = 'verified' then 0
        else 2 end as smallint);
drop function report_trust(text, text, text, boolean, text[], boolean);

-- Sums by the trust of their facts. Facts that are held have a row of trust 2 with no messages.
alter table daily alter column advice drop default;
alter table daily alter column advice type smallint using case when advice then 1 else 2 end;
alter table daily rename column advice to trust;
alter table daily alter column trust set default 1;

-- Facts and sums follow their reports when the domains are reclassified; until then, these are not judged.
with strange as (
    update report r set trust = 0
    from reporter p
    where p.id = r.reporter_number and r.trust = 1
        and report_trust(r.authentication, r.mechanism, p.trust, p.decided_by, r.ignored, r.held_reasons, r.released) = 0
    returning r.account_id, r.domain_id, r.fact_domains, r.begin_at),
rows as (
    select account_id, unnest(fact_domains || domain_id) as id, min(begin_at) as begin_at
    from strange group by 1, 2),
places as (
    select d.account_id, d.id, min(w.begin_at) as begin_at
    from rows w join domain d on d.account_id = w.account_id and (d.id = w.id or d.parent_id = w.id)
    group by 1, 2)
insert into unsettled_domain as u (account_id, domain_id, stale, since, due)
select account_id, id, daterange(greatest(date '2000-01-01', cast(begin_at at time zone 'UTC' as date)), '9999-01-01', '[]'),
    now(), now()
from places
on conflict (domain_id) do update set stale = range_merge(u.stale, excluded.stale), for_advice = true,
    due = least(u.due, excluded.due);
