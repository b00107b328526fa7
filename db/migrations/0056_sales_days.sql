-- What was sold on each day that is over, added up by a job: the admin's figures need not read the orders of two years.
-- Days are those of Warsaw.

-- Whether an order counts as sold: it was not cancelled and, paid ahead, it was paid.
create function is_sold(status text, payment text) returns boolean
  language sql immutable parallel safe
  return status in ('paid', 'completed') or (status = 'pending' and payment = 'cash_on_delivery');

-- A row for each day since the first order, also for one without orders.
create table sales_days (
  day date primary key,
  checkouts integer not null,
  orders integer not null,
  pieces integer not null,
  goods_grosze bigint not null,
  shipping_grosze bigint not null,
  total_grosze bigint not null,
  on_delivery_grosze bigint not null,
  -- What was given back of the orders of this day, whenever it was.
  refunded_grosze bigint not null
);

create table sales_day_products (
  day date not null,
  product_id uuid not null,
  pieces integer not null,
  goods_grosze bigint not null,
  primary key (day, product_id) include (pieces, goods_grosze)
);

-- Days of which something changed and was not added up yet, once for every change: writers do not wait for each other.
create table changed_sales_days (
  day date not null
);

create function mark_sales_day() returns trigger language plpgsql as $$
begin
  insert into changed_sales_days values ((new.created_at at time zone 'Europe/Warsaw')::date);
  if tg_op = 'UPDATE' and old.created_at <> new.created_at then
    insert into changed_sales_days values ((old.created_at at time zone 'Europe/Warsaw')::date);
  end if;
  return null;
end $$;
-- An order that is placed now belongs to a day that is not added up yet.
create trigger orders_sales_day_dated after insert on orders for each row
  when (new.created_at < now() - interval '1 hour') execute function mark_sales_day();
create trigger orders_sales_day_changed after update on orders for each row
  when ((is_sold(old.status, old.payment), old.created_at, old.checkout_id, old.items_grosze, old.shipping_grosze)
    is distinct from (is_sold(new.status, new.payment), new.created_at, new.checkout_id, new.items_grosze, new.shipping_grosze))
  execute function mark_sales_day();

create function mark_refunded_sales_day() returns trigger language plpgsql as $$
begin
  insert into changed_sales_days
  select (orders.created_at at time zone 'Europe/Warsaw')::date
  from payments join orders on orders.id = payments.order_id where payments.id = new.payment_id;
  return null;
end $$;
create trigger refunds_sales_day_added after insert on refunds for each row
  when (new.status = 'succeeded') execute function mark_refunded_sales_day();
create trigger refunds_sales_day_changed after update on refunds for each row
  when ((old.status = 'succeeded', old.amount_grosze) is distinct from (new.status = 'succeeded', new.amount_grosze))
  execute function mark_refunded_sales_day();
