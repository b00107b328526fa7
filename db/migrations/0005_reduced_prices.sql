-- A price that is lower for a time. What a product costs at this moment follows from its row and the clock; it is kept in
-- a column, so that every change of it is in the price history and is told to the catalogue in memory.
alter table products
  add column reduced_price_grosze integer check (reduced_price_grosze between 1 and 99999),
  add column reduced_from timestamp(0),
  add column reduced_to timestamp(0),
  add column current_price_grosze integer,
  add constraint whole_reduction check (
    num_nonnulls(reduced_price_grosze, reduced_from, reduced_to) in (0, 3) and reduced_from < reduced_to
  );
comment on column products.price_grosze is 'What the product costs outside of a reduction.';
comment on column products.reduced_price_grosze is 'What it costs from reduced_from until before reduced_to.';
comment on column products.reduced_from is 'Polish wall clock.';
comment on column products.reduced_to is 'Polish wall clock.';
comment on column products.current_price_grosze is
  'What it costs now. Written by a trigger with every change of the row; a job changes the row when a reduction begins or ends.';

alter table product_prices add column reduced boolean not null default false;
comment on column product_prices.reduced is 'It was a reduced price; a price that was lowered for good is none.';

create function price_now(product products) returns integer language sql volatile as $$
  select case
    when clock_timestamp() >= product.reduced_from at time zone 'Europe/Warsaw'
      and clock_timestamp() < product.reduced_to at time zone 'Europe/Warsaw' then product.reduced_price_grosze
    else product.price_grosze
  end
$$;
comment on function price_now(products) is 'What a product costs at this moment.';

create function set_current_price() returns trigger language plpgsql as $$
begin
  new.current_price_grosze := price_now(new);
  return new;
end $$;

create or replace function touch_edited_at() returns trigger language plpgsql as $$
declare
  not_edited constant text[] := '{stock_quantity,out_of_stock,current_price_grosze,updated_at,edited_at}';
begin
  if to_jsonb(new) - not_edited is distinct from to_jsonb(old) - not_edited then
    new.edited_at := clock_timestamp();
  end if;
  return new;
end $$;

create or replace function notify_product_changed() returns trigger language plpgsql as $$
declare
  -- Changes the product alone. A column that is not named here makes everything be read again.
  own constant text[] := '{name,price_grosze,reduced_price_grosze,reduced_from,reduced_to,current_price_grosze,stock_quantity,out_of_stock,description,notes,notes_pyramid,volume_ml,concentration,image_key,updated_at,edited_at}';
begin
  perform pg_notify('catalog_changed',
    case when to_jsonb(old) - own is distinct from to_jsonb(new) - own then 'all' else 'product:' || new.id end);
  return null;
end $$;

create or replace function record_product_price() returns trigger language plpgsql as $$
declare
  moment timestamptz := case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end;
  is_reduced boolean := new.current_price_grosze < new.price_grosze;
begin
  if tg_op = 'UPDATE' then
    if (new.current_price_grosze, is_reduced) = (old.current_price_grosze, old.current_price_grosze < old.price_grosze) then
      return null;
    end if;
    -- A clock that was set back must not stop a price change.
    update product_prices set valid_to = greatest(moment, valid_from) where product_id = new.id and valid_to is null
      returning valid_to into moment;
  end if;
  insert into product_prices (product_id, price_grosze, reduced, valid_from)
  values (new.id, new.current_price_grosze, is_reduced, moment);
  return null;
end $$;

-- Nothing changes for anybody yet: no version, no notice.
alter table products disable trigger user;
update products set current_price_grosze = price_grosze;
alter table products enable trigger user;
alter table products alter column current_price_grosze set not null;

create trigger products_current_price before insert or update on products
  for each row execute function set_current_price();
-- The current price changes without being named in the statement.
drop trigger products_price_history on products;
create trigger products_price_history after insert or update on products
  for each row execute function record_product_price();
