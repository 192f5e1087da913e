-- After CLUSTER and ANALYZE on an empty table PostgreSQL plans for one that stays empty, until autovacuum looks at it. In a
-- new installation 5,000 domains added at once were each compared with every other. Written anew, a table's size is unknown.
--
-- The rules of the schema stand in V1.
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
