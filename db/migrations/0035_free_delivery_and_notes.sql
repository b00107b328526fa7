-- A sum from which delivery costs nothing, and products that resemble one another by their notes.

-- ---------------------------------------------------------------- free delivery

-- Of the newest row, as the costs beside it. Null: delivery is never free.
alter table shipping_costs add column free_delivery_from_grosze integer check (free_delivery_from_grosze between 1 and 9999999);

-- ---------------------------------------------------------------- notes

-- The notes of listed products: `note` folded as search folds words, `name` as the product says it. The key is the order in
-- which the newest products with a note are read, of the original line or of a gender alone as well.
create table listed_notes (
  note text not null,
  is_original boolean not null,
  gender text not null,
  created_at timestamptz not null,
  product_id uuid not null references listed_products (product_id) on delete cascade,
  name text not null,
  primary key (note, is_original, gender, created_at, product_id)
);
create index listed_notes_product_idx on listed_notes (product_id);

-- A product that changes is listed anew, so its notes go with its row and come back with the next.
create function list_notes() returns trigger language plpgsql as $$
begin
  insert into listed_notes (note, is_original, gender, created_at, product_id, name)
  select distinct on (l.product_id, folded.note) folded.note, l.is_original, l.gender, l.created_at, l.product_id, noted.name
  from added l
  join products p on p.id = l.product_id
  cross join lateral unnest(p.notes) with ordinality as noted (name, place)
  cross join lateral (select search_fold(noted.name) as note) as folded
  where folded.note <> ''
  order by l.product_id, folded.note, noted.place;
  return null;
end $$;
create trigger listed_products_noted after insert on listed_products referencing new table as added
  for each statement execute function list_notes();

drop trigger products_listed_anew on products;
create trigger products_listed_anew after update on products for each row
  when ((old.active, old.brand_id, old.gender, old.price_grosze, old.name, old.created_at, old.notes)
    is distinct from (new.active, new.brand_id, new.gender, new.price_grosze, new.name, new.created_at, new.notes))
  execute function list_changed_products();

insert into listed_notes (note, is_original, gender, created_at, product_id, name)
select distinct on (l.product_id, folded.note) folded.note, l.is_original, l.gender, l.created_at, l.product_id, noted.name
from listed_products l
join products p on p.id = l.product_id
cross join lateral unnest(p.notes) with ordinality as noted (name, place)
cross join lateral (select search_fold(noted.name) as note) as folded
where folded.note <> ''
order by l.product_id, folded.note, noted.place;

-- With other notes a product may stand among the similar ones of others.
create function notify_notes_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', 'similar:' || new.gender);
  return null;
end $$;
create trigger products_notes_notify after update of notes on products for each row
  when (old.notes is distinct from new.notes) execute function notify_notes_changed();
