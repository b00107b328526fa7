-- A notice names what changed, in the words of domain/catalog/catalog-reads.server.ts, separated by spaces: only answers made
-- from one of these are old. 'all' makes every answer old.

create or replace function notify_catalog_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', case when tg_nargs > 0 then tg_argv[0] else 'all' end);
  return null;
end $$;

-- A column that is named nowhere here makes everything old, so a new one is safe until somebody thinks about it.
create function notify_product_changed() returns trigger language plpgsql as $$
declare
  -- Shown, and nothing is filtered, sorted or searched by it; a sold-out product stands last among similar ones, see below.
  shown constant text[] := '{stock_quantity,out_of_stock,description,notes,notes_pyramid,volume_ml,concentration,image_key,provider_product_id,updated_at}';
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

create or replace trigger products_changed_notify after update on products for each row
  when (
    (to_jsonb(old) - '{stock_quantity,provider_product_id,updated_at}'::text[],
     case when old.stock_quantity < 5 then old.stock_quantity end)
    is distinct from
    (to_jsonb(new) - '{stock_quantity,provider_product_id,updated_at}'::text[],
     case when new.stock_quantity < 5 then new.stock_quantity end)
  )
  execute function notify_product_changed();

create or replace trigger shipping_costs_notify after insert or update on shipping_costs for each statement
  execute function notify_catalog_changed('shipping-costs');

-- Only approved reviews are public: writing, moderating and rejecting others changes no answer.
create function notify_review_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.approved then
    perform pg_notify('catalog_changed', 'product:' || old.product_id);
  end if;
  if tg_op <> 'DELETE' and new.approved then
    perform pg_notify('catalog_changed', 'product:' || new.product_id);
  end if;
  return null;
end $$;

drop trigger reviews_notify on reviews;
create trigger reviews_notify after insert or update or delete on reviews for each row
  execute function notify_review_changed();

-- First names stand beside reviews.
create function notify_reviewer_renamed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', 'product:' || product_id) from reviews where user_id = new.id and approved;
  return null;
end $$;

create trigger users_renamed_notify after update on users for each row
  when (old.first_name is distinct from new.first_name)
  execute function notify_reviewer_renamed();
