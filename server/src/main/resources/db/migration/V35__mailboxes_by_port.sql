-- Mailboxes whose servers differ in the port only are two, and marks are for mails that were taken over, one by one.

alter table imap_mailbox
    -- Null in rows from before: whoever reads such a mailbox first takes the row over. 0: one of the usual ports, since 143
    -- and 993 are of one server.
    add column port integer,
    -- Mails that were taken over and are not marked or moved yet, in the form of RFC 9051, sequence-set.
    add column unmarked text not null default '';

update imap_mailbox set unmarked = (marked_uid + 1) || ':' || last_uid where marked_uid < last_uid;

alter table imap_mailbox
    drop column marked_uid,
    drop constraint imap_mailbox_account_id_host_login_folder_key,
    add unique (account_id, host, port, login, folder);
