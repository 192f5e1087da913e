-- Until when an entry rests at which workers ended; null: it does not.
alter table ledger_entry add column rests_until timestamptz;
