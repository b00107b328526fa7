-- Mails that were given up, for the admin to send again or to put aside.

alter table mail_outbox
  -- Why it was tried in vain last; null before, and for mails that earlier releases gave up.
  add column failure_reason text check (failure_reason in ('refused', 'deferred', 'server_away')),
  -- What the mail server said, in codes: no address and no word of the mail.
  add column failure text,
  -- When the admin put it aside.
  add column dismissed_at timestamptz;

create index mail_outbox_given_up_idx on mail_outbox (failed_at desc, id) where failed_at is not null and dismissed_at is null;
