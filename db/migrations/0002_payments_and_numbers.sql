-- Makes room for payment ahead, order numbers that can be said on the phone, and a record of what happened to an order.

-- ---------------------------------------------------------------- the original line

-- Exactly one brand is the original line; products of every other brand are substitutes.
alter table brands add column is_original boolean not null default false;
update brands set is_original = true where name = 'Perfumy Arabskie' and active;
create unique index brands_original_key on brands (is_original) where is_original;

-- Nothing may take the mark away: every product would turn into a substitute.
create function protect_original_brand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not new.is_original or not new.active then
    raise exception 'the original brand cannot be deleted, deactivated or lose its mark'
      using errcode = 'check_violation', constraint = 'brands_original_protected';
  end if;
  return new;
end $$;
create trigger brands_original_protected before update or delete on brands for each row
  when (old.is_original) execute function protect_original_brand();

-- ---------------------------------------------------------------- accounts

-- Which version of the terms was accepted, and when. The version is the date the documents took effect.
alter table users
  add column terms_version text,
  add column terms_accepted_at timestamptz,
  add check ((terms_version is null) = (terms_accepted_at is null));

-- ---------------------------------------------------------------- repeatable calls

-- A call that carries a key happens once: the row is written in the transaction of what it did and holds its answer.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (length(key) between 8 and 200),
  -- Names the use case, so that a key used for something else is recognised.
  operation text not null,
  request_hash text not null,
  -- Null only inside the transaction that is still working.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);

insert into idempotency_keys (user_id, key, operation, request_hash, answer, created_at)
select c.user_id, c.idempotency_key, 'place-order', c.request_hash,
  jsonb_build_object(
    'checkoutId', c.id,
    'orderIds', (select coalesce(jsonb_agg(o.id order by o.id), '[]') from orders o where o.checkout_id = c.id),
    'totalGrosze', c.total_grosze),
  c.created_at
from checkouts c;

-- The key lives in idempotency_keys from now on; the columns keep what the first release wrote.
alter table checkouts
  alter column idempotency_key drop not null,
  alter column request_hash drop not null,
  add column terms_version text,
  add column terms_accepted_at timestamptz,
  add column delivery text generated always as
    (case when shipping_method like '%\_locker' then 'locker' else 'courier' end) stored;

-- ---------------------------------------------------------------- orders

-- Payment and delivery as data of their own. shipping_method is the compound name of the JSON contract.
alter table orders
  add column payment text generated always as
    (case when shipping_method like 'prepaid\_%' then 'prepaid' else 'cash_on_delivery' end) stored,
  add column delivery text generated always as
    (case when shipping_method like '%\_locker' then 'locker' else 'courier' end) stored,
  -- What customer and admin say on the phone.
  add column number text generated always as (left(id::text, 8)) stored;

-- Ids of new orders begin and end with the same eight decimal digits, which no two orders share. Older ids stay as they are.
create unique index orders_number_key on orders (number)
  where left(id::text, 8) = right(id::text, 8) and left(id::text, 8) ~ '^[0-9]{8}$';
create index orders_number_search_idx on orders (number);

-- Everything that happened to an order, its payments and its shipment, in the transaction that did it. Rows are only added.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  subject text not null check (subject in ('order', 'payment', 'shipment', 'refund', 'email')),
  -- Null: it did not exist before.
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('customer', 'admin', 'provider', 'system')),
  actor_id uuid,
  reason text,
  created_at timestamptz not null default clock_timestamp()
);
create index order_events_order_idx on order_events (order_id, id);

-- Orders of the first release have at least their beginning.
insert into order_events (order_id, subject, from_status, to_status, actor, actor_id, reason, created_at)
select id, 'order', null, 'pending', 'customer', user_id, null, created_at from orders;

create function keep_order_events() returns trigger language plpgsql as $$
begin
  raise exception 'order_events is append-only';
end $$;
create trigger order_events_append_only before update on order_events for each row execute function keep_order_events();

-- ---------------------------------------------------------------- payments

-- An order that was not paid may be paid by another attempt, and a login ticket follows each.
alter table payments drop constraint payments_order_id_key;
alter table payments add column attempt smallint not null default 1 check (attempt > 0);
alter table payments add constraint payments_order_attempt_key unique (order_id, attempt);
-- Two attempts at once could both be paid.
create unique index payments_one_open_key on payments (order_id) where status = 'open';
create unique index payments_one_paid_key on payments (order_id) where status = 'paid';
alter table login_tickets drop constraint login_tickets_order_id_key;
create index login_tickets_order_idx on login_tickets (order_id);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  amount_grosze bigint not null check (amount_grosze > 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  reason text not null,
  -- The provider's own key and id: the same refund is never made twice.
  idempotency_key text not null unique,
  provider_refund_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_payment_idx on refunds (payment_id);
create trigger refunds_touch before update on refunds for each row execute function touch_updated_at();

-- ---------------------------------------------------------------- shipments

-- Archived is no status: the customer goes on seeing the last real one.
alter table shipments add column archived_at timestamptz;
update shipments set archived_at = updated_at, status = 'delivered' where status = 'archived';
alter table shipments drop constraint shipments_status_check;
alter table shipments add constraint shipments_status_check
  check (status in ('created', 'processing', 'shipped', 'delivered', 'cancelled'));
create index shipments_archive_idx on shipments (created_at desc, id) where archived_at is not null;
create index shipments_active_idx on shipments (status, created_at desc) where archived_at is null;
