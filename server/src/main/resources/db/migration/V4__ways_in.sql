-- Every way in: mails that are handed over, and what carried a report.

alter table import
    -- The mailbox or folder from which its messages come; empty for SMTP, uploads and commands.
    add column source text not null default '',
    -- Of mail and folders: the day (UTC) on which its messages came.
    add column day date;
-- Where further messages of a day go.
create index import_of_day on import (account_id, origin, source, day, id desc) where day is not null;

alter table ledger_entry
    -- Who sent the mail that carried it: the envelope's sender (RFC 5321), null where there was no
    -- envelope; the From address; and the DKIM result that the receiving server noted.
    add column envelope_from text,
    add column header_from text not null default '',
    add column dkim text not null default '',
    -- Whether its message holds personal data of a failure report.
    add column holds_failure boolean not null default false;

-- Failure and TLS reports were recognised and kept before; now they can be read.
with kept as (
    select distinct entry_id from ledger_remark where code in ('tls_report', 'failure_report')),
queued as (
    update ledger_entry e set state = 'queued', finished = null, attempts = 0
    from kept k where e.id = k.entry_id and e.state = 'done' and e.raw_id is not null
    returning e.id)
delete from ledger_remark r using queued q where r.entry_id = q.id;
