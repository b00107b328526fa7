-- Sizes of one scent are products of their own, each with its price, stock and picture. Those of one scent share its
-- id: the id of the first of them, which has none itself.
alter table products
  add column scent_id uuid,
  add column kind text not null default 'bottle'
    constraint products_kind_check check (kind in ('bottle', 'sample', 'set')),
  add column filled_by text not null default 'producer'
    constraint products_filled_by_check check (filled_by in ('producer', 'shop')),
  add column batch text constraint products_batch_check check (char_length(batch) between 1 and 40),
  -- What the shop itself fills must be traceable to its batch.
  add constraint products_decant_check check (filled_by = 'producer' or (kind = 'sample' and batch is not null));
create index products_scent_idx on products (scent_id) where scent_id is not null;
