-- Accounts, their people and domains, and what reports hold.
--
-- Rules of the schema:
-- * every table has account_id, and every statement takes it;
-- * report, fact, daily and detail are the large ones: all their unique keys contain domain_id, so that
--   they can be distributed by it, and no foreign key leads from a small table to one of them;
-- * letters and numbers in place of words are explained where the column stands.

create table account (
    account_id bigint generated always as identity primary key,
    name text not null,
    -- The local part of the account's report addresses.
    account_token text not null unique,
    created timestamptz not null,
    -- The last day of the subscription; null: no end.
    expires date,
    settings jsonb not null default '{}'
);

create table account_user (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    email text not null,
    -- Argon2id with its parameters; null until a password is chosen.
    password_hash text,
    is_active boolean not null,
    is_owner boolean not null,
    is_admin boolean not null,
    has_forensic_access boolean not null,
    has_billing_access boolean not null,
    totp_secret text,
    date_joined timestamptz not null,
    last_login timestamptz,
    settings jsonb not null default '{}'
);
-- An email is unique in an installation, whatever its case.
create unique index account_user_email on account_user (lower(email));
create unique index account_user_owner on account_user (account_id) where is_owner;

create table api_token (
    account_id bigint not null references account on delete cascade,
    -- One token a user: a new one replaces it.
    user_id bigint primary key references account_user on delete cascade,
    token_hash bytea not null unique,
    last_four text not null,
    created timestamptz not null
);

create table domain_group (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    uid uuid not null default gen_random_uuid(),
    label text not null,
    notes text not null default '',
    is_default boolean not null,
    parked_domains boolean not null default false,
    hide_assigned_domains boolean not null default false
);
create index domain_group_account on domain_group (account_id);
create unique index domain_group_default on domain_group (account_id) where is_default;

create table domain (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    name text not null,
    -- The organisational domain's row, for names below it.
    parent_id bigint references domain,
    top_level boolean not null,
    -- d found in a report, m added by a person, v found otherwise.
    origin text not null,
    notes text not null default '',
    is_verified boolean not null default false,
    nxdomain boolean not null default false,
    domain_state text not null default 'unknown',
    added_date timestamptz not null,
    -- When the newest report about it was taken in.
    last_upload_time timestamptz,
    unique (account_id, name)
);
create index domain_parent on domain (parent_id);

-- Which domains a group other than DEFAULT holds; DEFAULT holds all and has no rows.
create table domain_group_member (
    account_id bigint not null references account on delete cascade,
    group_id bigint not null references domain_group on delete cascade,
    domain_id bigint not null references domain on delete cascade,
    primary key (group_id, domain_id)
);
create index domain_group_member_domain on domain_group_member (domain_id);

-- A message or file as it came in.
create table raw_message (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    -- SHA-256 of the bytes as they came.
    content_hash bytea not null,
    size bigint not null,
    -- zlib (RFC 1950).
    deflated bytea not null,
    received timestamptz not null,
    unique (account_id, content_hash)
);
-- Compressed already.
alter table raw_message alter column deflated set storage external;

create table import (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    -- upload, smtp, imap, folder, command
    origin text not null,
    -- Of a command's import: running, done, failed. How far any other is follows from the ledger.
    state text,
    -- How many messages or files a command has found so far; of others the ledger tells.
    expected bigint not null default 0,
    created timestamptz not null,
    updated timestamptz not null,
    finished timestamptz
);
create index import_account on import (account_id, id);

-- The ledger: one entry for each message or file, saying what became of it.
create table ledger_entry (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    import_id bigint not null references import on delete cascade,
    name text not null,
    raw_id bigint references raw_message on delete set null,
    -- queued, done
    state text not null,
    received timestamptz not null,
    finished timestamptz,
    -- Until when a worker has it; another takes it after that.
    leased_until timestamptz,
    attempts integer not null default 0,
    found integer not null default 0,
    imported integer not null default 0,
    duplicate integer not null default 0,
    not_a_report integer not null default 0,
    waiting integer not null default 0,
    failed integer not null default 0,
    records bigint not null default 0,
    not_stored bigint not null default 0
);
create index ledger_entry_import on ledger_entry (import_id);
create index ledger_entry_raw on ledger_entry (raw_id);
create index ledger_entry_queue on ledger_entry (id) where state = 'queued';

