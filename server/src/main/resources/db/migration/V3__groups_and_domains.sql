-- Who may see which groups, what is known of domains, and what was deleted.
--
-- The rules of the schema stand in V1. domain_day is one of the large tables.

-- Access to a group; who has none has no row. Access to DEFAULT is access to all domains.
create table group_access (
    account_id bigint not null references account on delete cascade,
    group_id bigint not null references domain_group on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    -- Whether the user may also change what the group holds.
    writes boolean not null,
    primary key (group_id, user_id)
);
create index group_access_user on group_access (user_id);

alter table domain
    -- The row whose groups this one belongs to: a discovered subdomain follows its parent until somebody
    -- assigns it itself. Null: its own memberships count.
    add column follows bigint references domain on delete set null,
    -- The row whose memberships are asked for this one.
    add column groups_of bigint generated always as (coalesce(follows, id)) stored,
    -- present, missing, inherited (DMARC only), error, unknown
    add column state_dmarc text not null default 'unknown',
    add column state_spf text not null default 'unknown',
    add column state_dkim text not null default 'unknown',
    -- By kind of record: {"spf": {"state": text, "checked_at": time, and what was read}}
    add column states jsonb not null default '{}',
    add column records_dmarc text not null default '',
    add column records_spf text not null default '',
    add column spf_lookup_count integer not null default 0,
    -- Empty: never seen. x no record, e error, n none, q quarantine, r reject; on, oq, or: the same by the
    -- organisational domain's record.
    add column last_seen_dmarc_policy text not null default '',
    add column mx_txt text not null default '',
    add column soa_txt text not null default '',
    add column has_errors boolean not null default false;

-- A parent is the highest row of its organisation, so that it has no parent itself.
with recursive highest as (
    select id, id as top from domain where parent_id is null
    union all
    select d.id, h.top from domain d join highest h on d.parent_id = h.id
)
update domain d set parent_id = h.top
from highest h where h.id = d.id and d.parent_id <> h.top;

update domain set follows = parent_id where origin = 'd' and parent_id is not null;

create index domain_follows on domain (follows);
create index domain_groups_of on domain (groups_of);
-- What lies below a name begins with it, read from behind.
create index domain_below on domain (account_id, (reverse(name)) collate "C");

-- Names that people have deleted, which do not come back by themselves.
create table deleted_domain (
    account_id bigint not null references account on delete cascade,
    name text not null,
    deleted timestamptz not null,
    primary key (account_id, name)
);

-- Messages of a domain on a day by category, written with the sums in daily. They are kept apart because
-- lists of domains are ordered by them.
create table domain_day (
    account_id bigint not null,
    domain_id bigint not null,
    day date not null,
    capable bigint not null,
    non_compliant bigint not null,
    forwarded bigint not null,
    threat bigint not null,
    primary key (domain_id, day)
);
-- Holds all that summing up an account's last days needs.
create index domain_day_account on domain_day (account_id, day)
    include (domain_id, capable, non_compliant, forwarded, threat);

insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat)
select account_id, domain_id, day,
    coalesce(sum(messages) filter (where category = 1), 0),
    coalesce(sum(messages) filter (where category = 2), 0),
    coalesce(sum(messages) filter (where category = 3), 0),
    coalesce(sum(messages) filter (where category = 4), 0)
from daily group by account_id, domain_id, day;

-- The domain that a waiting report waits for.
alter table ledger_remark add column domain text;
create index ledger_remark_domain on ledger_remark (account_id, (reverse(domain)) collate "C")
    where domain is not null;
update ledger_remark set domain = substring(reason from 'does not have the domain (\S+)\.')
where outcome = 'waiting' and code = 'unknown_domain';
