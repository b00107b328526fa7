-- Lists, search, similar products and brands are made from the catalogue that each process keeps in memory: the tables, indexes
-- and functions that only served them go. The admin's lists read products themselves, a few thousand at most.

drop trigger products_listed on products;
drop trigger products_listed_anew on products;
drop trigger brands_listed_anew on brands;
drop table listed_notes, listed_products, listed_counts;
drop function list_changed_products(), list_products(uuid[]), list_notes(), count_listed_products();
drop function search_pieces(uuid, uuid, text, text), search_sample(uuid), note_slugs(text[]), note_slug(text);
drop index products_stock_idx;

-- A notice names what changed: `product:<id>`, which each process reads again, `all`, or what is no part of the catalogue.
drop trigger products_notes_notify on products;
drop function notify_notes_changed();
create or replace function notify_product_changed() returns trigger language plpgsql as $$
declare
  -- Changes the product alone. A column that is not named here makes everything be read again.
  own constant text[] := '{name,price_grosze,stock_quantity,out_of_stock,description,notes,notes_pyramid,volume_ml,concentration,image_key,updated_at,edited_at}';
begin
  perform pg_notify('catalog_changed',
    case when to_jsonb(old) - own is distinct from to_jsonb(new) - own then 'all' else 'product:' || new.id end);
  return null;
end $$;

-- Pieces of each product that were ordered in the last 90 days, counted by a daily job: a page must not add up orders. Sums of
-- brands, which were counted before, are sums of these.
drop table brand_sales;
create table product_sales (
  product_id uuid primary key references products (id) on delete cascade,
  pieces integer not null check (pieces > 0)
);
create trigger product_sales_notify after insert or update or delete on product_sales for each statement
  execute function notify_catalog_changed();
