-- People who are signed in to the pages.

create table web_session (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    -- SHA-256 of the secret, which the browser alone has.
    secret_hash bytea not null unique,
    created timestamptz not null,
    -- When it was last used, to the minute.
    last_seen timestamptz not null,
    -- From where it was begun: what lets its user recognise it.
    address text not null,
    browser text not null
);
create index web_session_user on web_session (user_id, created);
create index web_session_account on web_session (account_id);
create index web_session_last_seen on web_session (last_seen);

alter table api_token
    -- When it was last used, to some minutes; null: not since this is noted.
    add column last_used timestamptz;
