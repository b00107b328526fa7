-- Guides: pages that the owner writes, below /poradnik; and the colours of the shop. Of tables that orders write, this file locks none.

create table guides (
  id uuid primary key default gen_random_uuid(),
  -- Follows the title until the guide is published for the first time: from then on others link to it.
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,160}$'),
  title text not null check (length(title) between 1 and 100),
  description text not null default '' check (length(description) <= 160),
  blocks jsonb not null default '[]' check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 60),
  published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not published or published_at is not null)
);
comment on table guides is 'Pages of headings, paragraphs, pictures and products that the owner writes.';
comment on column guides.published_at is 'When it was published for the first time.';
create trigger guides_touch before update on guides for each row execute function touch_updated_at();
create trigger guides_notify after insert or update or delete on guides
  for each statement execute function notify_catalog_changed();

create table guide_pictures (
  guide_id uuid not null references guides (id) on delete cascade,
  image_key text not null check (image_key ~ '^[0-9a-f]{32}$'),
  primary key (guide_id, image_key)
);
comment on table guide_pictures is 'Pictures that the blocks of a guide show, so that their files are kept.';
create index guide_pictures_image_idx on guide_pictures (image_key);
create trigger guide_pictures_added after insert on guide_pictures
  for each row execute function note_picture_use();
create trigger guide_pictures_removed after delete on guide_pictures
  for each row execute function note_picture_use();

create or replace view used_pictures as
  select image_key from products where image_key is not null
  union all
  select image_key from landing_films
  union all
  select image_key from return_pictures
  union all
  select image_key from product_pictures
  union all
  select image_key from guide_pictures;

-- The owner's two colours in place of the shop's. Versions are never changed: going back publishes another one.
create table looks (
  number integer primary key check (number > 0),
  -- Null: the shop's own.
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  dark text check (dark ~ '^#[0-9a-f]{6}$'),
  -- The address that the admin had.
  published_by text not null,
  published_at timestamptz not null default now()
);
comment on table looks is 'Versions of the owner''s colours; the newest one is shown.';
create trigger looks_notify after insert on looks
  for each statement execute function notify_catalog_changed('shop-profile');
