-- Lists of 10,000 domains read little of each: what only few are shown of lies apart, and what is open is counted
-- from indexes.
--
-- The rules of the schema stand in V1.

-- What was read of a domain's records, for the one page that shows it. It repeats whole records, and was four
-- fifths of a row of domain; and it says when each was looked up, so that every look-up changes it.
create table domain_states (
    account_id bigint not null references account on delete cascade,
    domain_id bigint primary key references domain on delete cascade,
    -- By kind of record: {"spf": {"state": text, "checked_at": time, and what was read}}
    states jsonb not null
)
-- So that a change finds room beside what it changes, and touches no index.
with (fillfactor = 70);

insert into domain_states (account_id, domain_id, states)
select account_id, id, states from domain where states <> '{}';
create index domain_states_account on domain_states (account_id);

alter table domain drop column states;
-- Rows keep what a dropped column held until they are written anew.
cluster domain using domain_account_id_name_key;
alter table domain set without cluster;

-- What groups show the number of, by domain.
create index issue_counted on issue (account_id, domain_id) where solved is null and not ignored;
create index task_counted on task (account_id, domain_id) where solve_time is null and not ignored;
