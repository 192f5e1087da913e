-- TLS reports: how often senders reached the mail servers of domains by TLS, and why not.
--
-- All of them are large tables in the sense of V1: their unique keys contain domain_id.

-- What one report says about one policy domain. A report about several domains has several rows, so that
-- each of them comes and goes with its domain.
create table tls_report (
    account_id bigint not null,
    -- The policy domain's row, or its nearest parent's.
    domain_id bigint not null,
    id bigint generated always as identity,
    policy_domain text not null,
    reporter text not null,
    report_id text not null,
    begin_at timestamptz not null,
    end_at timestamptz not null,
    -- Of the whole report.
    content_hash uuid not null,
    raw_id bigint,
    received timestamptz not null,
    contact_info text not null,
    not_stored bigint not null,
    -- Codes of what was repaired or is odd about it.
    remarks text[] not null,
    primary key (domain_id, id),
    -- A report counts once, from whatever mailbox and on whatever server it comes in.
    unique (domain_id, begin_at, end_at, reporter, report_id, policy_domain)
);
create index tls_report_raw on tls_report (raw_id);
-- What is forgotten first.
create index tls_report_begin on tls_report (begin_at);

-- A policy of a domain, with the sums over all reports that are kept.
create table tls_policy (
    account_id bigint not null,
    domain_id bigint not null,
    id bigint generated always as identity,
    p_domain text not null,
    -- s sts, t tlsa, n no-policy-found; empty: none of them
    p_type text not null,
    -- Of sts: e enforce, t testing, n none; empty: not said
    sts_p_mode text not null,
    sum_success bigint not null,
    sum_failed bigint not null,
    -- How many results it sums up; it goes with the last of them.
    results bigint not null,
    last_seen timestamptz not null,
    primary key (domain_id, id),
    unique (domain_id, p_domain, p_type, sts_p_mode)
);
create index tls_policy_id on tls_policy (id);
create index tls_policy_account on tls_policy (account_id, p_domain, id);

-- What a report says about a policy.
create table tls_result (
    account_id bigint not null,
    domain_id bigint not null,
    -- The row in tls_report.
    report_id bigint not null,
    policy_id bigint not null,
    begin_at timestamptz not null,
    -- The period's end, or when the report came in if that was before it.
    seen timestamptz not null,
    successful bigint not null,
    failed bigint not null,
    primary key (domain_id, report_id, policy_id)
);
-- Holds all that summing up an account's days needs.
create index tls_result_begin on tls_result (account_id, begin_at)
    include (domain_id, policy_id, seen, successful, failed);

-- Why sessions failed.
create table tls_failure (
    account_id bigint not null,
    domain_id bigint not null,
    report_id bigint not null,
    id bigint generated always as identity,
    policy_id bigint not null,
    begin_at timestamptz not null,
    result_type text not null,
    sending_mta_ip text not null,
    receiving_ip text not null,
    receiving_mx_hostname text not null,
    receiving_mx_helo text not null,
    failure_reason_code text not null,
    additional_information text not null,
    failed_sessions bigint not null,
    primary key (domain_id, report_id, id)
);
-- The newest of an account first, found without looking at those before a page.
create index tls_failure_begin on tls_failure (account_id, begin_at, id)
    include (domain_id, report_id);
