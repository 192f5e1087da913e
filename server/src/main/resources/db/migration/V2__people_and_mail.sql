-- What people need to get in: ways to sign in, one-time links, and the mails that carry them.

-- Stands in a TXT record to show that a domain is the account's.
alter table account add column verification_token text not null
    default replace(gen_random_uuid()::text, '-', '');

alter table account_user
    -- Signs in through the identity provider; has no password then.
    add column sso boolean not null default false,
    add column last_login_sso boolean not null default false,
    -- Tries of the old password since the time beside it, which is null before the first.
    add column password_tries integer not null default 0,
    add column password_tries_since timestamptz;

-- As it was given, with its order and every number: jsonb would change both.
alter table account_user alter column settings drop default;
alter table account_user alter column settings type text using settings::text;
alter table account_user alter column settings set default '{}';

-- A link that a mail carries. A new one of a purpose ends the user's earlier one.
create table one_time_link (
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    -- activation, reset, email
    purpose text not null,
    -- SHA-256 of the secret, which stands in the mail alone.
    secret_hash bytea not null unique,
    -- Of purpose email: the address that the link confirms.
    new_email text,
    created timestamptz not null,
    expires timestamptz not null,
    primary key (user_id, purpose)
);

-- Mails on their way out. One that was delivered is deleted; one that was given up stays for a while,
-- with the reason, and without its texts: they may hold the secret of a link.
create table outgoing_mail (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    -- Becomes the Message-ID: the same at every try, so that a mailbox can tell a repetition.
    message_id uuid not null default gen_random_uuid(),
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    created timestamptz not null,
    attempts integer not null default 0,
    -- When it is to be tried; null: given up.
    next_try timestamptz,
    -- Until when a worker has it; another takes it after that.
    leased_until timestamptz,
    -- Why the last try failed.
    failure text
);
create index outgoing_mail_account on outgoing_mail (account_id);
create index outgoing_mail_queue on outgoing_mail (next_try) where next_try is not null;
create index outgoing_mail_given_up on outgoing_mail (created) where next_try is null;
