-- Signing in with a second factor: codes of an app (RFC 6238), or codes for when that is lost.

alter table account_user
    -- totp_secret is in Base32, as it was given out; who checks codes has to read it.
    -- The step of time of the last code that was taken: neither it nor an earlier one is taken again.
    add column totp_last_step bigint not null default 0,
    -- Tries of a code since the time beside it, which is null before the first.
    add column code_tries integer not null default 0,
    add column code_tries_since timestamptz;

-- Codes for when the app is lost; one that was used is gone.
create table recovery_code (
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    -- SHA-256; codes have some 79 random bits.
    code_hash bytea not null,
    primary key (user_id, code_hash)
);
create index recovery_code_account on recovery_code (account_id);

-- Who has shown a password and not the second factor yet. It signs nobody in: a session is begun afterwards.
create table sign_in_step (
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    -- SHA-256 of the secret, which the browser alone has.
    secret_hash bytea primary key,
    created timestamptz not null
);
create index sign_in_step_user on sign_in_step (user_id, created);
create index sign_in_step_account on sign_in_step (account_id);
create index sign_in_step_created on sign_in_step (created);
