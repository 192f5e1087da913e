-- Whether something was read once of a domain's records of which nothing was known before: what is read once does not
-- count yet, so how the domain stands is not known for sure.
alter table domain add column unconfirmed boolean not null default false;
