-- Makes sure that there is an original line, and that nobody goes on placing orders in the way of the first release.

-- ---------------------------------------------------------------- the original line

-- A shop that began without the demo has no brand that carries the mark, and nothing in it gives one: every product would
-- be a substitute for ever. Slugs are numbered when taken, e.g. by an inactive brand of the same name.
update brands set is_original = true
where active and lower(btrim(name)) = 'perfumy arabskie' and not exists (select from brands where is_original);

insert into brands (name, slug, is_original)
select 'Perfumy Arabskie', free.slug, true
from (
  select slug from (
    select n, 'perfumy-arabskie' || case when n > 1 then '-' || n else '' end as slug from generate_series(1, 1000) as n
  ) as numbered
  where not exists (select from brands where brands.slug = numbered.slug) order by n limit 1
) as free
where not exists (select from brands where is_original);

-- ---------------------------------------------------------------- processes of the first release

-- They wait here, and what they committed until now is there to be seen.
lock table checkouts in access exclusive mode;

-- A process of the first release that still runs would write orders whose keys, events and stock marks nobody finds: a
-- repeat in a new process would order again. It answers repeats of its own orders, and this code as busy: try again.
create function refuse_first_release_checkout() returns trigger language plpgsql as $$
begin
  raise exception 'orders are placed by a newer version of the shop: stop this one' using errcode = 'serialization_failure';
end $$;
create trigger checkouts_of_first_release after insert on checkouts for each row
  when (new.idempotency_key is not null) execute function refuse_first_release_checkout();

-- What they wrote while the migrations before this one ran.
insert into idempotency_keys (user_id, key, operation, request_hash, answer, created_at)
select c.user_id, c.idempotency_key, 'place-order', c.request_hash,
  jsonb_build_object(
    'checkoutId', c.id,
    'orderIds', (select coalesce(jsonb_agg(o.id order by o.id), '[]') from orders o where o.checkout_id = c.id),
    'totalGrosze', c.total_grosze),
  c.created_at
from checkouts c where c.idempotency_key is not null
on conflict do nothing;

update mail_outbox set data = jsonb_build_object('checkoutId', substring(key from '[0-9a-f-]{36}$'))
where template = 'order-confirmation' and not data ? 'checkoutId'
  and key ~ '^order-confirmation:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

update order_items set taken_from_stock = true
from products
where products.id = order_items.product_id and products.stock_quantity is not null
  and not exists (select from order_events where order_events.order_id = order_items.order_id);

with begun as (
  select id, user_id, created_at from orders where not exists (select from order_events where order_id = orders.id)
)
insert into order_events (order_id, subject, from_status, to_status, actor, actor_id, created_at)
select id, 'order', null, 'pending', 'customer', user_id, created_at from begun
union all
select order_id, 'shipment', null, 'created', 'system', null, shipments.created_at
from shipments join begun on begun.id = order_id;
