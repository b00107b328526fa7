-- An order can be changed until it is packed. What was changed stands here and not in order_events, because those rows
-- are never changed and these hold personal data, which are removed with those of the order.
create table order_changes (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references checkouts on delete cascade,
  -- One of its orders; null: the receiver or the destination of the whole parcel.
  order_id uuid,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  due_grosze bigint check (due_grosze > 0),
  refunded_grosze bigint check (refunded_grosze > 0),
  dropped_number text,
  actor text not null check (actor in ('customer', 'admin')),
  created_at timestamptz not null default clock_timestamp()
);
comment on table order_changes is 'What was changed of orders after they were placed, and the mail to the buyer about it.';
comment on column order_changes.lines is 'Field, value before and value after, as people read them.';
comment on column order_changes.due_grosze is 'What the parcel costs on delivery since; null: nothing.';
comment on column order_changes.refunded_grosze is 'What goes back to the buyer because of it; null: nothing.';
comment on column order_changes.dropped_number is 'The number of a label that it made useless.';
create index order_changes_checkout_idx on order_changes (checkout_id, created_at);
create index order_changes_order_idx on order_changes (order_id) where order_id is not null;

-- Carriers collect a limited sum: InPost 5,000 zł.
alter table shipping_costs add column cod_limit_grosze integer not null default 500000
  check (cod_limit_grosze between 100 and 9999999);
comment on column shipping_costs.cod_limit_grosze is 'Up to this total an order may be paid on delivery.';

-- The owner is told when a buyer cancels. The kinds are checked by the code alone from now on.
alter table owner_notices drop constraint owner_notices_kind_check;
alter table owner_notice_settings
  add column cancelled_mail text not null default 'now' check (cancelled_mail in ('now', 'hourly', 'daily', 'off')),
  add column cancelled_push boolean not null default true;
