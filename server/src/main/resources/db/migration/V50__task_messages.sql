-- What a task says is a message: codes with arguments, as JSON, from which the reader's language is made. Tasks from before
-- keep their English text in details; those that are open get a message when the domain is judged next.
alter table task add column message text;
alter table task alter column details set default '';
