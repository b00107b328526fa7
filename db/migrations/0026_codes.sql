-- Codes that lower what an order costs. A use is an order that is not cancelled, so nothing counts uses beside the orders.
create table codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]{3,20}$'),
  kind text not null check (kind in ('percent', 'sum', 'free_delivery')),
  value integer,
  valid_from timestamp(0),
  valid_to timestamp(0),
  least_grosze integer not null default 0 check (least_grosze >= 0),
  most_uses integer check (most_uses > 0),
  once_per_person boolean not null default false,
  email text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_from < valid_to),
  check (
    case kind when 'percent' then value between 1 and 100 when 'sum' then value > 0 else true end
    and (value is null) = (kind = 'free_delivery')
  )
);
comment on table codes is 'Discount codes. A use is a checkout with an order that is not cancelled.';
comment on column codes.value is 'Percent, or grosze.';
comment on column codes.valid_from is 'Polish wall clock.';
comment on column codes.valid_to is 'Polish wall clock.';
comment on column codes.email is 'Whose code it is; null: a public one.';
create trigger codes_touch before update on codes for each row execute function touch_updated_at();

alter table orders
  add column discount_code text references codes (code),
  add column waived_grosze integer not null default 0 check (waived_grosze >= 0);
comment on column orders.items_grosze is 'What its products cost, less the discount of its code.';
comment on column orders.waived_grosze is 'Its share of the delivery that a code made free.';
create index orders_discount_code_idx on orders (discount_code) where discount_code is not null;
