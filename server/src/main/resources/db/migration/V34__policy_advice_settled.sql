-- Whether all rows by which a domain was judged were classified by what can be known: else it counts as not judged.
alter table policy_advice add column settled boolean not null default true;
-- Messages of the judged days in reports that count in totals only, where they are so many that people are told.
alter table policy_advice add column unverified bigint not null default 0;
-- All are worked out again: senders are looked for over more days now.
update policy_advice set due = least(due, now());
