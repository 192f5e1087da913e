-- Work in the background that is no queue of its own: what recurs, and what is done once.
--
-- The columns are those of db-scheduler 16, which asks this table by itself. It is the only table
-- without account_id: the account, where there is one, is the first part of task_instance.

create table scheduled_tasks (
    -- Kind of work.
    task_name text not null,
    -- "account/id" of what is done once.
    task_instance text not null,
    task_data bytea,
    execution_time timestamptz,
    -- Whether a server has it, which one, and when that was last heard of.
    picked boolean not null,
    picked_by text,
    last_heartbeat timestamptz,
    last_success timestamptz,
    last_failure timestamptz,
    consecutive_failures integer,
    version bigint not null,
    -- Higher goes first.
    priority smallint,
    state text,
    primary key (task_name, task_instance)
);
create index scheduled_tasks_due on scheduled_tasks (priority desc, execution_time) where not picked;
create index scheduled_tasks_heartbeat on scheduled_tasks (last_heartbeat) where picked;

-- The queue goes round the accounts, and round those of their entries that nobody has begun with.
drop index ledger_entry_queue;
create index ledger_entry_queue on ledger_entry (account_id, id) where state = 'queued';
-- An entry counts as tried when a worker ended with it, no longer when one takes it: taking it changes
-- no index then. Those that a worker had when it was stopped may have been begun.
create index ledger_entry_tried on ledger_entry (attempts, id) where state = 'queued' and attempts > 0;

-- Entries of an import are shown in their order.
drop index ledger_entry_import;
create index ledger_entry_import on ledger_entry (import_id, id);
