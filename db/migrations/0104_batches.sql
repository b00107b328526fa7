-- Which batch of a product went into which order, and batches that were recalled.
create table packed_batches (
  order_id uuid not null references orders on delete cascade,
  product_id uuid not null references products,
  batch text not null check (char_length(batch) between 1 and 40),
  noted_at timestamptz not null default now(),
  primary key (order_id, product_id, batch)
);
comment on table packed_batches is 'The batches of the pieces of an order, as they were read while packing.';
create index packed_batches_product_idx on packed_batches (product_id, batch);

create table recalls (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products,
  batch text not null,
  hazard text not null check (char_length(hazard) between 1 and 1000),
  created_at timestamptz not null default now(),
  unique (product_id, batch)
);
comment on table recalls is 'Batches whose buyers were warned, and which are no longer packed.';
