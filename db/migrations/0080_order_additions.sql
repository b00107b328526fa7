-- A change that makes an order dearer which was paid ahead waits for the payment of the difference. Until then the order stays
-- as it was, and the pieces that it is to get are held.
alter table payments add column is_addition boolean not null default false;
comment on column payments.is_addition is 'It pays the difference of a change, not the order itself';
-- Takings are counted by this index alone.
drop index payments_paid_idx;
create index payments_paid_idx on payments (paid_at) include (amount_grosze, is_addition) where paid_at is not null;

create table order_additions (
  payment_id uuid primary key references payments,
  status text not null default 'open' check (status in ('open', 'applied', 'lapsed', 'given_up', 'refused')),
  -- The pieces that the order is to have, what has to be done for it, and the pieces that it had when it was planned.
  wanted jsonb not null check (jsonb_typeof(wanted) = 'array'),
  plan jsonb not null check (jsonb_typeof(plan) = 'object'),
  items_before text not null,
  admin_id uuid not null,
  closed_at timestamptz,
  check ((status = 'open') = (closed_at is null))
);
comment on table order_additions is 'Changes of orders that wait for the payment of their difference, or waited for it';

alter table order_changes add column paid_grosze bigint check (paid_grosze > 0);
comment on column order_changes.paid_grosze is 'What was paid for the change before it was made; null: nothing';

-- Money that goes back for one reason may come from two payments.
alter table refunds add column follows_id uuid references refunds;
comment on column refunds.follows_id is 'The refund that this one completes, from another payment of the order';
create index refunds_follows_idx on refunds (follows_id) where follows_id is not null;

-- An addition that nobody paid is told to the owner by the shop, because it may have been given up.
drop trigger payments_failed_noted_for_owner on payments;
create trigger payments_failed_noted_for_owner after update of status on payments
  for each row when (old.status = 'open' and new.status in ('failed', 'expired') and not new.is_addition)
  execute function note_for_owner('payment', 'id');

-- As before, and the difference of a change is no new order and contains no delivery.
create or replace view money_movements as
  select id as order_id, created_at as moment, 'sold' as kind, 'placed' as cause, payment, total_grosze as grosze,
    shipping_grosze
  from orders where payment = 'cash_on_delivery'
  union all
  select orders.id, orders.created_at, 'sold', 'amended since', orders.payment, -order_amendments.difference_grosze::bigint, 0
  from order_amendments join orders on orders.id = order_amendments.order_id where orders.payment = 'cash_on_delivery'
  union all
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
  select order_id, paid_at, 'sold', case when is_addition then 'amended' else 'paid' end, 'prepaid', amount_grosze,
    case when is_addition then 0 else (select shipping_grosze from orders where orders.id = payments.order_id) end
  from payments where paid_at is not null
  union all
  select payments.order_id, refunds.succeeded_at, 'returned', 'refunded', 'prepaid', refunds.amount_grosze, 0
  from refunds left join payments on payments.id = refunds.payment_id where succeeded_at is not null
  union all
  select payments.order_id, refunds.failed_at, 'returned', 'refund came back', 'prepaid', -refunds.amount_grosze, 0
  from refunds left join payments on payments.id = refunds.payment_id
  where succeeded_at is not null and failed_at is not null
  union all
  select payments.order_id, disputes.closed_at, 'returned', 'dispute lost', 'prepaid', disputes.amount_grosze, 0
  from disputes left join payments on payments.id = disputes.payment_id where disputes.status = 'lost'
  union all
  select order_id, created_at, 'returned', 'transferred', 'cash_on_delivery', amount_grosze, 0 from transfers;
