-- A domain is not judged while rows on which its advice rests are being classified; those of reports that are
-- not trusted are no reason to wait, or anybody could keep a domain from being judged by sending mail.
alter table unsettled_domain
    -- Whether advice rests on some of what no worker has taken, and of what one has.
    add column advised boolean not null default true,
    add column taken_advised boolean not null default true;
alter table unsettled_domain alter column taken_advised set default false;
