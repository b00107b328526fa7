-- Money is told once: what was sold, what of it was undone and what went back, each at the moment it happened. A view over the
-- rows as they stand replaces the sums of days that triggers and a job kept beside them.

-- The moment at which a refund succeeded stays, whatever is written to its row later. A bank may bring it back: that has a moment
-- of its own. Set by a trigger, so that no writer can leave it out.
alter table refunds add column succeeded_at timestamptz, add column failed_at timestamptz;
comment on column refunds.succeeded_at is 'When the money went back. It stays when a bank brings it back.';
comment on column refunds.failed_at is 'When it failed. If it had succeeded, the money is in the shop again from then on.';

alter table refunds disable trigger user;
update refunds set
  succeeded_at = coalesce(
    (select min(created_at) from order_events where refund_id = refunds.id and to_status = 'succeeded'),
    case when status = 'succeeded' then updated_at end),
  failed_at = case when status = 'failed' then coalesce(
    (select max(created_at) from order_events where refund_id = refunds.id and to_status = 'failed'), updated_at) end;
alter table refunds enable trigger user;

create function date_refund() returns trigger language plpgsql as $$
begin
  if new.status = 'succeeded' then new.succeeded_at := coalesce(new.succeeded_at, now()); end if;
  if new.status = 'failed' then new.failed_at := coalesce(new.failed_at, now()); end if;
  return new;
end $$;
create trigger refunds_dated before insert or update of status on refunds
  for each row execute function date_refund();
alter table refunds
  add check ((status = 'failed') = (failed_at is not null)),
  add check (case status when 'succeeded' then succeeded_at is not null when 'pending' then succeeded_at is null else true end);

-- The same for payments, whose writers had to think of it so far.
create function date_payment() returns trigger language plpgsql as $$
begin
  if new.status in ('paid', 'refund_pending', 'refunded') then new.paid_at := coalesce(new.paid_at, now()); end if;
  if new.status = 'refunded' then new.refunded_at := coalesce(new.refunded_at, now()); end if;
  return new;
end $$;
create trigger payments_dated before insert or update of status on payments
  for each row execute function date_payment();
alter table payments disable trigger user;
update payments set paid_at = updated_at where paid_at is null and status in ('paid', 'refund_pending', 'refunded');
alter table payments enable trigger user;
alter table payments add check (paid_at is not null or status in ('open', 'expired', 'failed'));

-- Money that the owner transferred back for an order that was paid on delivery: for a case, or on the order's page. Cases are
-- deleted after years, their transfers stay.
create table transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  case_id uuid references return_cases on delete set null,
  amount_grosze bigint not null check (amount_grosze > 0),
  reason text not null,
  created_at timestamptz not null default now()
);
comment on table transfers is 'Money that the owner transferred back for orders that were paid on delivery.';
create index transfers_order_idx on transfers (order_id);
create index transfers_case_idx on transfers (case_id) where case_id is not null;
create index transfers_created_idx on transfers (created_at);

insert into transfers (order_id, case_id, amount_grosze, reason, created_at)
  select (select id from orders where orders.checkout_id = return_cases.checkout_id order by id limit 1), id, settled_grosze,
    number, settled_at
  from return_cases where settled_grosze > 0 and refund_id is null;

-- Pieces by product are read from the index alone.
alter table order_items drop constraint order_items_order_id_product_id_key,
  add constraint order_items_order_id_product_id_key unique (order_id, product_id) include (quantity, unit_price_grosze);

create index checkouts_on_delivery_idx on checkouts (created_at) where payment = 'cash_on_delivery';
create index payments_paid_idx on payments (paid_at) include (amount_grosze) where paid_at is not null;
create index refunds_succeeded_idx on refunds (succeeded_at) where succeeded_at is not null;
create index disputes_lost_idx on disputes (closed_at) where status = 'lost';
create index order_events_cancelled_idx on order_events (created_at)
  where subject = 'order' and (from_status = 'cancelled' or (from_status = 'pending' and to_status = 'cancelled'));

-- Cancelled orders that were to be paid on delivery, and what they were worth then. Money that was collected before, with the
-- parcel or by the owner, is not undone by cancelling: it stays until it is transferred back.
create view cancelled_sales as
  select cancelled.id, orders.id as order_id, cancelled.created_at,
    orders.total_grosze - coalesce((
      select sum(difference_grosze) from order_amendments as later
      where later.order_id = orders.id and later.created_at > cancelled.created_at), 0)::bigint as grosze
  from order_events as cancelled join orders on orders.id = cancelled.order_id
  where cancelled.subject = 'order' and cancelled.to_status = 'cancelled' and cancelled.from_status = 'pending'
    and orders.payment = 'cash_on_delivery'
    and 'delivered' is distinct from (
      select to_status from order_events as parcel
      where parcel.order_id = orders.id and parcel.subject = 'shipment' and parcel.id < cancelled.id
        and parcel.to_status in ('created', 'processing', 'shipped', 'delivered', 'cancelled')
      order by parcel.id desc limit 1);

