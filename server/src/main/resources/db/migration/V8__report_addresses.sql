-- Where reports are mailed to, besides the address that an account's token makes.

create table report_address (
    -- A whole mailbox, in lower case.
    address text primary key,
    account_id bigint not null references account on delete cascade,
    added timestamptz not null
);
create index report_address_of_account on report_address (account_id, address);

-- What an account has been sent by SMTP on a day (UTC): nobody's mails may fill the disk.
create table mail_day (
    account_id bigint not null references account on delete cascade,
    day date not null,
    mails bigint not null,
    -- As they are stored.
    bytes bigint not null,
    primary key (account_id, day)
);
