-- Reports of the detail viewer: what users have asked for, and what was found, as it was then.

create table detail_report (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    search_token text not null unique,
    -- What was asked for, with the names that the API has for it.
    criteria jsonb not null,
    -- SHA-256 over that in its normal form, and over the domains that it meant.
    criteria_hash bytea not null,
    -- The domains whose rows are looked at.
    domains bigint[] not null,
    -- About how many rows are looked at.
    weight bigint not null,
    -- queued, running, ready, failed
    state text not null,
    -- What is done at the moment, and percent of the work that is done.
    stage text not null,
    progress smallint not null,
    -- Why it has failed; empty otherwise.
    problem text not null default '',
    -- What was found: rows, and bytes of the snapshot.
    found bigint not null default 0,
    bytes bigint not null default 0,
    created timestamptz not null,
    expires timestamptz not null,
    -- Until when a worker has it; another takes it after that. Of one that is queued: until when it rests.
    leased_until timestamptz,
    -- Rises whenever a worker takes it: what another had before is not its own any more.
    generation bigint not null default 0,
    -- Times that a worker has begun with it.
    attempts integer not null default 0,
    -- Which of all turns was its last; 0: it had none. Whose last turn is longest ago is next.
    turn bigint not null default 0
);
create sequence detail_turn;
create index detail_report_user on detail_report (user_id, id);
create index detail_report_account on detail_report (account_id, id);
create index detail_report_open on detail_report (account_id, id) where state in ('queued', 'running');
create index detail_report_account_turn on detail_report (account_id, turn);
create index detail_report_user_turn on detail_report (user_id, turn);
create index detail_report_expires on detail_report (expires);

-- The domains that a report names, and those of which it shows rows: who may not read one of them any
-- more does not see the report, and with one of them it is deleted.
create table detail_report_domain (
    account_id bigint not null,
    report_id bigint not null references detail_report on delete cascade,
    domain_id bigint not null,
    primary key (report_id, domain_id)
);
create index detail_report_domain_domain on detail_report_domain (domain_id);

-- What was found, as one stream of bytes in pieces. No foreign key: these are many bytes, which may lie on
-- another machine, by report.
create table detail_snapshot (
    account_id bigint not null,
    report_id bigint not null,
    piece integer not null,
    bytes bytea not null,
    primary key (report_id, piece)
);
-- Dense already.
alter table detail_snapshot alter column bytes set storage external;
