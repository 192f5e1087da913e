-- How many of a domain's messages of a day passed DMARC, beside how many there were by category: a sender that can pass
-- does not always. And the first page's figures are read from indexes alone.
--
-- The rules of the schema stand in V1.

-- Nobody writes meanwhile: what a server of the version before has added up by source is in here by domain too.
lock table daily, domain_day in access exclusive mode;
-- Written anew rather than changed: every row gets a value, and would stand there twice.
alter table domain_day rename to domain_day_before;
create table domain_day (
    account_id bigint not null,
    domain_id bigint not null,
    day date not null,
    capable bigint not null,
    non_compliant bigint not null,
    forwarded bigint not null,
    threat bigint not null,
    -- Of all categories. Without a default: a server that does not know it must not write days without it.
    passed bigint not null
);
insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat, passed)
select b.account_id, b.domain_id, b.day, b.capable, b.non_compliant, b.forwarded, b.threat, coalesce(s.passed, 0)
from domain_day_before b left join (
    select domain_id, day, sum(dmarc) as passed from daily group by domain_id, day) s
    on s.domain_id = b.domain_id and s.day = b.day
order by b.domain_id, b.day;
drop table domain_day_before;
-- Holds all that summing up some domains' days needs: in the table, each day of a domain lies in another place. A row that
-- changes was written to both indexes before too.
alter table domain_day add primary key (domain_id, day)
    include (account_id, capable, non_compliant, forwarded, threat, passed);
-- Holds all that summing up an account's last days needs.
create index domain_day_account on domain_day (account_id, day)
    include (domain_id, capable, non_compliant, forwarded, threat, passed);
analyze domain_day;

-- How many events of a kind there were, and the last of them.
create index timeline_event_change on timeline_event (account_id, change, created) include (domain_id);

-- What is most urgent about each domain follows from these columns.
drop index issue_counted;
create index issue_counted on issue (account_id, domain_id) include (record, level) where solved is null and not ignored;
drop index task_counted;
create index task_counted on task (account_id, domain_id) include (code) where solve_time is null and not ignored;
