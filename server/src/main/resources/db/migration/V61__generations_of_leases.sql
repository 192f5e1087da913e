-- The same columns for every queue (LeaseQueue): leased_until, and generation, which rises whenever a worker takes a
-- row or gives it back.
--
-- The rules of the schema stand in V1.

alter table ledger_entry add column generation bigint not null default 0;
alter table outgoing_mail add column generation bigint not null default 0;
alter table imap_mailbox
    add column generation bigint not null default 0,
    drop column owner;
