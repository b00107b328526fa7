-- Every change of a product's stock is a row with its reason. The trigger writes it, so that no statement can change a
-- stock without one. Who changes it says why by a setting of the transaction, which the statement uses up.
create table stocktakes (
  id uuid primary key default gen_random_uuid(),
  status text not null default 'open' check (status in ('open', 'booked', 'dropped')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table stocktakes is 'Countings of the pieces on the shelf. At most one is open.';
comment on column stocktakes.updated_at is 'When it was counted last; the row version of its differences.';
create unique index stocktakes_open_key on stocktakes (status) where status = 'open';

create table stocktake_counts (
  stocktake_id uuid not null references stocktakes,
  product_id uuid not null references products,
  counted integer not null check (counted >= 0),
  expected integer not null check (expected >= 0),
  counted_at timestamptz not null default clock_timestamp(),
  primary key (stocktake_id, product_id)
);
comment on table stocktake_counts is 'What lay on the shelf, and what should have at that moment: the stock and the pieces of unpacked orders.';
create index stocktake_counts_product_idx on stocktake_counts (product_id);

create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  change integer not null,
  stock_after integer,
  lost integer not null default 0,
  reason text not null check (reason in (
    'opening', 'added', 'set', 'imported', 'baselinker', 'placed', 'retaken', 'changed', 'held', 'released', 'cancelled', 'taken_out',
    'returned', 'refunded', 'trial', 'counted', 'broken', 'missing', 'stolen', 'miscounted', 'other', 'unknown')),
  note text check (char_length(note) between 1 and 200),
  -- Without foreign keys: the history of a product stays when orders and people go, and orders never wait for them.
  order_id uuid,
  case_id uuid,
  stocktake_id uuid,
  user_id uuid,
  created_at timestamptz not null default clock_timestamp()
);
comment on table stock_movements is 'Every change of a product''s stock, written by a trigger, and what was counted or lost without one.';
comment on column stock_movements.stock_after is 'Null: the stock is not counted from then on, and counts as 0 in sums.';
comment on column stock_movements.lost is 'Pieces of the order that left it and are not sold again; below 0: they were, after all, in its parcel.';
comment on column stock_movements.user_id is 'Who of the shop did it; null: a buyer, or the shop itself.';
create index stock_movements_product_idx on stock_movements (product_id, id desc);
create index stock_movements_order_idx on stock_movements (order_id) where order_id is not null;

create function record_stock_movement() returns trigger language plpgsql as $$
declare
  said jsonb := coalesce(nullif(current_setting('perfumeria.stock_cause', true), ''), '{}')::jsonb;
  -- What differs between the products of the statement.
  cause jsonb := said || coalesce(said -> 'products' -> new.id::text, '{}');
  before integer := case when tg_op = 'INSERT' then 0 else coalesce(old.stock_quantity, 0) end;
begin
  insert into stock_movements (product_id, change, stock_after, reason, note, order_id, case_id, stocktake_id, user_id)
  values (new.id, coalesce(new.stock_quantity, 0) - before, new.stock_quantity, coalesce(cause ->> 'reason', 'unknown'),
    cause ->> 'note', (cause ->> 'order_id')::uuid, (cause ->> 'case_id')::uuid, (cause ->> 'stocktake_id')::uuid,
    (cause ->> 'user_id')::uuid);
  return null;
end $$;

create function forget_stock_cause() returns trigger language plpgsql as $$
begin
  perform set_config('perfumeria.stock_cause', '', true);
  return null;
end $$;

create trigger products_stock_added after insert on products for each row
  when (new.stock_quantity is not null) execute function record_stock_movement();
create trigger products_stock_changed after update on products for each row
  when (new.stock_quantity is distinct from old.stock_quantity) execute function record_stock_movement();
create trigger products_stock_said after insert or update on products for each statement
  execute function forget_stock_cause();

insert into stock_movements (product_id, change, stock_after, reason)
select id, stock_quantity, stock_quantity, 'opening' from products where stock_quantity is not null;
