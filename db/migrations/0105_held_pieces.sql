-- Pieces that are out of the stock but in no order: for a change that waits for its payment, and for buyers on the phone.
create view held_pieces as
  select (piece ->> 'product_id')::uuid as product_id, (piece ->> 'quantity')::integer as quantity
  from order_additions cross join jsonb_array_elements(plan -> 'taken') as piece
  where status = 'open'
  union all
  select (piece ->> 'product_id')::uuid, (piece ->> 'quantity')::integer
  from prepared_orders cross join jsonb_array_elements(held) as piece
  where ended_at is null;
