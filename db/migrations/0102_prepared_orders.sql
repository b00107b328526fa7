-- An order that the owner prepares for a buyer on the phone. It holds pieces until it ends; its link fills the buyer's
-- cart and form, and ordering from there uses them.
create table prepared_orders (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  email text,
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  held jsonb not null check (jsonb_typeof(held) = 'array'),
  place jsonb,
  code text,
  ended_at timestamptz,
  ended_as text check (ended_as in ('ordered', 'expired', 'withdrawn')),
  checkout_id uuid references checkouts on delete set null,
  check ((ended_at is null) = (ended_as is null))
);
comment on table prepared_orders is 'Orders that the owner prepares for buyers on the phone.';
comment on column prepared_orders.items is 'Products and pieces, as the owner chose them.';
comment on column prepared_orders.held is 'The pieces among them that were taken from counted stock; put back when it ends.';
comment on column prepared_orders.place is 'Receiver and destination; null: the buyer enters them.';
create index prepared_orders_open_idx on prepared_orders (created_at) where ended_at is null;
create index prepared_orders_ended_idx on prepared_orders (ended_at);
create index prepared_orders_checkout_idx on prepared_orders (checkout_id) where checkout_id is not null;

alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check check (reason in (
  'opening', 'added', 'set', 'imported', 'baselinker', 'placed', 'retaken', 'changed', 'held', 'released', 'reserved',
  'unreserved', 'cancelled', 'taken_out', 'returned', 'refunded', 'trial', 'counted', 'broken', 'missing', 'stolen',
  'miscounted', 'other', 'unknown')) not valid;
alter table stock_movements validate constraint stock_movements_reason_check;
