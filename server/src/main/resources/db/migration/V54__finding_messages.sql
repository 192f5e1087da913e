-- What an issue says is messages: codes with arguments, as JSON, from which the reader's language is made. Issues from before keep
-- their English texts; those that are open get messages when the record is checked next.
alter table issue
    add column problem_message text,
    add column solution_message text,
    add column details_message text;
alter table issue
    alter column problem set default '',
    alter column solution set default '',
    alter column details set default '';
