-- Lists narrowed by scent notes, and brands in the order in which they sell.

-- The slug of a note as toSlug of domain/catalog/slug.ts makes it, so that spellings of one note are one.
create function note_slug(note text) returns text
  language sql immutable parallel safe strict
  return trim(both '-' from left(
    regexp_replace(
      regexp_replace(
        search_fold(replace(replace(replace(replace(lower(note), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ı', 'i')),
        '[^a-z0-9\s-]', '', 'g'
      ),
      '[\s-]+', '-', 'g'
    ),
    120
  ));

create function note_slugs(notes text[]) returns text[]
  language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct note_slug(note) collate "C"), '{}') from unnest(notes) as note);

alter table listed_products add column notes text[] not null default '{}';
update listed_products set notes = note_slugs(products.notes) from products where products.id = product_id;
-- New entries go straight in: a list of pending ones would be read by every narrowed list.
create index listed_notes_idx on listed_products using gin (notes) with (fastupdate = off);

create or replace function list_products(ids uuid[]) returns void language sql as $$
  delete from listed_products where product_id = any(ids);
  insert into listed_products (product_id, brand_id, is_original, gender, price_grosze, name, created_at, search, notes)
  select p.id, p.brand_id, b.is_original, p.gender, p.price_grosze, p.name, p.created_at, folded.name,
    note_slugs(p.notes)
  from products p
  join brands b on b.id = p.brand_id
  cross join lateral (select search_fold(p.name || ' ' || b.name) as name) as folded
  where p.id = any(ids) and p.active and b.active
  for share of b;
$$;

drop trigger products_listed_anew on products;
create trigger products_listed_anew after update on products for each row
  when ((old.active, old.brand_id, old.gender, old.price_grosze, old.name, old.created_at, old.notes)
    is distinct from (new.active, new.brand_id, new.gender, new.price_grosze, new.name, new.created_at, new.notes))
  execute function list_changed_products();

-- Lists are narrowed by notes now.
create or replace function notify_product_changed() returns trigger language plpgsql as $$
declare
  -- Shown, and nothing is filtered, sorted or searched by it; a sold-out product stands last among similar ones, see below.
  shown constant text[] := '{stock_quantity,out_of_stock,description,notes_pyramid,volume_ml,concentration,image_key,updated_at,edited_at}';
  -- Lists are filtered, sorted or searched by it.
  listed constant text[] := '{name,price_grosze,notes}';
  subjects text := 'product:' || new.id;
begin
  if to_jsonb(old) - shown - listed is distinct from to_jsonb(new) - shown - listed then
    subjects := 'all';
  elsif to_jsonb(old) - shown is distinct from to_jsonb(new) - shown then
    subjects := subjects || ' lists';
  end if;
  -- A product that comes back may enter the similar ones of others; one that sells out can only leave those that show it.
  if subjects <> 'all' and old.out_of_stock and not new.out_of_stock then
    subjects := subjects || ' similar:' || new.brand_id || ' similar:' || new.gender;
  end if;
  perform pg_notify('catalog_changed', subjects);
  return null;
end $$;

-- Pieces of each brand that were ordered in the last 90 days, counted by a daily job: a page must not add up orders.
create table brand_sales (
  brand_id uuid primary key references brands (id) on delete cascade,
  pieces integer not null check (pieces > 0)
);

-- Brands are listed by it.
create trigger brand_sales_notify after insert or update or delete on brand_sales for each statement
  execute function notify_catalog_changed('lists');
