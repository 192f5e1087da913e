-- Browsers in which users have signed in: tries from these do not count among those of strangers.

create table known_browser (
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    -- SHA-256 of the secret, which the browser alone has.
    secret_hash bytea primary key,
    -- When the user last signed in there.
    created timestamptz not null
);
create index known_browser_user on known_browser (user_id, created);
create index known_browser_account on known_browser (account_id);
create index known_browser_created on known_browser (created);
