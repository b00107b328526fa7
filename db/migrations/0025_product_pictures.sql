-- Pictures of a product after its first one, which stays in products.image_key: a build before this one shows and
-- changes that alone.
alter table products add column image_alt text not null default '';
comment on column products.image_alt is 'What the first picture shows; empty: name and brand.';

create table product_pictures (
  product_id uuid not null references products (id) on delete cascade,
  position smallint not null check (position between 2 and 8),
  image_key text not null check (image_key ~ '^[0-9a-f]{32}$'),
  alt text not null default '',
  primary key (product_id, position)
);
comment on table product_pictures is 'Pictures of a product from its second to its eighth.';
create index product_pictures_image_idx on product_pictures (image_key);
create trigger product_pictures_added after insert on product_pictures
  for each row execute function note_picture_use();
create trigger product_pictures_removed after delete on product_pictures
  for each row execute function note_picture_use();

create or replace view used_pictures as
  select image_key from products where image_key is not null
  union all
  select image_key from landing_films
  union all
  select image_key from return_pictures
  union all
  select image_key from product_pictures;

create or replace function notify_product_changed() returns trigger language plpgsql as $$
declare
  -- Changes the product alone. A column that is not named here makes everything be read again.
  own constant text[] := '{name,price_grosze,reduced_price_grosze,reduced_from,reduced_to,current_price_grosze,stock_quantity,out_of_stock,description,notes,notes_pyramid,volume_ml,concentration,image_key,image_alt,updated_at,edited_at}';
begin
  perform pg_notify('catalog_changed',
    case when to_jsonb(old) - own is distinct from to_jsonb(new) - own then 'all' else 'product:' || new.id end);
  return null;
end $$;
