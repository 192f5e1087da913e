-- The list of TLS policies has one row for each policy domain of an account. Its number is the same in all rows of
-- tls_policy that are about that domain, whatever their type and mode, and whatever row of domain they count with.
create sequence tls_policy_number;
alter table tls_policy add column number bigint;
-- The first of a domain's numbers stays.
update tls_policy p set number = first.id
from (select account_id, p_domain, min(id) as id from tls_policy group by account_id, p_domain) first
where first.account_id = p.account_id and first.p_domain = p.p_domain;
select setval('tls_policy_number', coalesce((select max(id) from tls_policy), 0) + 1, false);
alter table tls_policy
    alter column number set default nextval('tls_policy_number'),
    alter column number set not null;
alter sequence tls_policy_number owned by tls_policy.number;
create index tls_policy_number_of on tls_policy (number);
drop index tls_policy_id;
