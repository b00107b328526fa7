-- Parcels at the carrier, the sizes they were packed in last, and work on many parcels in steps.

create table carrier_shipments (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references checkouts (id) on delete cascade,
  -- What the carrier is told and asked by: it knows no idempotency keys. It is stored before the carrier hears of the parcel.
  reference text not null unique,
  status text not null default 'requested' check (status in ('requested', 'refused', 'created', 'confirmed', 'cancelled')),
  locker_template text not null check (locker_template in ('small', 'medium', 'large')),
  length_mm integer not null check (length_mm > 0),
  width_mm integer not null check (width_mm > 0),
  height_mm integer not null check (height_mm > 0),
  weight_grams integer not null check (weight_grams > 0),
  -- When the carrier was asked last, and first, as long as nobody knows whether it has the parcel.
  asked_at timestamptz,
  unsettled_since timestamptz,
  -- The carrier's own id and word, and its number once it has confirmed the parcel.
  carrier_id text unique,
  carrier_status text,
  tracking_number text,
  cod_grosze integer check (cod_grosze > 0),
  -- Why it is not at the carrier, or not paid for: a JSON text.
  problem text,
  -- When the carrier was asked about its way last.
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((carrier_id is not null) = (status in ('created', 'confirmed', 'cancelled'))),
  check ((tracking_number is not null) or status <> 'confirmed'),
  check ((asked_at is null) = (unsettled_since is null)),
  check (asked_at is null or status = 'requested')
);
create trigger carrier_shipments_touch before update on carrier_shipments for each row execute function touch_updated_at();
-- Pressed twice, or in two windows, it is one parcel.
create unique index carrier_shipments_open_key on carrier_shipments (checkout_id) where status <> 'cancelled';
create index carrier_shipments_checkout_idx on carrier_shipments (checkout_id, created_at);
create index carrier_shipments_unsettled_idx on carrier_shipments (asked_at) where asked_at is not null;
create index carrier_shipments_followed_idx on carrier_shipments (checked_at nulls first)
  where status in ('created', 'confirmed') and carrier_status not in ('delivered', 'returned_to_sender', 'canceled');

create table carrier_settings (
  id integer primary key default 1 check (id = 1),
  locker_template text not null default 'small' check (locker_template in ('small', 'medium', 'large')),
  length_mm integer not null default 200,
  width_mm integer not null default 150,
  height_mm integer not null default 100,
  weight_grams integer not null default 1000
);
insert into carrier_settings default values;

-- A run works on products, or on parcels, and says of each that failed why.
alter table runs alter column mode drop not null;
alter table runs add check ((mode is null) = (kind = 'carrier-shipments'));
alter table run_items
  drop constraint run_items_pkey,
  alter column product_id drop not null,
  add column checkout_id uuid references checkouts (id) on delete cascade,
  -- What the sentence about the failure needs: a JSON text.
  add column failure_details text,
  add check (num_nonnulls(product_id, checkout_id) = 1),
  add unique (run_id, product_id),
  add unique (run_id, checkout_id);
drop index run_items_waiting_idx, run_items_failed_idx;
create index run_items_waiting_idx on run_items (run_id, coalesce(product_id, checkout_id)) where status = 'waiting';
create index run_items_failed_idx on run_items (run_id, coalesce(product_id, checkout_id)) where status = 'failed';
create index run_items_checkout_idx on run_items (checkout_id);
