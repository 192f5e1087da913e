-- How far what strangers send is relied on.

-- Mails that are authenticated again: those of which DNS was not asked first.
drop index ledger_entry_unanswered;
create index ledger_entry_unanswered on ledger_entry (received)
    where authentication_detail in ('dns_unanswered', 'not_asked');

-- Whoever has registered a domain can send reports by any name and from any domain below it: all of these are one reporter
-- where strangers are bounded. Organizational domain of the reporter's domain; empty: none. It is set again by the next report.
alter table reporter add column organization text not null default '';
update reporter set organization = domain;
-- What people have decided is little.
create index reporter_decided on reporter (account_id, organization) where trust <> 'default';
