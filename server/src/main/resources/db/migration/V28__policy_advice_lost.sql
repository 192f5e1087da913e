-- Of the messages of sources that can't pass and are the owner's, those that failed: a policy loses them. All are worked out
-- again to say it.
alter table policy_advice add column lost bigint not null default 0;
update policy_advice set due = least(due, now());

-- What of a report is not used that was taken in is said too.
comment on column ledger_remark.outcome is 'failed, waiting, duplicate, not_a_report, imported';
