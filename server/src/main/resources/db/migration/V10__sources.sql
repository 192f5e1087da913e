-- Who sends: what is known of addresses and domains, accounts' own sources, and rows that are to be
-- classified again.

-- Version numbers of the rules and the catalogue, as programs have brought them.
create table source_rules (
    version integer generated always as identity primary key,
    -- Of the rules and the catalogue: programs with the same one classify alike.
    fingerprint text not null unique,
    since timestamptz not null
);

-- How new what rows are classified by is; one row, which whoever makes something newer changes first.
create table known_version (
    only_row boolean primary key default true check (only_row),
    -- Of source_rules: the one that all rows are to be classified by.
    rules integer not null,
    -- Another one whenever something that was known of an address becomes something else.
    addresses bigint not null
);
insert into known_version (rules, addresses) values (0, 0);

-- Organisations that are known by their reverse names only: the number under which rows name them.
-- What DNS says is the same for all accounts, so this table and the next belong to none of them.
create table ptr_organization (
    number integer generated always as identity (start with 10000000) primary key,
    name text not null unique
);

-- What is known of an address: one row for each time that it was something else.
create table address_evidence (
    address inet not null,
    -- Days (UTC) of mail that it is about: from the first, up to but without the second.
    valid_from date not null,
    valid_to date not null,
    -- False: no look-up has succeeded yet.
    known boolean not null,
    -- Empty: it has no reverse name.
    reverse_name text not null default '',
    -- Whether the name leads back to the address.
    confirmed boolean not null default false,
    -- ptr_organization, 0 without a confirmed name.
    organization integer not null default 0,
    country text not null default '',
    -- 0: not known
    asn bigint not null default 0,
    network_operator text not null default '',
    -- When it was looked up last, and when it is to be looked up again if it still sends.
    checked timestamptz not null,
    due timestamptz not null,
    -- Look-ups that have failed since one has succeeded.
    failures integer not null default 0,
    primary key (address, valid_from)
);

-- Numbers of what was known of a domain or an account at one time: none comes twice, not even after a rollback, so that
-- what a process remembers under one is never something else.
create sequence evidence_version;

-- What accounts say of their sources.
create table account_sources (
    account_id bigint primary key references account on delete cascade,
    -- Another one whenever the account's own sources change.
    version bigint not null default 0,
    -- When all rows were last classified by all that was known.
    refreshed timestamptz not null
);
insert into account_sources (account_id, refreshed) select account_id, now() from account;

create sequence custom_source_number as integer start with 1000000 maxvalue 9999999;
create table custom_source (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    number integer not null unique default nextval('custom_source_number'),
    name text not null,
    slug text not null,
    networks text[] not null,
    ptr_domains text[] not null,
    dkim_domains text[] not null,
    spf_domains text[] not null,
    -- 1 capable, 2 non-compliant, 3 forwarder
    category smallint not null,
    capable_spf boolean not null,
    capable_dkim boolean not null,
    notes_spf text not null,
    notes_dkim text not null,
    notes_dmarc text not null,
    created timestamptz not null
);
create unique index custom_source_name on custom_source (account_id, lower(name));
create unique index custom_source_slug on custom_source (account_id, slug);

-- Whether what a shared sender sends in a domain's name is its own.
create table source_decision (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    domain_id bigint not null references domain on delete cascade,
    source integer not null,
    -- ours, not_ours
    decision text not null,
    user_id bigint references account_user on delete set null,
    created timestamptz not null,
    unique (domain_id, source)
);
create index source_decision_account on source_decision (account_id, id);

-- What is known of a domain; its networks and selectors stand in the tables below.
create table domain_evidence (
    account_id bigint not null,
    domain_id bigint primary key,
    -- Another one whenever that changes, decisions included.
    version bigint not null default nextval('evidence_version'),
    -- When its SPF record was looked up last; null: not yet. And when it is to be looked up again.
    spf_checked timestamptz,
    spf_due timestamptz not null,
    spf_failures integer not null default 0
);
create index domain_evidence_due on domain_evidence (spf_due);

