-- What lists of reports are chosen and ordered by, so that only the rows of a page are read from the table.
create index report_received on report (account_id, received, id)
    include (domain_id, begin_at, end_at, reporter_number, authentication, ignored, trust, messages);
-- Reports on which somebody is to decide: overviews say how many there are.
create index report_held on report (account_id, reporter_number) where trust = 3 and not ignored;

-- The stored report that has the same key as the one that the remark is about.
alter table ledger_remark add column report_id bigint;
