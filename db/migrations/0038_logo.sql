-- The owner's logo, part of a version of the look. Of tables that orders write, this file locks none.

create table logos (
  -- Hash of the content, in its address.
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- WebP, encoded by the shop.
  content bytea not null check (octet_length(content) between 1 and 262144),
  uploaded_at timestamptz not null default now()
);
comment on table logos is 'Logos that versions of the look show, and uploads of the last day.';

-- Null: the name of the shop.
alter table looks add column logo_key text references logos (key);
create index looks_logo_idx on looks (logo_key) where logo_key is not null;
comment on table looks is 'Versions of the owner''s colours and logo; the newest one is shown.';
