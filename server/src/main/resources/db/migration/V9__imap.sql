-- Mailboxes that reports are read from: how far each is read, and who reads it.

create table imap_mailbox (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    host text not null,
    login text not null,
    folder text not null,
    -- UIDs have their meaning together with this value; null: never opened.
    uid_validity bigint,
    -- All mails up to this UID were taken over; it is written in the transaction that takes them.
    last_uid bigint not null default 0,
    -- All mails up to this UID were marked or moved since.
    marked_uid bigint not null default 0,
    -- The server that reads it, and until when.
    owner uuid,
    leased_until timestamptz,
    unique (account_id, host, login, folder)
);

-- Refresh tokens that a provider gave out in place of those in the settings.
create table oauth_token (
    account_id bigint not null references account on delete cascade,
    name text not null,
    -- SHA-256 of the token in the settings: with another one there, this row is void.
    configured bytea not null,
    refresh_token text not null,
    updated timestamptz not null,
    primary key (account_id, name)
);
