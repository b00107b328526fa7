-- Up to three short films on the landing page: a file of the shop, or a link to where it stands.

create table landing_films (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 80),
  -- The poster, a picture as products have them.
  image_key text not null check (image_key ~ '^[0-9a-f]{32}$'),
  -- Name of the stored file; null with a link, and while the file was not uploaded whole: then nobody sees the film.
  file text unique check (file ~ '^[0-9a-f]{32}\.(mp4|webm)$'),
  link text check (link like 'https://%' and char_length(link) <= 500),
  created_at timestamptz not null default now(),
  check (file is null or link is null)
);
create index landing_films_image_idx on landing_films (image_key);
create trigger landing_films_notify after insert or update or delete on landing_films
  for each statement execute function notify_catalog_changed();

-- Posters are pictures: they stay while a film shows them, too.
create view used_pictures as
  select image_key from products where image_key is not null
  union all
  select image_key from landing_films;

create or replace function note_picture_use() returns trigger language plpgsql as $$
begin
  -- The picture that was taken away.
  if old.image_key ~ '^[0-9a-f]{32}$' and not exists (select from used_pictures where image_key = old.image_key) then
    insert into unused_pictures (image_key) values (old.image_key) on conflict (image_key) do nothing;
  end if;
  -- The one that was put in its place. Whoever begins to delete it and whoever takes it wait for each other.
  if new.image_key is not null then
    delete from unused_pictures where image_key = new.image_key and deleting_at is null;
    if exists (select from unused_pictures where image_key = new.image_key) then
      raise exception 'the picture is being deleted' using errcode = 'check_violation', constraint = 'products_picture_stored';
    end if;
  end if;
  return null;
end $$;
create trigger landing_films_picture_added after insert on landing_films for each row execute function note_picture_use();
create trigger landing_films_picture_removed after delete on landing_films for each row execute function note_picture_use();
