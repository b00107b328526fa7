-- Accounts are looked up by their address as it is stored, in small letters; users_email_key is over lower(email) and serves
-- no such look-up.
create index users_email_idx on users (email);

-- The nightly purge asks for the moment alone, so an index with a condition of its own is never used for it.
drop index mail_outbox_finished_idx;
create index mail_outbox_finished_idx on mail_outbox (coalesce(sent_at, failed_at));
