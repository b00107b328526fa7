-- What became of a payment: when the provider is asked next, what its webhooks told, and payments that are disputed.

-- The provider is asked again and again until an attempt to pay is settled, also when it never tells by itself.
alter table payments
  -- Null: there is nothing more to ask.
  add column next_check_at timestamptz default now() + interval '1 minute',
  add column checks smallint not null default 0,
  -- When somebody who waits for the answer last made the shop ask.
  add column asked_at timestamptz;
update payments set next_check_at = null where status not in ('open', 'refund_pending');
create index payments_check_idx on payments (next_check_at) where next_check_at is not null;

-- From now on `payload` holds what the shop acts on, and nothing of the event beside: it carries names and addresses.
create index webhook_events_processed_idx on webhook_events (processed_at) where processed_at is not null;

-- A buyer asks the bank for the money back. The status is the provider's own word.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  provider_dispute_id text not null unique,
  status text not null,
  amount_grosze bigint not null check (amount_grosze > 0),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index disputes_payment_idx on disputes (payment_id);
create trigger disputes_touch before update on disputes for each row execute function touch_updated_at();

alter table order_events drop constraint order_events_subject_check;
alter table order_events add constraint order_events_subject_check
  check (subject in ('order', 'payment', 'shipment', 'refund', 'dispute', 'email'));
