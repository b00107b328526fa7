-- Pictures of the owner on the landing page. Of tables that orders write, this file locks none.
create table front_pictures (
  place text primary key check (place in ('hero', 'quality')),
  -- Null: the owner has none there.
  image_key text check (image_key ~ '^[0-9a-f]{32}$'),
  alt text not null default '' check (char_length(alt) <= 200),
  updated_at timestamptz not null default now()
);
comment on table front_pictures is 'Pictures of the owner on the landing page, a row for each place.';
insert into front_pictures (place) values ('hero'), ('quality');
create trigger front_pictures_touch before update on front_pictures for each row execute function touch_updated_at();
create trigger front_pictures_changed after update of image_key on front_pictures
  for each row execute function note_picture_use();
create trigger front_pictures_notify after update on front_pictures
  for each statement execute function notify_catalog_changed('shop-profile');

create or replace view used_pictures as
  select image_key from products where image_key is not null
  union all
  select image_key from landing_films
  union all
  select image_key from return_pictures
  union all
  select image_key from product_pictures
  union all
  select image_key from guide_pictures
  union all
  select image_key from front_pictures where image_key is not null;
