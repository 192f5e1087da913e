-- Watching DNS: what domains' records said, and what followed from it: issues, tasks, events.
--
-- The rules of the schema stand in V1.

alter table domain
    -- DKIM selectors that people have given, which count as current whatever reports show.
    add column selectors text[] not null default '{}';

-- When a domain's records are to be looked up.
create table watched_domain (
    account_id bigint not null references account on delete cascade,
    domain_id bigint primary key references domain on delete cascade,
    -- Its DMARC record; and everything.
    dmarc_due timestamptz not null,
    full_due timestamptz not null,
    -- Who looks it up now, does so until then.
    leased_until timestamptz,
    -- Rises whenever a worker takes it: what another had before is not its own any more.
    generation bigint not null default 0,
    -- Rises whenever somebody wants it looked up: who had begun before does not know of that.
    wishes bigint not null default 0,
    -- DKIM selectors that reports showed in the past days, when everything was looked up last.
    seen_selectors text[] not null default '{}',
    -- When its DMARC record was first seen to have reports sent to the account.
    reports_here_since timestamptz
);
create index watched_domain_due on watched_domain ((least(dmarc_due, full_due)));
create index watched_domain_account on watched_domain (account_id);

insert into watched_domain (account_id, domain_id, dmarc_due, full_due)
select account_id, id, now(), now() from domain;

-- What was read of a domain's record. What it says counts once it was seen twice, or once by somebody who
-- asked for it.
create table watched_record (
    account_id bigint not null references account on delete cascade,
    domain_id bigint not null references domain on delete cascade,
    -- dmarc, spf, dkim, bimi, mta_sts, tls_rpt, mx
    kind text not null,
    -- Of DKIM; else empty.
    selector text not null default '',
    -- present, missing, inherited, error, unknown
    state text not null default 'unknown',
    value text not null default '',
    -- [{"code", "subject", "level", "problem", "solution", "details"}]
    findings jsonb not null default '[]',
    -- What else is known by kind.
    details jsonb not null default '{}',
    -- What tells apart what counts (empty: nothing does yet), and what was seen once instead; null: nothing
    -- else was.
    fingerprint text not null default '',
    seen_once text,
    -- When it was looked up last, and when that went well last.
    checked timestamptz not null,
    known timestamptz,
    -- Since when something about it was not answered without a break, and since when nothing was.
    failing_since timestamptz,
    unanswered_since timestamptz,
    -- Whether the last look-up has told nothing.
    unknown boolean not null default false,
    -- Whether it was looked for when the domain had been watched already: that it is there is news then.
    late boolean not null default false,
    primary key (domain_id, kind, selector)
);
create index watched_record_account on watched_record (account_id);

-- Problems that were found, and that are found no more.
create table issue (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    domain_id bigint not null references domain on delete cascade,
    -- The kind of record, the finding's stable code, and what of the record it is about.
    record text not null,
    code text not null,
    subject text not null,
    level text not null,
    problem text not null,
    solution text not null,
    details text not null,
    created timestamptz not null,
    -- Null: it is open.
    solved timestamptz,
    ignored boolean not null default false
);
create unique index issue_open on issue (domain_id, record, code, subject) where solved is null;
create index issue_domain on issue (domain_id);
create index issue_account on issue (account_id, created);

-- The next steps toward a policy that protects.
create table task (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    domain_id bigint not null references domain on delete cascade,
    -- Which step, and what it is about.
    code text not null,
    subject text not null,
    -- dmarc, spf, dkim, policy, source, domain, tls, bimi
    category text not null,
    details text not null,
    created timestamptz not null,
    -- When it was done; null: it is open.
    solve_time timestamptz,
    ignored boolean not null default false
);
create unique index task_open on task (domain_id, code, subject) where solve_time is null;
create index task_domain on task (domain_id);
create index task_account on task (account_id, created);

-- What happened. Events stay when their domain goes.
create table timeline_event (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    -- Null: the account has it no more.
    domain_id bigint references domain on delete set null,
    domain text not null,
    change text not null,
    -- The kind of record that changed; empty where none did.
    record_type text not null,
    old_value text not null,
    new_value text not null,
    details text not null,
    created timestamptz not null
);
create index timeline_event_account on timeline_event (account_id, created);
create index timeline_event_domain on timeline_event (domain_id, created);

-- Up to which day (UTC) a domain's traffic was judged.
create table watched_traffic (
    account_id bigint not null references account on delete cascade,
    domain_id bigint primary key references domain on delete cascade,
    judged date not null
);
create index watched_traffic_account on watched_traffic (account_id);

-- Reporters whose regular reports about a domain have stopped.
create table silent_reporter (
    account_id bigint not null references account on delete cascade,
    domain_id bigint not null references domain on delete cascade,
    -- Empty: nobody reports any more.
    reporter text not null,
    -- The last day (UTC) that was reported.
    last_day date not null,
    primary key (domain_id, reporter)
);
create index silent_reporter_account on silent_reporter (account_id);
