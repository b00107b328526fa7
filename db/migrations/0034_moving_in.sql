-- Products of another shop: the pictures that are fetched from it, and the addresses that lead to them from there.
create table picture_sources (
  product_id uuid not null references products (id) on delete cascade,
  position integer not null check (position between 1 and 8),
  url text not null check (length(url) <= 2000),
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'done', 'failed')),
  image_key text check (image_key ~ '^[0-9a-f]{32}$'),
  failure text,
  tried_at timestamptz,
  primary key (product_id, position),
  check ((failure is not null) = (state = 'failed')),
  check ((image_key is not null) = (state in ('fetched', 'done')))
);
create index picture_sources_open_idx on picture_sources (state, product_id) where state <> 'done';
comment on table picture_sources is 'Pictures of moved products at the addresses of their former shop.';
comment on column picture_sources.state is 'fetched: stored, and not yet among the pictures of the product.';

create table moved_addresses (
  path text primary key check (path ~ '^/' and length(path) <= 300),
  product_id uuid not null references products (id) on delete cascade
);
create index moved_addresses_product_idx on moved_addresses (product_id);
comment on table moved_addresses is 'Paths that products had in their former shop; they lead to the pages of the products.';
create trigger moved_addresses_notify after insert or update or delete on moved_addresses
  for each statement execute function notify_catalog_changed();

-- A run that fetches pictures belongs to no mode of the payment provider.
alter table runs drop constraint runs_check1;
alter table runs add constraint runs_mode_of_kind_check
  check ((mode is null) = (kind in ('carrier-shipments', 'moved-pictures')));
