-- CLUSTER (V15) and ANALYZE (V26) on an empty table make the planner expect an empty table until autovacuum analyzes it. In a
-- new installation the foreign keys of 5,000 domains that were added at once were checked by sequential scans. A table that is
-- written again has no statistics, and the planner estimates its size.
--
-- The rules of the schema stand in V1.

-- A server of the version before may be writing the first rows.
lock table domain, domain_day in access exclusive mode;
do $$
begin
    if not exists (select from domain) then
        alter table domain alter column notes type text using notes || '';
    end if;
    if not exists (select from domain_day) then
        truncate domain_day;
    end if;
end
$$;
