-- What an import says of a part of a message is a message: codes with arguments, as JSON, from which the reader's language is
-- made. Remarks from before keep their English text in reason.
alter table ledger_remark add column message text;
alter table ledger_remark alter column reason set default '';