-- Networks that a domain's SPF record lets pass: one row for each time that they were others.
create table domain_networks (
    account_id bigint not null,
    domain_id bigint not null,
    valid_from date not null,
    valid_to date not null,
    networks text[] not null,
    primary key (domain_id, valid_from)
);

-- Messages of a domain and month that passed aligned, by selector and by whose hosts they came from.
create table selector_use (
    account_id bigint not null,
    domain_id bigint not null,
    month date not null,
    selector_domain text not null,
    selector text not null,
    -- Of the catalogue; 0 for all other hosts.
    source integer not null,
    -- Whether the domain's SPF record authorises the hosts.
    authorized boolean not null,
    messages bigint not null,
    primary key (domain_id, month, selector_domain, selector, source, authorized)
);

-- Domains with rows that may be classified otherwise by now, or whose addresses nobody has looked up.
create table unsettled_domain (
    account_id bigint not null,
    domain_id bigint primary key,
    -- Days (UTC) with new rows: who uses which selector is looked at again, and who their addresses are.
    fresh daterange not null default 'empty',
    -- Whether something was not known of one of the new rows' addresses.
    lacking boolean not null default false,
    -- Days with rows that are to be classified again.
    stale daterange not null default 'empty',
    -- The oldest rules by which one of the new rows was classified.
    rules_version integer not null default 2147483647,
    -- The oldest state of what is known of addresses that one of the new rows was classified by.
    addresses_version bigint not null default 9223372036854775807,
    -- What a worker has taken of these and has not finished.
    taken_fresh daterange not null default 'empty',
    taken_lacking boolean not null default false,
    taken_stale daterange not null default 'empty',
    taken_waiting daterange not null default 'empty',
    -- Days with rows whose addresses could not be looked up yet, or are to be looked up again; and how
    -- many nothing was known of when that was tried last.
    waiting daterange not null default 'empty',
    waiting_addresses bigint not null default 0,
    -- What was looked up before is looked up again, since somebody has asked for it.
    asked_before timestamptz,
    taken_asked_before timestamptz,
    -- Rises whenever a worker takes it: what another had before is not its own any more.
    generation bigint not null default 0,
    -- When the first of what no worker has taken was added.
    since timestamptz not null,
    due timestamptz not null,
    leased_until timestamptz,
    -- Times in a row that working it has failed.
    attempts integer not null default 0
);
create index unsettled_domain_due on unsettled_domain (due);
create index unsettled_domain_account on unsettled_domain (account_id);

-- When an account had no domain left that was due.
create table settled_account (
    account_id bigint primary key references account on delete cascade,
    settled timestamptz not null
);

-- Lists of domains that users have saved, with what else they choose by.
create table saved_filter (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    -- source, policy, event
    kind text not null,
    -- Of events: kinds of changes, and days.
    changes text[] not null default '{}',
    begin_day date,
    end_day date,
    -- How many domains it holds.
    domains integer not null,
    created timestamptz not null
);
create index saved_filter_user on saved_filter (user_id, kind, id);
create index saved_filter_account on saved_filter (account_id);

create table saved_filter_domain (
    account_id bigint not null references account on delete cascade,
    filter_id bigint not null references saved_filter on delete cascade,
    place integer not null,
    domain_id bigint not null,
    -- As it was called when the filter was made.
    name text not null,
    primary key (filter_id, place)
);
create index saved_filter_domain_domain on saved_filter_domain (domain_id);

-- Everything that is there was classified by the first rules, without evidence.
insert into unsettled_domain (account_id, domain_id, fresh, lacking, rules_version, since, due)
select account_id, domain_id, daterange(min(day), max(day), '[]'), true, 0, now(), now()
from daily group by account_id, domain_id;

-- Finds what an account's sources are summed up from. No more columns: sums are changed all the time, and
-- are only cheap to change as long as no index holds them.
create index daily_account on daily (account_id, category, day);
