-- Failure reports: what receivers tell about single mails; and jobs that look for them.

create table failure_report (
    account_id bigint not null,
    -- The row of the first of its domains that the account has.
    domain_id bigint not null,
    id bigint generated always as identity,
    -- Over everything that the report says; the API names the record by it.
    content_hash uuid not null,
    -- When the receiver got the mail that failed, else when the report was sent, else when it came.
    received timestamptz not null,
    stored timestamptz not null,
    -- The mail that carried it.
    carrier_from text not null,
    carrier_to text not null,
    carrier_subject text not null,
    carrier_message_id text not null,
    user_agent text not null,
    auth_failure text[] not null,
    identity_alignment text[] not null,
    delivery_result text not null,
    original_mail_from text not null,
    original_rcpt_to text[] not null,
    original_envelope_id text not null,
    source_ip inet,
    source_port integer,
    reported_domains text[] not null,
    reported_uris text[] not null,
    authentication_results text[] not null,
    dkim_domain text not null,
    dkim_identity text not null,
    dkim_selector text not null,
    spf_dns text[] not null,
    incidents bigint not null,
    -- Of the mail that failed, decoded; of the carrying mail where the report shows none.
    subject text not null,
    -- Header fields of the mail that failed: [{"n": name, "v": value}]
    sample_headers jsonb not null,
    -- Null where the report shows none or it was not kept.
    sample_body text,
    -- Codes of what was repaired or is odd about it.
    remarks text[] not null,
    primary key (domain_id, id),
    unique (domain_id, content_hash)
);
create index failure_report_content on failure_report (account_id, content_hash);
create index failure_report_received on failure_report (account_id, received);

-- All messages in which a report came: a copy from another mailbox goes with the report too.
create table failure_message (
    account_id bigint not null,
    domain_id bigint not null,
    report_id bigint not null,
    raw_id bigint not null,
    primary key (domain_id, report_id, raw_id)
);
create index failure_message_raw on failure_message (raw_id);

-- A search for failure reports that a user has asked for.
create table forensic_job (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    user_id bigint not null references account_user on delete cascade,
    search_token text not null unique,
    -- 0 queued, 1 being worked, 100 done, 700 failed
    progress smallint not null default 0,
    -- What is looked for. Days are UTC, both ends included.
    start_date date not null,
    end_date date not null,
    subject text not null,
    -- An address or a network as the user wrote it; empty for any.
    report_source_ip text not null,
    -- Names; none for all domains that the user may read.
    domains text[] not null,
    created timestamptz not null,
    expires timestamptz not null,
    -- How often it was begun.
    attempts integer not null default 0
);
create index forensic_job_user on forensic_job (user_id, id);
create index forensic_job_account on forensic_job (account_id);
create index forensic_job_expires on forensic_job (expires);

-- The domains that a job names, and those of what it found: who may not read one of them any more
-- does not see the job.
create table forensic_job_domain (
    account_id bigint not null,
    job_id bigint not null references forensic_job on delete cascade,
    domain_id bigint not null,
    -- Whether the user named it.
    named boolean not null,
    primary key (job_id, domain_id)
);
create index forensic_job_domain_domain on forensic_job_domain (domain_id);

-- What jobs found, in order.
create table forensic_job_record (
    account_id bigint not null,
    job_id bigint not null references forensic_job on delete cascade,
    place integer not null,
    domain_id bigint not null,
    report_id bigint not null,
    primary key (job_id, place)
);
create index forensic_job_record_report on forensic_job_record (domain_id, report_id);
