-- Of the messages that forwarders and mailing lists passed on, those that failed: receivers that do not know them as such
-- hold them back. All are worked out again to say it.
alter table policy_advice add column forwarded_failed bigint not null default 0;
update policy_advice set due = least(due, now());
