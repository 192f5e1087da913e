-- Where an account's reports were to be mailed when its domains were advised last; empty: nowhere. Other servers and
-- commands, and settings, may change that while nobody hears it.
create table advised_mailbox (
    account_id bigint primary key references account on delete cascade,
    mailbox text not null
);
