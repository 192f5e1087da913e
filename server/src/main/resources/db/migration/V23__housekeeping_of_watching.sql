-- Housekeeping of what is watched: domains that are due are taken of the accounts in turn, and what was solved is
-- found by when.
--
-- The rules of the schema stand in V1.

-- The domains of one account that are due, those that are due longest first.
create index watched_domain_turn on watched_domain (account_id, (least(dmarc_due, full_due)));
-- It begins with the same.
drop index watched_domain_account;

-- What was solved goes when the days that are kept begin later.
create index issue_solved on issue (solved) where solved is not null;
create index task_solved on task (solve_time) where solve_time is not null;
-- Also what is of any account.
create index timeline_event_created on timeline_event (created);
