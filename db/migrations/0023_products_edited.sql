-- Products as the admin edits them: their version, and the addresses they had.

-- When the admin last changed what a form holds. Orders write stock, which changes updated_at but is no edit.
alter table products add column edited_at timestamptz not null default clock_timestamp();

create function touch_edited_at() returns trigger language plpgsql as $$
declare
  not_edited constant text[] := '{stock_quantity,out_of_stock,provider_product_id,updated_at,edited_at}';
begin
  if to_jsonb(new) - not_edited is distinct from to_jsonb(old) - not_edited then
    new.edited_at := clock_timestamp();
  end if;
  return new;
end $$;
-- Of what forms hold, every column but stock and the sold-out mark: selling does not even call it.
create trigger products_edited before update of
  slug, name, brand_id, gender, price_grosze, description, notes, notes_pyramid, volume_ml, concentration, image_key, active
  on products for each row execute function touch_edited_at();

-- edited_at shows nowhere.
create or replace function notify_product_changed() returns trigger language plpgsql as $$
declare
  -- Shown, and nothing is filtered, sorted or searched by it; a sold-out product stands last among similar ones, see below.
  shown constant text[] := '{stock_quantity,out_of_stock,description,notes,notes_pyramid,volume_ml,concentration,image_key,provider_product_id,updated_at,edited_at}';
  -- Lists are filtered, sorted or searched by it.
  listed constant text[] := '{name,price_grosze}';
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

-- The addresses that products had before they were renamed: they lead to the present one. A slug that a product has now is in
-- no row here, so an address means one product.
create table product_slugs (
  slug text primary key,
  product_id uuid not null references products (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index product_slugs_product_idx on product_slugs (product_id);

create function remember_product_slug() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into product_slugs (slug, product_id) values (old.slug, new.id)
    on conflict (slug) do update set product_id = excluded.product_id, created_at = now();
  end if;
  delete from product_slugs where slug = new.slug;
  return null;
end $$;
create trigger products_slug_given after insert on products for each row execute function remember_product_slug();
create trigger products_renamed after update of slug on products for each row
  when (old.slug is distinct from new.slug) execute function remember_product_slug();