-- What else is to be said of an entry: why a part of it failed, waits, is a duplicate or no report.
create table ledger_remark (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    entry_id bigint not null references ledger_entry on delete cascade,
    import_id bigint not null,
    -- failed, waiting, duplicate, not_a_report
    outcome text not null,
    -- Where inside the message or file.
    file text not null,
    code text not null,
    reason text not null
);
create index ledger_remark_import on ledger_remark (import_id, outcome, id);
create index ledger_remark_entry on ledger_remark (entry_id);

create table report (
    account_id bigint not null,
    -- The policy domain's row.
    domain_id bigint not null,
    id bigint generated always as identity,
    reporter text not null,
    report_id text not null,
    begin_at timestamptz not null,
    end_at timestamptz not null,
    content_hash uuid not null,
    raw_id bigint,
    received timestamptz not null,
    policy_domain text not null,
    email text not null,
    extra_contact_info text,
    version text,
    generator text,
    adkim text,
    aspf text,
    p text,
    sp text,
    np text,
    pct integer,
    fo text,
    testing text,
    discovery_method text,
    records bigint not null,
    messages bigint not null,
    skipped bigint not null,
    not_stored bigint not null,
    -- Codes of what was repaired or is odd about it.
    remarks text[] not null,
    errors text[] not null,
    primary key (domain_id, id),
    -- A report counts once, from whatever mailbox and on whatever server it comes in.
    unique (domain_id, begin_at, end_at, reporter, report_id)
);
create index report_raw on report (raw_id);

-- One outcome of one sending address on one day, as one report counts it. Partitions by month are made
-- as they are needed.
create table fact (
    account_id bigint not null,
    -- The header-from's own row, or its nearest parent's.
    domain_id bigint not null,
    report_id bigint not null,
    day date not null,
    header_from text not null,
    address inet not null,
    -- 1 capable, 2 non-compliant, 3 forwarder, 4 threat or unknown
    category smallint not null,
    source integer not null,
    rule smallint not null,
    -- Version of the rules that chose category, source and rule.
    rules_version integer not null,
    -- 0 none, 1 quarantine, 2 reject, 3 unknown
    disposition smallint not null,
    dkim_aligned boolean not null,
    spf_aligned boolean not null,
    messages bigint not null,
    detail uuid not null
) partition by range (day);
create index fact_domain_day on fact (domain_id, day)
    include (category, source, rule, disposition, dkim_aligned, spf_aligned, messages, header_from,
        address, detail);

-- Raw results, which repeat: kept once for each domain, under a hash of their content.
create table detail (
    account_id bigint not null,
    domain_id bigint not null,
    hash uuid not null,
    reporter text not null,
    policy_domain text not null,
    envelope_from text,
    envelope_to text,
    -- [{"d": domain, "s": selector, "r": result letter, "h": human result}]
    dkim jsonb not null,
    -- [{"d": domain, "s": scope, "r": result letter, "h": human result}]
    spf jsonb not null,
    -- [{"t": type, "c": comment}]
    reasons jsonb not null,
    primary key (domain_id, hash)
);

-- Sums of the facts, kept in the same transaction.
create table daily (
    account_id bigint not null,
    domain_id bigint not null,
    day date not null,
    source integer not null,
    category smallint not null,
    messages bigint not null,
    -- Passing aligned: DKIM or SPF, DKIM, SPF.
    dmarc bigint not null,
    dkim bigint not null,
    spf bigint not null,
    quarantined bigint not null,
    rejected bigint not null,
    primary key (domain_id, day, source, category)
);