-- Each movement of money, at its moment. `sold` less `undone` less `returned` is what the shop has of an order: paid ahead, what
-- is left of its payments; on delivery, what was collected or is to be. Nothing writes it, so it cannot drift, and what is past
-- changes no more. `shipping_grosze` is the delivery in a sale. Its branches are plain, so that a span of time is read by the
-- indexes of their moments.
create view money_movements as
  -- On delivery an order is a sale once it is placed, at its total of that moment: that of today without later changes ...
  select id as order_id, created_at as moment, 'sold' as kind, 'placed' as cause, payment, total_grosze as grosze,
    shipping_grosze
  from orders where payment = 'cash_on_delivery'
  union all
  select orders.id, orders.created_at, 'sold', 'amended since', orders.payment, -order_amendments.difference_grosze::bigint, 0
  from order_amendments join orders on orders.id = order_amendments.order_id where orders.payment = 'cash_on_delivery'
  union all
  -- ... which stand at their own moment.
  select orders.id, order_amendments.created_at, case when difference_grosze > 0 then 'sold' else 'undone' end, 'amended',
    orders.payment, abs(difference_grosze)::bigint, 0
  from order_amendments join orders on orders.id = order_amendments.order_id where orders.payment = 'cash_on_delivery'
  union all
  select order_id, created_at, 'undone', 'cancelled', 'cash_on_delivery', grosze, 0 from cancelled_sales
  union all
  select restored.order_id, restored.created_at, 'sold', 'restored', 'cash_on_delivery', cancelled_sales.grosze,
    (select shipping_grosze from orders where orders.id = restored.order_id)
  from order_events as restored join cancelled_sales on cancelled_sales.id = (
    select max(id) from order_events as cancelled
    where cancelled.order_id = restored.order_id and cancelled.subject = 'order' and cancelled.to_status = 'cancelled'
      and cancelled.id < restored.id)
  where restored.subject = 'order' and restored.from_status = 'cancelled'
  union all
  -- Paid ahead it is a sale once its money arrived, also where that came late or twice. A cancelled order keeps its money
  -- until that goes back.
  select order_id, paid_at, 'sold', 'paid', 'prepaid', amount_grosze,
    (select shipping_grosze from orders where orders.id = payments.order_id)
  from payments where paid_at is not null
  union all
  select payments.order_id, refunds.succeeded_at, 'returned', 'refunded', 'prepaid', refunds.amount_grosze, 0
  from refunds left join payments on payments.id = refunds.payment_id where succeeded_at is not null
  union all
  select payments.order_id, refunds.failed_at, 'returned', 'refund came back', 'prepaid', -refunds.amount_grosze, 0
  from refunds left join payments on payments.id = refunds.payment_id
  where succeeded_at is not null and failed_at is not null
  union all
  -- The bank took the money of a dispute that the shop lost.
  select payments.order_id, disputes.closed_at, 'returned', 'dispute lost', 'prepaid', disputes.amount_grosze, 0
  from disputes left join payments on payments.id = disputes.payment_id where disputes.status = 'lost'
  union all
  select order_id, created_at, 'returned', 'transferred', 'cash_on_delivery', amount_grosze, 0 from transfers;

-- Failed refunds whose money did not go back otherwise since: what of a payment still has to be given back.
create view unmade_refunds as
  select * from (
    select payments.id as payment_id, payments.order_id, least(
      failed.grosze - coalesce(gone.later_grosze, 0),
      payments.amount_grosze - coalesce(gone.grosze, 0) - coalesce(lost.grosze, 0)) as grosze
    from (
      select payment_id, sum(amount_grosze)::bigint as grosze, min(failed_at) as first_at
      from refunds where status = 'failed' group by payment_id
    ) as failed
    join payments on payments.id = failed.payment_id
    left join lateral (
      select sum(amount_grosze)::bigint as grosze,
        sum(amount_grosze) filter (where created_at > failed.first_at)::bigint as later_grosze
      from refunds where payment_id = payments.id and status <> 'failed') as gone on true
    left join lateral (
      select sum(amount_grosze)::bigint as grosze from disputes
      where payment_id = payments.id and status = 'lost') as lost on true
  ) as waiting where grosze > 0;

-- Money that arrived at the provider and that no payment of the shop stands for: it is unknown, or differs from what was asked.
create table stray_payments (
  id uuid primary key default gen_random_uuid(),
  mode text not null check (mode in ('test', 'live')),
  provider_session_id text not null unique,
  provider_payment_id text,
  amount_grosze bigint not null,
  currency text not null,
  payment_id uuid references payments,
  created_at timestamptz not null default now(),
  dismissed_at timestamptz
);
comment on table stray_payments is 'Paid sessions of the provider that match no payment. A person has to look at them.';
create index stray_payments_payment_idx on stray_payments (payment_id) where payment_id is not null;
create index stray_payments_open_idx on stray_payments (created_at) where dismissed_at is null;
create trigger stray_payments_noted_for_owner after insert on stray_payments
  for each row execute function note_for_owner('payment', 'id');

drop trigger orders_sales_day_changed on orders;
drop trigger orders_sales_day_dated on orders;
drop trigger refunds_sales_day_added on refunds;
drop trigger refunds_sales_day_changed on refunds;
drop function mark_sales_day();
drop function mark_refunded_sales_day();
drop table sales_days, sales_day_products, changed_sales_days;
