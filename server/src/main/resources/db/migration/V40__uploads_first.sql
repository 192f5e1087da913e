-- What people upload is read before what strangers mail.
alter table ledger_entry add column uploaded boolean not null default false;
create index ledger_entry_uploaded on ledger_entry (id) where state = 'queued' and uploaded;
