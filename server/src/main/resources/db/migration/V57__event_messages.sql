-- What an event says is a message: codes with arguments, as JSON, from which the reader's language is made. Events from before
-- keep their English text in details.
alter table timeline_event add column message text;
alter table timeline_event alter column details set default '';
