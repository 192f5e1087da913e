-- A module writes its tables alone. What other modules may read of them is published as views. A view can be
-- changed without its readers when its table changes.
create schema published;

create view published.account as
    select account_id, created
    from account;

create view published.account_user as
    select id, account_id
    from account_user;

create view published.detail_report as
    select id, account_id, state, created
    from detail_report;

create view published.domain as
    select id, account_id, name, parent_id, top_level, is_verified, nxdomain, domain_state, last_upload_time,
        follows, groups_of, state_dmarc, state_dkim, records_dmarc, selectors, unconfirmed
    from domain;

create view published.domain_day as
    select account_id, domain_id, day
    from domain_day;

create view published.ledger_entry as
    select id, account_id, import_id, name, raw_id, state, received, imported, authentication,
        vouching_domain, mechanism, authentication_detail, turn, deferred_until
    from ledger_entry;

create view published.silent_reporter as
    select account_id, domain_id, reporter, last_day
    from silent_reporter;

create view published.watched_domain as
    select account_id, domain_id, seen_selectors, reports_here_since
    from watched_domain;

create view published.watched_record as
    select account_id, domain_id, kind, selector, state, value, findings, details, fingerprint,
        unanswered_since, unknown
    from watched_record;

create view published.reporter as
    select id, account_id, name, domain, trust, decided_by, seen, organization
    from reporter;

create view published.timeline_event as
    select id, account_id, domain_id, domain, change, old_value, details, created
    from timeline_event;

create view published.daily as
    select account_id, domain_id, day, messages, dmarc, dkim, spf, trust
    from daily;

create view published.reclassification_queue as
    select account_id, domain_id, since
    from reclassification_queue;

create view published.report as
    select account_id, domain_id, id, reporter, report_id, raw_id, received, p, records, messages, not_stored,
        reporter_number, authentication, trust
    from report;
