-- Pictures that no product shows, so that their files can be deleted after a while: uploaded and never saved, replaced, or
-- of a product that is no more.
create table unused_pictures (
  image_key text primary key check (image_key ~ '^[0-9a-f]{32}$'),
  unused_since timestamptz not null default now(),
  -- Its files are being deleted: from here on no product can take it.
  deleting_at timestamptz
);
create index unused_pictures_since_idx on unused_pictures (unused_since);
create index products_image_idx on products (image_key) where image_key is not null;

create function note_picture_use() returns trigger language plpgsql as $$
begin
  -- The picture that was taken away.
  if old.image_key ~ '^[0-9a-f]{32}$' and not exists (select from products where image_key = old.image_key) then
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
create trigger products_picture_added after insert on products for each row
  when (new.image_key is not null) execute function note_picture_use();
create trigger products_picture_changed after update of image_key on products for each row
  when (old.image_key is distinct from new.image_key) execute function note_picture_use();
create trigger products_picture_removed after delete on products for each row
  when (old.image_key is not null) execute function note_picture_use();
