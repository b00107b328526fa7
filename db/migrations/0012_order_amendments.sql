-- An order can be changed until it is packed. Its total is then another one; figures of past days stay as they were, so
-- each change of the total is kept with its moment.
create table order_amendments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  difference_grosze integer not null check (difference_grosze <> 0),
  created_at timestamptz not null default now()
);
comment on table order_amendments is 'Changes of the total of an order after it was placed.';
comment on column order_amendments.difference_grosze is 'New total less the one before.';
create index order_amendments_order_idx on order_amendments (order_id, created_at);
create index order_amendments_created_idx on order_amendments (created_at);
