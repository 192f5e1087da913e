-- Who users are at the identity provider. The subject stays when an address changes or goes to somebody else.
create table user_identity (
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    issuer text not null,
    subject text not null,
    linked timestamptz not null,
    primary key (user_id, issuer),
    unique (issuer, subject)
);
create index user_identity_account on user_identity (account_id);
