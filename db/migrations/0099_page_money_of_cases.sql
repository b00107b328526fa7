-- Money that went back without a case counts for a case by the items that it lowered.
alter table return_items add column beside_grosze integer not null default 0 check (beside_grosze >= 0);
comment on column return_items.beside_grosze is
  'The part of what went back for these pieces without a case, between statement and settlement, that paid this case.';

-- Settled cases stored the sum alone: their items take it in turn, each at most what lowered it while the case was open.
update return_items set beside_grosze = share.grosze
from (
  select case_id, order_item_id, greatest(0, least(found,
    beside_grosze - sum(found) over (partition by case_id order by order_item_id) + found))::int as grosze
  from (
    select return_cases.id as case_id, return_items.order_item_id, return_cases.beside_grosze, coalesce((
      select sum((line.value ->> 'grosze')::bigint) from (
        select refunds.lines, refunds.created_at as decided_at, refunds.cause from refunds
        where refunds.status <> 'failed' and not exists (
          select from return_cases as own where own.refund_id in (refunds.id, refunds.follows_id))
        union all
        select lines, created_at, cause from transfers where case_id is null
        union all
        select lines, closed_at, cause from disputes where status = 'lost'
      ) as beside cross join jsonb_array_elements(beside.lines) as line(value)
      where (line.value ->> 'item_id')::uuid = return_items.order_item_id and beside.cause is distinct from 'change'
        and beside.decided_at between return_cases.received_at and return_cases.settled_at
    ), 0) as found
    from return_cases join return_items on return_items.case_id = return_cases.id
    where return_cases.settled_at is not null and return_cases.beside_grosze > 0
  ) as settled
) as share
where return_items.case_id = share.case_id and return_items.order_item_id = share.order_item_id;
