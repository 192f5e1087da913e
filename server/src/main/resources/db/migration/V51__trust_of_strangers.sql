-- How far what strangers send is relied on.

-- Mails that are authenticated again: those of which DNS was not asked first.
drop index ledger_entry_unanswered;
create index ledger_entry_unanswered on ledger_entry (received)
    where authentication_detail in ('dns_unanswered', 'not_asked');
