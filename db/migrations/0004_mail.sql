-- The outbox names the rows a mail is written from; the first release copied the whole order into it.
update mail_outbox set data = jsonb_build_object('checkoutId', substring(key from '[0-9a-f-]{36}$'))
where template = 'order-confirmation' and key ~ '^order-confirmation:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

-- What the nightly purge looks for.
create index mail_outbox_finished_idx on mail_outbox (coalesce(sent_at, failed_at))
  where sent_at is not null or failed_at is not null;
create index verifications_expires_at_idx on verifications (expires_at);
