-- Who received a product may add pictures to the review. They are approved with it, and go with it.
create table review_pictures (
  review_id uuid not null references reviews on delete cascade,
  image_key text not null check (image_key ~ '^[0-9a-f]{32}$'),
  position smallint not null check (position between 1 and 3),
  primary key (review_id, position)
);
comment on table review_pictures is 'Pictures of a review by somebody who received the product, public while it is approved.';
create index review_pictures_image_idx on review_pictures (image_key);
create trigger review_pictures_added after insert on review_pictures for each row execute function note_picture_use();
create trigger review_pictures_removed after delete on review_pictures for each row execute function note_picture_use();

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
  select image_key from front_pictures where image_key is not null
  union all
  select image_key from review_pictures;
