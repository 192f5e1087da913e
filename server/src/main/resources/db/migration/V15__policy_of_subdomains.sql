-- Since when the policy of a domain's subdomains was seen to be as it is; null: as far back as is known.
--
-- The rules of the schema stand in V1.

alter table policy_advice add column subdomains_since date;
update policy_advice set subdomains_since = levels_since;
