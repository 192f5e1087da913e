-- Strangers' reports are looked for by the rows that their facts are about, too. Few reports have facts of other rows than their own.
create index report_fact_domains on report using gin (fact_domains) where fact_domains <> '{}';
