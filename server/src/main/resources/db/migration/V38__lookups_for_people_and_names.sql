-- Whether a person has asked to have the domain's records looked up. Such a domain is looked up even where none is by
-- schedule (MAILVANE_MONITOR=off).
alter table watched_domain add column requested boolean not null default false;
create index watched_domain_requested on watched_domain (domain_id) where requested;

-- Names below domains of an account that reports have shown and that are not domains of it: they count with the nearest
-- domain above. A name becomes a domain when DNS says that it exists.
create table found_name (
    account_id bigint not null references account on delete cascade,
    name text not null,
    -- DNS says that there is no such name. Else it has not said anything, and is asked again.
    missing boolean not null,
    -- When it was noted.
    found timestamptz not null,
    -- How often DNS was asked without an answer.
    attempts integer not null default 0,
    -- When DNS is asked again; of a missing name, from when on reports have it asked again.
    due timestamptz not null,
    primary key (account_id, name)
);
create index found_name_due on found_name (due);
