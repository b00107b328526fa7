-- Stock that goes back exactly as it was taken, events of every order, and money that arrives although nobody expected it.

-- Whether the pieces were taken from counted stock, so that cancelling gives back what was taken and no more.
alter table order_items add column taken_from_stock boolean not null default false;
update order_items set taken_from_stock = true
  from products where products.id = order_items.product_id and products.stock_quantity is not null;

-- The version of the terms and when it was accepted stand together.
alter table checkouts add check ((terms_version is null) = (terms_accepted_at is null));

-- A provider may report two attempts of one order as paid. That is a fact to be stored, and one of them to be refunded.
drop index payments_one_paid_key;

-- Orders and shipments without any event get their beginning, and what they had become when events began.
insert into order_events (order_id, subject, from_status, to_status, actor, actor_id, created_at)
select id, 'order', null, 'pending', 'customer', user_id, created_at from orders
where not exists (select from order_events where order_id = orders.id and subject = 'order');

insert into order_events (order_id, subject, from_status, to_status, actor, reason, created_at)
select id, 'order', 'pending', status, 'system', 'before events were recorded', updated_at from orders
where status <> 'pending'
  and not exists (select from order_events where order_id = orders.id and subject = 'order' and to_status = orders.status);

insert into order_events (order_id, subject, from_status, to_status, actor, created_at)
select order_id, 'shipment', null, 'created', 'system', created_at from shipments
where not exists (select from order_events where order_id = shipments.order_id and subject = 'shipment');

insert into order_events (order_id, subject, from_status, to_status, actor, reason, created_at)
select order_id, 'shipment', 'created', status, 'system', 'before events were recorded', updated_at from shipments
where status <> 'created'
  and not exists (
    select from order_events where order_id = shipments.order_id and subject = 'shipment' and to_status = shipments.status);
