-- How far what strangers send is relied on.

-- Mails that are authenticated again: those of which DNS was not asked first.
drop index ledger_entry_unanswered;
create index ledger_entry_unanswered on ledger_entry (received)
    where authentication_detail in ('dns_unanswered', 'not_asked');

-- Whoever has registered a domain can send reports by any name and from any domain below it: all of these are one reporter
-- where strangers are bounded. Organizational domain of the reporter's domain; empty: none. It is set again by the next report.
alter table reporter add column organization text not null default '';
update reporter set organization = domain;
-- What people have decided is little.
create index reporter_decided on reporter (account_id, organization) where trust <> 'default';

-- Advice rests on TLS reports only where somebody vouches for their mail, as it does on aggregate reports.

alter table tls_report
    -- A domain vouches for the mail, or a person handed the report over. Reports from before this was noted count as they did.
    add column verified boolean not null default true,
    -- The mail's From domain, by which people accept its reporters; empty: none.
    add column from_domain text not null default '';
update tls_report set verified = false where failed;
drop index tls_report_key;
create unique index tls_report_key on tls_report
    (domain_id, begin_at, end_at, reporter, report_id, policy_domain, failed, verified);

-- How many of a policy's results are of reports that count. A policy without one is not listed.
alter table tls_policy add column counted bigint;
update tls_policy p set
    counted = p.results - coalesce(f.results, 0),
    last_seen = coalesce(f.last_seen, p.last_seen)
from tls_policy k left join (
    select r.domain_id, r.policy_id, count(*) filter (where t.failed) as results,
        max(r.seen) filter (where not t.failed) as last_seen
    from tls_result r join tls_report t on t.domain_id = r.domain_id and t.id = r.report_id
    where (r.domain_id, r.policy_id) in (
        select o.domain_id, o.policy_id from tls_result o
        join tls_report b on b.domain_id = o.domain_id and b.id = o.report_id and b.failed)
    group by r.domain_id, r.policy_id) f on f.domain_id = k.domain_id and f.policy_id = k.id
where p.domain_id = k.domain_id and p.id = k.id;
alter table tls_policy alter column counted set not null;
