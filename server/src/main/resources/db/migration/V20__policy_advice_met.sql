-- What is met of what a domain's next policy needs, in sentences: the rest of a checklist whose other part is
-- "blocking". All are worked out again to say it.
alter table policy_advice add column met text[] not null default '{}';
update policy_advice set due = least(due, now());
