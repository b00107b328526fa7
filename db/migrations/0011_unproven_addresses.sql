-- What an account may do before its address was proven, and mails that wait for their turn.

-- ---------------------------------------------------------------- accounts whose address was never proven

-- One row, changed by the admin. An address is proven by a link of ours that was opened (users.email_verified) or by a
-- parcel that was delivered.
create table unproven_account_limits (
  id smallint primary key default 1 check (id = 1),
  -- Parcels on their way at the same time, and the pieces in them.
  open_checkouts smallint not null default 5 check (open_checkouts between 1 and 100),
  pieces_of_product smallint not null default 10 check (pieces_of_product between 1 and 1000),
  pieces smallint not null default 30 check (pieces between 1 and 5000),
  mails_per_hour smallint not null default 5 check (mails_per_hour between 1 and 100),
  updated_at timestamptz not null default now(),
  check (pieces_of_product <= pieces)
);
create trigger unproven_account_limits_touch before update on unproven_account_limits
  for each row execute function touch_updated_at();
insert into unproven_account_limits default values;

-- ---------------------------------------------------------------- the outbox

alter table mail_outbox
  -- Not tried before this moment. Among mails that are due the earliest goes first.
  add column next_attempt_at timestamptz not null default now(),
  -- How often the mail server put off this mail itself; an outage of the server is not counted.
  add column attempts smallint not null default 0 check (attempts >= 0),
  -- Since when it was tried in vain, or waited while the server was away: a day later it is given up.
  add column trying_since timestamptz;
update mail_outbox set next_attempt_at = created_at where sent_at is null and failed_at is null;

drop index mail_outbox_waiting_idx;
create index mail_outbox_waiting_idx on mail_outbox (next_attempt_at, created_at) where sent_at is null and failed_at is null;
-- How many an address was sent within the hour.
create index mail_outbox_sent_idx on mail_outbox (recipient, sent_at) where sent_at is not null;
