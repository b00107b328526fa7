-- Pieces that came back to stock by a return. Cancelling the order later returns the others only.
alter table order_items add column restocked smallint not null default 0
  check (restocked between 0 and quantity);

create table return_items (
  case_id uuid not null references return_cases (id) on delete cascade,
  order_item_id uuid not null references order_items (id) on delete cascade,
  quantity smallint not null check (quantity between 1 and 99),
  condition text check (condition in ('sealed', 'opened', 'damaged')),
  restocked smallint not null default 0 check (restocked between 0 and quantity),
  primary key (case_id, order_item_id)
);
comment on table return_items is
  'The pieces that a case is about, and in what condition they came back; null: they have not.';
create index return_items_item_idx on return_items (order_item_id);
