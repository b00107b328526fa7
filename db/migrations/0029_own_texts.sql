-- The owner's own words on the pages of the shop. Of tables that orders write, this file locks none.

-- A version holds the texts that differ from those of the build, so that a shop which changed nothing stores nothing and
-- follows the next build. Versions are never changed: going back publishes another one.
create table own_texts (
  number integer primary key check (number > 0),
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and pg_column_size(texts) < 200000),
  changed text[] not null,
  -- The address that the admin had.
  published_by text not null,
  published_at timestamptz not null default now()
);
comment on table own_texts is 'Versions of the texts that the owner wrote in place of the shop''s; the newest one is shown.';
comment on column own_texts.changed is 'Keys of the texts that differ from the version before.';
create trigger own_texts_notify after insert on own_texts
  for each statement execute function notify_catalog_changed('shop-profile');
