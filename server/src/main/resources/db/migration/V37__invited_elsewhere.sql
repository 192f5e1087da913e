-- An address has one access in the installation. Who is only invited has none yet, so that an admin who
-- invites somebody does not learn whether they are a user of another account.

drop index account_user_email;
create unique index account_user_email on account_user (lower(email)) where is_active;
create unique index account_user_email_of_account on account_user (lower(email), account_id);
