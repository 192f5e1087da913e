-- Whether reports showed further DKIM selectors, which are not watched. Until everything is looked up
-- again it is not known of those that have as many as are watched, which was said of all of them.
alter table watched_domain add column more_selectors boolean not null default false;
update watched_domain set more_selectors = true where cardinality(seen_selectors) >= 50;
