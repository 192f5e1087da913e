-- In which language people are written to: that of their last sign-in, or what they have chosen since.
alter table account_user add column language text not null default 'en';
