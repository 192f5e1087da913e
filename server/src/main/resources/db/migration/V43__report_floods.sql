-- What forgers make in large numbers does not stay.

-- The day (UTC) on which a mail first brought a report of it; null: it came in another way, or before this was noted.
alter table reporter add column mailed date;
-- A day on which one of its reports came in; at most two days too early.
alter table reporter add column seen date not null default current_date;
create index reporter_mailed on reporter (account_id, mailed) where mailed is not null;

-- The mail of the TLS report fails DMARC, and its From domain asks to refuse such mail: the report is shown, and no
-- advice rests on it. It does not keep a real one out that has the same key.
alter table tls_report add column failed boolean not null default false;
do $$
begin
    execute (select format('alter table tls_report drop constraint %I', conname) from pg_constraint
        where conrelid = 'tls_report'::regclass and contype = 'u');
end
$$;
create unique index tls_report_key on tls_report
    (domain_id, begin_at, end_at, reporter, report_id, policy_domain, failed);
create index tls_report_failed on tls_report (domain_id, id) where failed;
