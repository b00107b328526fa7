-- What accounts hold together that nobody knows yet, and orders that wait until their buyer confirms them.

alter table unproven_account_limits
  -- An account whose address is proven, until its first parcel was delivered.
  add column proven_checkouts smallint not null default 20 check (proven_checkouts between 1 and 500),
  add column proven_payments smallint not null default 10 check (proven_payments between 1 and 500),
  add column proven_pieces_of_product smallint not null default 30 check (proven_pieces_of_product between 1 and 5000),
  add column proven_pieces smallint not null default 100 check (proven_pieces between 1 and 20000),
  -- Parcels an hour that accounts with unproven addresses order without a confirmation: from one network (an IPv4 address,
  -- an IPv6 /64), twice as many from an IPv6 /48, and from everywhere.
  add column network_parcels smallint not null default 10 check (network_parcels between 1 and 10000),
  add column all_parcels smallint not null default 60 check (all_parcels between 1 and 10000),
  -- Per cent of a product's counted stock that such orders hold: of one network (an IPv4 address, an IPv6 /48), and of all.
  add column network_stock_share smallint not null default 20 check (network_stock_share between 1 and 100),
  add column all_stock_share smallint not null default 50 check (all_stock_share between 1 and 100),
  add check (proven_pieces_of_product <= proven_pieces),
  add check (network_parcels <= all_parcels),
  add check (network_stock_share <= all_stock_share);

-- From where an account with an unproven address ordered: an IPv4 address or an IPv6 /48. Emptied after a week.
alter table checkouts add column client_network text;
create index checkouts_client_network_idx on checkouts (created_at) where client_network is not null;

-- An order as it was sent, which is placed once its buyer opens the link that was mailed. It holds no pieces.
create table held_orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- The key of the order that it becomes.
  idempotency_key text not null,
  request jsonb not null,
  total_grosze bigint not null check (total_grosze > 0),
  client_network text not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- The admin cancelled it with the wave it came in.
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);
create index held_orders_created_idx on held_orders (created_at);
