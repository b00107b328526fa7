-- A third way of payment: orders that a marketplace sold and took the money for. The shop never holds that money, so such
-- an order counts as sold when it is placed, is undone when it is cancelled, and nothing is collected for it.
-- PostgreSQL 15 cannot change the expression of a generated column: it is made again, with what depends on it.
drop view sales;
drop view kept_orders;
drop view money_movements;
drop view cancelled_sales;

alter table orders drop constraint orders_shipping_method_check;
alter table orders add constraint orders_shipping_method_check check (shipping_method in (
  'cash_on_delivery_locker', 'cash_on_delivery_courier', 'prepaid_locker', 'prepaid_courier',
  'elsewhere_locker', 'elsewhere_courier'));
drop index orders_newest_idx;
alter table orders drop column payment;
alter table orders add column payment text generated always as (
  case when shipping_method like 'prepaid\_%' then 'prepaid' when shipping_method like 'elsewhere\_%' then 'elsewhere'
    else 'cash_on_delivery' end) stored;
comment on column orders.payment is 'elsewhere: a marketplace sold it and has the money.';
create index orders_newest_idx on orders (created_at desc, checkout_id, id)
  include (status, payment, items_grosze, shipping_grosze, total_grosze);

create or replace function is_sold(status text, payment text) returns boolean language sql immutable parallel safe
  return status in ('paid', 'completed') or (status = 'pending' and payment <> 'prepaid');

-- Paid elsewhere, a cancellation undoes the sale whenever it comes: the marketplace gives the money back. The condition
-- names the statuses before it, so that only this view reads the index, and a query of one order does not.
drop index order_events_cancelled_idx;
create index order_events_cancelled_idx on order_events (created_at)
  where subject = 'order' and (from_status = 'cancelled'
    or from_status in ('pending', 'paid', 'completed') and to_status = 'cancelled');

create view cancelled_sales as
select cancelled.id, orders.id as order_id, cancelled.created_at,
  orders.total_grosze - coalesce((
    select sum(later.difference_grosze) from order_amendments as later
    where later.order_id = orders.id and later.created_at > cancelled.created_at), 0::bigint) as grosze,
  orders.payment
from order_events as cancelled join orders on orders.id = cancelled.order_id
where cancelled.subject = 'order' and cancelled.from_status in ('pending', 'paid', 'completed')
  and cancelled.to_status = 'cancelled' and (
  orders.payment = 'elsewhere'
  or cancelled.from_status = 'pending' and orders.payment = 'cash_on_delivery' and 'delivered' is distinct from (
    select parcel.to_status from order_events as parcel
    where parcel.order_id = orders.id and parcel.subject = 'shipment' and parcel.id < cancelled.id
      and parcel.to_status in ('created', 'processing', 'shipped', 'delivered', 'cancelled')
    order by parcel.id desc limit 1));

create view money_movements as
select id as order_id, created_at as moment, 'sold' as kind, 'placed' as cause, payment, total_grosze as grosze, shipping_grosze
from orders where payment <> 'prepaid'
union all
select orders.id, orders.created_at, 'sold', 'amended since', orders.payment, -order_amendments.difference_grosze::bigint, 0
from order_amendments join orders on orders.id = order_amendments.order_id where orders.payment <> 'prepaid'
union all
select orders.id, order_amendments.created_at, case when order_amendments.difference_grosze > 0 then 'sold' else 'undone' end,
  'amended', orders.payment, abs(order_amendments.difference_grosze)::bigint, 0
from order_amendments join orders on orders.id = order_amendments.order_id where orders.payment <> 'prepaid'
union all
select order_id, created_at, 'undone', 'cancelled', payment, grosze, 0 from cancelled_sales
union all
select restored.order_id, restored.created_at, 'sold', 'restored', cancelled_sales.payment, cancelled_sales.grosze,
  (select orders.shipping_grosze from orders where orders.id = restored.order_id)
from order_events as restored join cancelled_sales on cancelled_sales.id = (
  select max(cancelled.id) from order_events as cancelled
  where cancelled.order_id = restored.order_id and cancelled.subject = 'order' and cancelled.to_status = 'cancelled'
    and cancelled.id < restored.id)
where restored.subject = 'order' and restored.from_status = 'cancelled' and restored.to_status <> 'changed'
union all
select order_id, paid_at, 'sold', case when is_addition then 'amended' else 'paid' end, 'prepaid', amount_grosze,
  case when is_addition then 0 else (select orders.shipping_grosze from orders where orders.id = payments.order_id) end
from payments where paid_at is not null
union all
select payments.order_id, refunds.succeeded_at, 'returned', 'refunded', 'prepaid', refunds.amount_grosze, 0
from refunds left join payments on payments.id = refunds.payment_id where refunds.succeeded_at is not null
union all
select payments.order_id, refunds.failed_at, 'returned', 'refund came back', 'prepaid', -refunds.amount_grosze, 0
from refunds left join payments on payments.id = refunds.payment_id
where refunds.succeeded_at is not null and refunds.failed_at is not null
union all
select payments.order_id, disputes.closed_at, 'returned', 'dispute lost', 'prepaid', disputes.amount_grosze, 0
from disputes left join payments on payments.id = disputes.payment_id where disputes.status = 'lost'
union all
select transfers.order_id, transfers.created_at, 'returned', 'transferred',
  case when (select orders.payment from orders where orders.id = transfers.order_id) = 'elsewhere'
    then 'elsewhere' else 'cash_on_delivery' end, transfers.amount_grosze, 0
from transfers;

create view kept_orders as
select orders.id as order_id, orders.checkout_id,
  greatest(0::numeric, least(orders.total_grosze::numeric - taken.grosze, money.kept))::bigint as kept_grosze
from orders,
  lateral (select coalesce(sum(case money_movements.kind when 'sold' then money_movements.grosze
      else -money_movements.grosze end), 0::numeric) as kept
    from money_movements where money_movements.order_id = orders.id) as money,
  lateral (select coalesce(sum(sum_allocated(sale_reductions.lines)), 0::numeric) as grosze
    from sale_reductions where sale_reductions.order_id = orders.id and sale_reductions.is_effective
      and sale_reductions.lines is not null and sale_reductions.cause is distinct from 'change') as taken;

create view sales as
select id as checkout_id, payment, company, invoice_person, created_at as ordered_at, total_grosze, delivery_vat_rate,
  (select bool_and(orders.status = 'cancelled') from orders where orders.checkout_id = checkouts.id) as is_cancelled,
  (select sum(kept_orders.kept_grosze)::bigint from kept_orders where kept_orders.checkout_id = checkouts.id) as kept_grosze,
  case payment
    when 'prepaid' then (select min(payments.paid_at) from payments join orders on orders.id = payments.order_id
      where orders.checkout_id = checkouts.id)
    else (select min(sent.created_at) from order_events as sent join orders on orders.id = sent.order_id
      where orders.checkout_id = checkouts.id and sent.subject = 'shipment' and sent.to_status in ('shipped', 'delivered'))
  end as sold_at
from checkouts;
