-- A bank may give the money of a lost dispute back: after an appeal, or because its customer withdrew the dispute. The
-- dispute is won then; its money was gone from the day on which it was lost until the one on which it came back.
alter table disputes add column won_back_at timestamptz;
comment on column disputes.won_back_at is 'When the bank gave back the money of a dispute that was lost at closed_at; null: it did not.';

create or replace view money_movements as
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
select payments.order_id, disputes.closed_at, 'returned', 'dispute lost', 'prepaid', disputes.amount_grosze, 0
from disputes left join payments on payments.id = disputes.payment_id where disputes.won_back_at is not null
union all
select payments.order_id, disputes.won_back_at, 'returned', 'dispute won back', 'prepaid', -disputes.amount_grosze, 0
from disputes left join payments on payments.id = disputes.payment_id where disputes.won_back_at is not null
union all
select transfers.order_id, transfers.created_at, 'returned', 'transferred',
  case when (select orders.payment from orders where orders.id = transfers.order_id) = 'elsewhere'
    then 'elsewhere' else 'cash_on_delivery' end, transfers.amount_grosze, 0
from transfers;
