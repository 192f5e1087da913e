-- One thing has one name: that of the glossary, in the database too.
alter table detail rename to auth_result;
alter table packed_rows rename to fact_block;
alter table settled_account rename to reclassified_account;
alter table reclassified_account rename column settled to reclassified_at;

alter table unsettled_domain rename to reclassification_queue;
alter table reclassification_queue rename column lacking to has_unresolved_addresses;
alter table reclassification_queue rename column taken_lacking to taken_has_unresolved_addresses;
alter table reclassification_queue rename column asked_before to refresh_requested_at;
alter table reclassification_queue rename column taken_asked_before to taken_refresh_requested_at;
alter index unsettled_domain_due rename to reclassification_queue_due;
alter index unsettled_domain_account rename to reclassification_queue_account;

alter table watched_domain rename column wishes to request_seq;
alter table watched_record rename column late to first_seen_late;
