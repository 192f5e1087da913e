-- How far reports are relied on. Anyone can mail a report, so the mail is authenticated, and the reporters are known.

create table reporter (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    -- What its reports call it.
    name text not null,
    -- The From domain of its mails; of reports that came in another way, the domain of its address. Empty: neither.
    domain text not null,
    -- accepted, default, ignored
    trust text not null,
    -- Who decided so: person; known: it is on the list of known reporters, of which what is verified is accepted; before: its
    -- reports were stored before mails were authenticated; null: nobody.
    decided_by text,
    unique (account_id, name, domain)
);

alter table report
    add column reporter_number bigint,
    -- verified, unverified, failed
    add column authentication text not null default 'unverified',
    -- The domain that vouched for the mail; null: none.
    add column vouching_domain text,
    -- dkim, spf, both, none; person, where somebody handed the report over.
    add column mechanism text not null default 'none',
    -- Code of why it is so.
    add column authentication_detail text not null default '',
    add column ignored boolean not null default false,
    -- Codes of why it is not to count, until somebody releases it.
    add column held_reasons text[] not null default '{}',
    add column released boolean not null default false,
    -- 1 counts, and drives advice; 2 counts; 3 is held, which means that it is stored and not counted.
    add column trust smallint not null default 1,
    -- Domains with which its facts count, besides domain_id and those below it.
    add column fact_domains bigint[] not null default '{}';

insert into reporter (account_id, name, domain, trust, decided_by)
select distinct account_id, reporter, lower(split_part(email, '@', 2)), 'accepted', 'before' from report;

update report r set reporter_number = p.id, authentication_detail = 'before'
from reporter p
where p.account_id = r.account_id and p.name = r.reporter and p.domain = lower(split_part(r.email, '@', 2));

-- Facts that count with other organisations' domains are found by these only.
update report r set fact_domains = f.domains
from (select report_id, array_agg(distinct domain_id) as domains from fact
    where report_id in (select id from report where 'header_from.outside_policy_domain' = any(remarks))
    group by report_id) f
where f.report_id = r.id;

alter table report alter column reporter_number set not null;
create index report_reporter on report (account_id, reporter_number) include (messages, authentication, received, domain_id);
-- Facts know the number of their report only.
create index report_number on report (id) include (trust);

-- What follows from all that is known of a report.
create function report_trust(authentication text, reporter_trust text, decided_by text, ignored boolean,
        held_reasons text[], released boolean) returns smallint
    language sql immutable parallel safe
    return cast(case
        when ignored or reporter_trust = 'ignored' then 3
        when held_reasons <> '{}' and not released
            and not (reporter_trust = 'accepted' and (decided_by = 'person'
                or (decided_by = 'known' and authentication = 'verified'))) then 3
        when authentication = 'verified' then 1
        when reporter_trust = 'accepted' and decided_by <> 'known' then 1
        else 2 end as smallint);

-- That of the fact's report when the fact was written or last reclassified.
alter table fact add column trust smallint not null default 1;
create index fact_of_day on fact (domain_id, day)
    include (category, source, rule, disposition, dkim_aligned, spf_aligned, messages, header_from,
        address, detail, trust);
drop index fact_domain_day;
alter index fact_of_day rename to fact_domain_day;

-- Messages of facts that drive advice are summed apart from others. Facts that are held have a row with no messages.
alter table daily add column advice boolean not null default true;
alter table daily drop constraint daily_pkey;
alter table daily add primary key (domain_id, day, source, category, advice);

-- The SMTP client that sent a mail, by which SPF is evaluated (RFC 7208); null: the mail did not come by SMTP.
alter table ledger_entry
    add column client_address inet,
    add column helo text,
    -- What the authentication of the mail showed when it was read first; null: it was not read since this is noted.
    add column authentication text,
    add column author_domain text,
    add column vouching_domain text,
    add column mechanism text,
    add column authentication_detail text;
create index ledger_entry_unanswered on ledger_entry (received)
    where authentication_detail = 'dns_unanswered';
