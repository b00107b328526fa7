-- Which products came with the demo catalogue: a real shop takes them out in one press.
create table demo_products (
  product_id uuid primary key references products (id) on delete cascade
);
-- A code of an authenticator app works once.
create table second_factor_codes (
  user_id uuid not null references users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null,
  primary key (user_id, code)
);
