-- Which policy each domain is ready for, worked out in the background.
--
-- The rules of the schema stand in V1.

create table policy_advice (
    account_id bigint not null references account on delete cascade,
    domain_id bigint primary key references domain on delete cascade,
    -- When it is to be worked out next.
    due timestamptz not null,
    -- When it is to be worked out once more, because rows are being classified otherwise; null: it is not.
    again timestamptz,
    -- Who works it out now, does so until then.
    leased_until timestamptz,
    -- Rises whenever a worker takes it: what another had before is not its own any more.
    generation bigint not null default 0,
    -- Rises whenever something changes by which it is worked out.
    changes bigint not null default 0,
    -- When it was worked out; null: it never was, and what follows is what is shown until then.
    judged timestamptz,
    -- The first day of which anything is known. It stays when its rows are too old to be kept.
    observed_since date,
    -- How far the published policies reach, for the domain, its subdomains and those that do not exist; and
    -- since when those of the first two were seen to; null: as far back as is known.
    levels text not null default '',
    levels_since date,
    subdomains_since date,
    -- publish, fix, monitor, quarantine, reject, maintain
    recommendation text not null default 'monitor',
    ready boolean not null default false,
    blocking text[] not null default '{}',
    notes text[] not null default '{}',
    -- [{"number", "name", "slug", "messages", "failed", "undecided", "blocks"}]
    sources jsonb not null default '[]',
    -- What is published; empty: nothing that is known.
    policy text not null default '',
    subdomain_policy text not null default '',
    via_organization boolean not null default false,
    -- What should be; empty: nothing is to be published at this name.
    recommended_record text not null default '',
    days_observed integer not null default 0,
    capable bigint not null default 0,
    non_compliant bigint not null default 0,
    forwarded bigint not null default 0,
    threat bigint not null default 0,
    -- Messages of capable sources that count, those of them that can pass SPF and DKIM, and what passed.
    counted bigint not null default 0,
    counted_spf bigint not null default 0,
    counted_dkim bigint not null default 0,
    passed bigint not null default 0,
    passed_spf bigint not null default 0,
    passed_dkim bigint not null default 0
);
create index policy_advice_due on policy_advice (due);
-- Holds what lists are filtered by.
create index policy_advice_account on policy_advice (account_id) include (domain_id, recommendation, ready);

insert into policy_advice (account_id, domain_id, due)
select account_id, id, now() from domain where top_level;
