-- A domain is not judged while rows on which its advice rests are being classified; those of reports that are
-- not trusted are no reason to wait, or anybody could keep a domain from being judged by sending mail.
alter table unsettled_domain
    -- Whether advice rests on some of what is fresh or stale, and of what a worker has taken of it.
    add column for_advice boolean not null default true,
    add column taken_for_advice boolean not null default true,
    -- Of the addresses that wait, those of rows on which advice rests, and since when such wait.
    add column waiting_for_advice bigint not null default 0,
    add column waiting_since timestamptz;
alter table unsettled_domain alter column taken_for_advice set default false;
update unsettled_domain set waiting_for_advice = waiting_addresses;
