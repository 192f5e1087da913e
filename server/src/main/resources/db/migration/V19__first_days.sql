-- Finds the first day on which a source sent, without reading all of its days. As of daily_account: no column
-- that changes when messages are added to a sum.
create index daily_source on daily (account_id, source, day);
