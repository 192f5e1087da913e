-- Who vouches for a report is part of what it is: a stranger who guesses the key of another one's report must not keep it out.

-- Organizational domain that vouches for the mail, or, where none does, of its From address; -: it has none. Empty: a person handed
-- the report over, or it was stored before this was noted.
alter table report add column voucher text not null default '';
do $$
begin
    execute (select format('alter table report drop constraint %I', conname) from pg_constraint
        where conrelid = 'report'::regclass and contype = 'u');
end
$$;
create unique index report_key on report (domain_id, begin_at, end_at, reporter, report_id, voucher);

alter table tls_report
    add column voucher text not null default '',
    -- It counts so many sessions that no advice rests on it.
    add column implausible boolean not null default false;
drop index tls_report_key;
create unique index tls_report_key on tls_report
    (domain_id, begin_at, end_at, reporter, report_id, policy_domain, voucher, failed, verified);
