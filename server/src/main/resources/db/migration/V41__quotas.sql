-- What others send is bounded by day: what is beyond a sender's share waits for the next day.
create table sender_day (
    account_id bigint not null references account on delete cascade,
    -- UTC
    day date not null,
    -- The domain or network that mails come from, as MailSender says it; or a share of MailQuota that several have together.
    sender text not null,
    facts bigint not null,
    -- Unpacked.
    bytes bigint not null,
    primary key (account_id, day, sender)
);

alter table ledger_entry
    -- Its place in the account's queue: when it came, in milliseconds since 1970, and later where it is large.
    add column turn bigint not null default 0,
    -- Until when it is not read, since its sender's share of the day is used up; null: it is read as soon as it can be.
    add column deferred_until timestamptz,
    -- That sender; null: it is found out when it is read.
    add column sender text;
update ledger_entry set turn = cast(extract(epoch from received) * 1000 as bigint) where state = 'queued';
drop index ledger_entry_queue;
create index ledger_entry_queue on ledger_entry (account_id, turn, id)
    where state = 'queued' and deferred_until is null;
create index ledger_entry_deferred on ledger_entry (deferred_until) where deferred_until is not null;

-- Facts that are summed up in it. Those from before are counted when their day is summed up again.
alter table daily add column facts bigint not null default 0;
