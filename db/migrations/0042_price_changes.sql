-- A change of the price alone updates the row in listed_products instead of replacing it. It adds a row with 0 products to
-- listed_counts: by rows with other numbers it can be told whether lists that prices neither order nor narrow have changed.

create or replace function list_changed_products() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'brands' then
    perform list_products(array(select id from products where brand_id = new.id));
  elsif tg_op = 'INSERT' then
    perform list_products(array(select id from added));
  elsif (old.active, old.brand_id, old.gender, old.name, old.created_at, old.notes)
    is distinct from (new.active, new.brand_id, new.gender, new.name, new.created_at, new.notes) then
    perform list_products(array[new.id]);
  else
    update listed_products set price_grosze = new.price_grosze where product_id = new.id;
    -- Not in lists, or listed anew by a change of its brand that this one waited for, which did not see the price.
    if not found then perform list_products(array[new.id]); end if;
  end if;
  return null;
end $$;

create or replace function count_listed_products() returns trigger language plpgsql as $$
declare
  sign constant integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
  added integer;
  last bigint;
begin
  insert into listed_counts (brand_id, is_original, gender, products)
  select brand_id, is_original, gender, sign * count(*) from changed group by brand_id, is_original, gender;
  get diagnostics added = row_count;
  if added = 0 then return null; end if;
  -- Every 500 changes they are summed up.
  last := currval('listed_counts_id_seq');
  if last / 500 > (last - added) / 500 then
    with summed as (delete from listed_counts returning brand_id, is_original, gender, products)
    insert into listed_counts (brand_id, is_original, gender, products)
    select brand_id, is_original, gender, sum(products) from summed group by brand_id, is_original, gender having sum(products) <> 0;
  end if;
  return null;
end $$;
create trigger listed_products_priced after update on listed_products referencing new table as changed
  for each statement execute function count_listed_products();
