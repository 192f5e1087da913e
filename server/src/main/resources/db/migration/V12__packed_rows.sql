-- Rows once more, month by month and dense, for whatever reads many of them. Nothing stands here alone: what
-- is missing is read from fact, and made again.

create table packed_rows (
    account_id bigint not null,
    domain_id bigint not null,
    -- The first day of the month.
    month date not null,
    -- Counts the blocks of the month, from 0.
    number integer not null,
    -- Days of its rows, from the first to the last.
    first_day date not null,
    last_day date not null,
    -- How many rows it holds.
    size integer not null,
    -- Which form the bytes have; a program reads only its own.
    format smallint not null,
    bytes bytea not null,
    primary key (domain_id, month, number)
);
-- Whether anything is left of an older form is asked every minute.
create index packed_rows_format on packed_rows (format);
-- Dense already.
alter table packed_rows alter column bytes set storage external;

-- Months of domains whose rows are to be packed: whoever changes rows removes what was packed of them and
-- adds their month here, in the same transaction.
create table unpacked_month (
    account_id bigint not null,
    domain_id bigint not null,
    month date not null,
    -- When the first of the changes was made.
    since timestamptz not null,
    primary key (domain_id, month)
);

insert into unpacked_month (account_id, domain_id, month, since)
select distinct account_id, domain_id, cast(date_trunc('month', day) as date), now() from domain_day;
