-- BaseLinker reads products and orders of the shop and adds the orders of marketplaces.
alter table checkouts drop constraint checkouts_payment_check;
alter table checkouts add constraint checkouts_payment_check check (payment in ('cash_on_delivery', 'prepaid', 'elsewhere'));
alter table checkouts drop constraint checkouts_shipping_method_check;
alter table checkouts add constraint checkouts_shipping_method_check check (shipping_method in (
  'cash_on_delivery_locker', 'cash_on_delivery_courier', 'prepaid_locker', 'prepaid_courier',
  'elsewhere_locker', 'elsewhere_courier'));
alter table checkouts add column papers_elsewhere boolean not null default false;
comment on column checkouts.papers_elsewhere is 'Its receipt or invoice is made where it was paid: it is no sale of the till, the invoices and the month.';
-- Parcels that count as sold when they are placed.
drop index checkouts_on_delivery_idx;
create index checkouts_sold_when_placed_idx on checkouts (created_at) where payment <> 'prepaid';

-- Never in both: what is papered elsewhere is no sale here.
create or replace view sales as
select id as checkout_id, payment, company, invoice_person, created_at as ordered_at, total_grosze, delivery_vat_rate,
  (select bool_and(orders.status = 'cancelled') from orders where orders.checkout_id = checkouts.id) as is_cancelled,
  (select sum(kept_orders.kept_grosze)::bigint from kept_orders where kept_orders.checkout_id = checkouts.id) as kept_grosze,
  case payment
    when 'prepaid' then (select min(payments.paid_at) from payments join orders on orders.id = payments.order_id
      where orders.checkout_id = checkouts.id)
    else (select min(made.created_at) from order_events as made join orders on orders.id = made.order_id
      where orders.checkout_id = checkouts.id and (
        made.subject = 'shipment' and made.to_status in ('shipped', 'delivered')
        or orders.payment = 'elsewhere' and made.subject = 'order' and made.to_status = 'paid'))
  end as sold_at
from checkouts where not papers_elsewhere;

-- A sale that is paid elsewhere is made when that is known, at the latest when it is sent.
create or replace function queue_receipt() returns trigger language plpgsql as $$
begin
  insert into receipts (checkout_id)
  select orders.checkout_id from orders join checkouts on checkouts.id = orders.checkout_id
  where orders.id = new.order_id and checkouts.company is null and not checkouts.papers_elsewhere
    and case new.subject when 'payment' then orders.payment = 'prepaid' when 'order' then orders.payment = 'elsewhere'
      else orders.payment <> 'prepaid' end
    and not exists (
      select from order_events as earlier
      where earlier.order_id = new.order_id and earlier.id < new.id and earlier.subject = new.subject
        and earlier.to_status in ('paid', 'shipped', 'delivered'))
  on conflict (checkout_id) do nothing;
  return null;
end $$;
drop trigger order_events_queue_receipt on order_events;
create trigger order_events_queue_receipt after insert on order_events for each row
  when (new.subject in ('payment', 'order') and new.to_status = 'paid'
    or new.subject = 'shipment' and new.to_status in ('shipped', 'delivered'))
  execute function queue_receipt();

create table baselinker (
  id smallint primary key default 1 check (id = 1),
  enabled boolean not null default false,
  papers_here boolean not null default false,
  key_hash text check (key_hash ~ '^[0-9a-f]{64}$'),
  key_made_at timestamptz,
  owner_id uuid references users (id),
  since timestamptz,
  seen_at timestamptz,
  refusal text,
  refused_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((key_hash is null) = (key_made_at is null)),
  check (not enabled or (key_hash is not null and since is not null and owner_id is not null))
);
create index baselinker_owner_idx on baselinker (owner_id);
comment on table baselinker is 'One row: whether BaseLinker may call, by which key, and when it last did.';
comment on column baselinker.papers_here is 'Whether the shop makes receipts and invoices of the orders that BaseLinker adds; false: BaseLinker does.';
comment on column baselinker.key_hash is 'SHA-256 of the key, which is shown once.';
comment on column baselinker.owner_id is 'Who switched it on: its changes of orders are made in that name.';
comment on column baselinker.since is 'When it was first on: it is given orders placed since then.';
comment on column baselinker.refusal is 'The last refusal of a call with the right key, in the words that BaseLinker got.';
insert into baselinker default values;
create trigger baselinker_touch before update of enabled, papers_here, key_hash on baselinker
  for each row execute function touch_updated_at();
-- The privacy policy names it while it is on.
create trigger baselinker_notify after update of enabled on baselinker
  for each statement execute function notify_catalog_changed('shop-profile');

create table baselinker_orders (
  number integer generated always as identity primary key,
  checkout_id uuid not null unique references checkouts (id) on delete cascade,
  baselinker_id bigint unique check (baselinker_id > 0),
  numbered_at timestamptz not null default clock_timestamp()
);
comment on table baselinker_orders is 'The numeric ids by which BaseLinker knows parcels, in the order in which it could first read them.';
comment on column baselinker_orders.baselinker_id is 'BaseLinker''s own number of an order that it added; null: one of the shop.';
create index baselinker_orders_numbered_idx on baselinker_orders (numbered_at);
