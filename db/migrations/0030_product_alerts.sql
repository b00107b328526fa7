-- Who waits for a product: for its return, or for a lower price. A row goes when its one mail is queued.
create table product_alerts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  kind text not null check (kind in ('stock', 'price')),
  price_grosze integer check (price_grosze > 0),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unique (product_id, kind, email),
  check ((kind = 'price') = (price_grosze is not null))
);
comment on table product_alerts is 'Requests for one mail about a product. It is sent to confirmed addresses alone.';
comment on column product_alerts.price_grosze is 'The price when it was asked for; a lower one is mailed.';
comment on column product_alerts.confirmed_at is 'When the link of the first mail was used; null: not yet.';
create index product_alerts_email_idx on product_alerts (email);
