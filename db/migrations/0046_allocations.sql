-- What money that goes back is for is stored when that is decided: its cause, and the lines of the sale that it lowers. Invoices,
-- the register of returns and the month read it. A row without a cause was written by an earlier build, and its cause is unknown.
alter table refunds add column cause text, add column lines jsonb;
alter table transfers add column cause text, add column lines jsonb;
alter table disputes add column cause text, add column lines jsonb;
alter table return_cases add column lines jsonb;
comment on column return_cases.lines is 'Pieces that came back without money of their own, because it had gone back before. As of refunds';
comment on column refunds.cause is 'Why the money goes back. Null: unknown';
comment on column refunds.lines is 'What it lowers: of each item (null: the delivery) pieces that come back, the sum, and what the shop keeps of them';
comment on column transfers.cause is 'As of refunds';
comment on column transfers.lines is 'As of refunds';
comment on column disputes.cause is 'As of refunds, set when the dispute is lost';
comment on column disputes.lines is 'As of refunds';

alter table receipts add column as_sold boolean not null default false;
comment on column receipts.as_sold is 'Whether the receipt says the whole sale. Earlier ones left out what had come back before';

alter table invoices add column movements text[];
comment on column invoices.movements is 'What had lowered the sale by then (keys of sale_reductions and others). Null: written by an earlier build';

create function sum_allocated(lines jsonb) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'grosze')::bigint), 0)::bigint from jsonb_array_elements(lines) as line
$$;

-- Known causes of earlier rows: cases, changes and cancellations. The lines of a case are its pieces, at the price that was paid
-- for them; what is more than that is the delivery, what is less the shop kept.
create function allocate_case(case_id uuid, for_order uuid, amount bigint) returns jsonb language sql stable as $$
  with items as (
    select order_items.id, return_items.quantity, return_items.lowered_grosze, order_items.vat_rate as rate,
      case when return_items.lowered_grosze > 0 then return_items.lowered_grosze
        else return_items.quantity * order_items.unit_price_grosze
          - order_items.discount_grosze * return_items.quantity / order_items.quantity end::bigint as worth
    from return_items join order_items on order_items.id = return_items.order_item_id
    where return_items.case_id = allocate_case.case_id and order_items.order_id = for_order
  ), summed as (
    select *, coalesce(sum(worth) over (order by id rows between unbounded preceding and 1 preceding), 0)::bigint as earlier
    from items
  ), lines as (
    select jsonb_build_object('item_id', id, 'rate', rate, 'pieces', case when lowered_grosze > 0 then 0 else quantity end,
      'grosze', greatest(0, least(worth, amount - earlier)),
      'kept_grosze', case when lowered_grosze > 0 then 0 else worth - greatest(0, least(worth, amount - earlier)) end) as line
    from summed
    union all
    select jsonb_build_object('item_id', null, 'rate', checkouts.delivery_vat_rate, 'pieces', 0, 'grosze', rest.grosze,
      'kept_grosze', 0)
    from (select amount - coalesce(sum(worth), 0) as grosze from items) as rest
    join orders on orders.id = for_order join checkouts on checkouts.id = orders.checkout_id
    where rest.grosze > 0
  )
  select coalesce(jsonb_agg(line), '[]'::jsonb) from lines
$$;

update refunds set
  cause = case when return_cases.kind = 'withdrawal' then 'withdrawal'
    when return_cases.demand = 'lower_price' then 'price_reduction' else 'complaint' end,
  lines = allocate_case(return_cases.id, payments.order_id, refunds.amount_grosze)
from return_cases, payments
where return_cases.refund_id = refunds.id and payments.id = refunds.payment_id;
update transfers set
  cause = case when return_cases.kind = 'withdrawal' then 'withdrawal'
    when return_cases.demand = 'lower_price' then 'price_reduction' else 'complaint' end,
  lines = allocate_case(return_cases.id, transfers.order_id, transfers.amount_grosze)
from return_cases where return_cases.id = transfers.case_id;
update disputes set cause = 'dispute' where status = 'lost';
-- Of these the cause is known by their words alone, and the lines are not.
update refunds set cause = case
    when reason = 'zmiana zamówienia' then 'change'
    when reason = 'already_paid' then 'overpayment'
    else 'cancellation' end
where cause is null and reason in ('zmiana zamówienia', 'already_paid', 'cancelled', 'out_of_stock',
  'code_used_up', 'code_used_already', 'cancelled by the buyer');
drop function allocate_case;

-- What lowers the sales: money that went back, or is on its way (not effective yet), with its cause and lines.
create view sale_reductions as
  select payments.order_id, 'refund:' || refunds.id as key, refunds.cause, refunds.lines, refunds.amount_grosze::bigint as grosze,
    refunds.created_at as decided_at, refunds.succeeded_at as effective_at,
    refunds.status = 'succeeded' as is_effective
  from refunds join payments on payments.id = refunds.payment_id where refunds.status <> 'failed'
  union all
  select order_id, 'transfer:' || id, cause, lines, amount_grosze::bigint, created_at, created_at, true from transfers
  union all
  select payments.order_id, 'dispute:' || disputes.id, disputes.cause, disputes.lines, disputes.amount_grosze::bigint,
    disputes.closed_at, disputes.closed_at, true
  from disputes join payments on payments.id = disputes.payment_id where disputes.status = 'lost'
  union all
  select order_items.order_id, 'case:' || return_cases.id,
    case kind when 'withdrawal' then 'withdrawal' else 'complaint' end, jsonb_agg(line), 0, settled_at, settled_at, true
  from return_cases cross join jsonb_array_elements(return_cases.lines) as line
  join order_items on order_items.id = (line ->> 'item_id')::uuid
  where return_cases.lines is not null group by order_items.order_id, return_cases.id;
comment on view sale_reductions is 'Money that went back or is on its way, with its cause and the lines that it lowers';

-- An order is worth what it costs less what was taken off its lines; the shop keeps no more than that, and no more than it has.
-- What a change took out of an order is not in its total any more.
create view kept_orders as
  select orders.id as order_id, orders.checkout_id,
    greatest(0, least(orders.total_grosze - taken.grosze, money.kept))::bigint as kept_grosze
  from orders, lateral (
    select coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0) as kept
    from money_movements where money_movements.order_id = orders.id) as money, lateral (
    select coalesce(sum(sum_allocated(lines)), 0) as grosze from sale_reductions
    where sale_reductions.order_id = orders.id and is_effective and lines is not null
      and cause is distinct from 'change') as taken;
comment on view kept_orders is 'What the shop keeps of each order as a sale';

create or replace view sales as
  select checkouts.id as checkout_id, checkouts.payment, checkouts.company, checkouts.invoice_person,
    checkouts.created_at as ordered_at,
    checkouts.total_grosze, checkouts.delivery_vat_rate,
    (select bool_and(status = 'cancelled') from orders where checkout_id = checkouts.id) as is_cancelled,
    (select sum(kept_grosze)::bigint from kept_orders where kept_orders.checkout_id = checkouts.id) as kept_grosze,
    case checkouts.payment
      when 'prepaid' then (
        select min(payments.paid_at) from payments join orders on orders.id = payments.order_id
        where orders.checkout_id = checkouts.id)
      else (
        select min(sent.created_at) from order_events as sent join orders on orders.id = sent.order_id
        where orders.checkout_id = checkouts.id and sent.subject = 'shipment' and sent.to_status in ('shipped', 'delivered'))
    end as sold_at
  from checkouts;
