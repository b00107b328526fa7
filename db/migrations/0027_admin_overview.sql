-- When the user of a session last gave a password or a code in it; null where a link opened it. Refunds and the payment mode
-- need a recent one.
alter table sessions add column proven_at timestamptz;

-- The log of changes, read by what they are about.
create index audit_events_noun_idx on audit_events (split_part(action, '.', 1), id desc);

-- ---------------------------------------------------------------- products at the payment provider

-- What a product is called at the payment provider, in each mode of it.
create table provider_products (
  product_id uuid not null references products (id) on delete cascade,
  mode text not null check (mode in ('test', 'live')),
  -- Null until the provider has answered for the first time.
  provider_product_id text,
  provider_price_id text,
  -- What the provider was told last: a JSON text, equal for equal contents; null when it is not known.
  synced text,
  -- Counts what was sent. A request is stored before it is sent, with this number in its key, and repeated as it was stored
  -- until its outcome is known: a killed process makes nothing twice.
  request_number integer not null default 0,
  pending text,
  synced_at timestamptz,
  primary key (product_id, mode),
  unique (mode, provider_product_id),
  check ((provider_product_id is null) = (provider_price_id is null))
);

-- ---------------------------------------------------------------- work on many products, in steps

create table runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- The mode of the payment provider in which products are written; of 'payment-mode' the one that is switched to.
  mode text not null check (mode in ('test', 'live')),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  -- Why the whole run failed, where no item says so.
  failure text,
  started_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'running') = (finished_at is null))
);
-- Pressed twice, or in two windows, it is one run.
create unique index runs_running_idx on runs (kind) where status = 'running';
create index runs_newest_idx on runs (kind, created_at desc);

create table run_items (
  run_id uuid not null references runs (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  failure text,
  primary key (run_id, product_id)
);
create index run_items_waiting_idx on run_items (run_id, product_id) where status = 'waiting';
create index run_items_failed_idx on run_items (run_id, product_id) where status = 'failed';
