-- Every entity of the shop. Money is integer grosze, times are timestamptz (UTC), ids are UUID v4.

-- Polish alphabetical order wherever names are listed (a < ą < b ... l < ł < m).
create collation if not exists polish (provider = icu, locale = 'pl-PL');

-- What search compares: lower case, without diacritics. Strips every combining mark and the Polish ł, which has none.
create function search_fold(value text) returns text
  language sql immutable parallel safe strict
  return translate(
    regexp_replace(normalize(lower(value), NFKD), '[\u0300-\u036f]', '', 'g'),
    'łøđß’', 'lods'''
  );

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- ---------------------------------------------------------------- accounts (tables of Better Auth, under our names)

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null default '',
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  first_name text,
  last_name text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
-- Recognises an address a customer is already signed in from (docs/decisions/0004-accounts.md).
create index sessions_user_address_idx on sessions (user_id, ip_address);

create table identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index identities_user_id_idx on identities (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier_idx on verifications (identifier);

create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create index two_factors_secret_idx on two_factors (secret);

create table jwks (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- Attempts counted at our own door, shared by all processes: one row per limited thing (account or address) and window.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null default 1 check (hits > 0),
  primary key (key, window_start)
);
create index rate_limits_window_start_idx on rate_limits (window_start);

-- ---------------------------------------------------------------- catalogue

create table brands (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 2 and 50),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '' check (length(description) <= 200),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index brands_name_key on brands (lower(btrim(name))) where active;
create index brands_listed_idx on brands (name collate polish, id) where active;
create trigger brands_touch before update on brands for each row execute function touch_updated_at();

create table products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(btrim(name)) between 3 and 100),
  brand_id uuid not null references brands (id),
  gender text not null default 'unisex' check (gender in ('women', 'men', 'unisex')),
  price_grosze integer not null check (price_grosze between 1 and 99999),
  description text not null default '' check (length(description) <= 500),
  notes text[] not null default '{}',
  notes_pyramid jsonb,
  volume_ml integer check (volume_ml > 0),
  concentration text,
  image_key text,
  stock_quantity integer check (stock_quantity >= 0), -- null: not counted ('bez limitu')
  out_of_stock boolean not null default false,
  active boolean not null default true,
  provider_product_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sold_out_at_zero check (stock_quantity is distinct from 0 or out_of_stock)
);
create index products_newest_idx on products (created_at desc, id) where active;
create index products_price_idx on products (price_grosze, id) where active;
create index products_name_idx on products (name collate polish, id) where active;
create index products_brand_idx on products (brand_id) where active;
create index products_gender_idx on products (gender) where active;
create trigger products_touch before update on products for each row execute function touch_updated_at();

-- Every price a product ever had, from when to when. Rows are only added, and closed once.
create table product_prices (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id),
  price_grosze integer not null check (price_grosze > 0),
  valid_from timestamptz not null default clock_timestamp(),
  valid_to timestamptz,
  check (valid_to >= valid_from)
);
create unique index product_prices_current_key on product_prices (product_id) where valid_to is null;
create index product_prices_history_idx on product_prices (product_id, valid_from desc);

create function record_product_price() returns trigger language plpgsql as $$
declare
  moment timestamptz := case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end;
begin
  if tg_op = 'UPDATE' then
    if new.price_grosze = old.price_grosze then return null; end if;
    -- A clock that was set back must not stop a price change.
    update product_prices set valid_to = greatest(moment, valid_from) where product_id = new.id and valid_to is null
      returning valid_to into moment;
  end if;
  insert into product_prices (product_id, price_grosze, valid_from) values (new.id, new.price_grosze, moment);
  return null;
end $$;
create trigger products_price_history after insert or update of price_grosze on products
  for each row execute function record_product_price();

create function keep_price_history() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then raise exception 'product_prices is append-only'; end if;
  if old.valid_to is not null or new.valid_to is null
     or (new.id, new.product_id, new.price_grosze, new.valid_from)
        is distinct from (old.id, old.product_id, old.price_grosze, old.valid_from) then
    raise exception 'product_prices is append-only';
  end if;
  return new;
end $$;
create trigger product_prices_append_only before update or delete on product_prices
  for each row execute function keep_price_history();
create trigger product_prices_never_emptied before truncate on product_prices
  for each statement execute function keep_price_history();

create table reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id),
  user_id uuid not null references users (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) between 1 and 2000),
  approved boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, user_id)
);
create index reviews_product_idx on reviews (product_id, created_at desc) where approved;
create index reviews_moderation_idx on reviews (approved, created_at desc);
create index reviews_moderation_stars_idx on reviews (approved, rating desc, created_at desc);
create index reviews_user_idx on reviews (user_id, created_at desc);
create trigger reviews_touch before update on reviews for each row execute function touch_updated_at();

-- ---------------------------------------------------------------- settings

create table shop_settings (
  id smallint primary key default 1 check (id = 1),
  hide_substitutes boolean not null default false,
  updated_at timestamptz not null default now()
);
create trigger shop_settings_touch before update on shop_settings for each row execute function touch_updated_at();

-- The newest row counts; older ones tell what was charged when.
create table shipping_costs (
  id uuid primary key default gen_random_uuid(),
  kurier_prepaid_grosze integer not null check (kurier_prepaid_grosze between 0 and 99999),
  kurier_cod_grosze integer not null check (kurier_cod_grosze between 0 and 99999),
  paczkomat_prepaid_grosze integer not null check (paczkomat_prepaid_grosze between 0 and 99999),
  paczkomat_cod_grosze integer not null check (paczkomat_cod_grosze between 0 and 99999),
  updated_at timestamptz not null default clock_timestamp()
);
create index shipping_costs_newest_idx on shipping_costs (updated_at desc, id desc);

create table payment_settings (
  id smallint primary key default 1 check (id = 1),
  mode text not null default 'test' check (mode in ('test', 'live')),
  live_publishable_key text,
  updated_at timestamptz not null default now()
);
create trigger payment_settings_touch before update on payment_settings for each row execute function touch_updated_at();

insert into shop_settings default values;
insert into payment_settings default values;

-- ---------------------------------------------------------------- orders

-- One press of the ordering button. The key makes a repeated press the same checkout.
create table checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  idempotency_key text not null check (length(idempotency_key) between 8 and 200),
  request_hash text not null,
  payment text not null check (payment in ('cash_on_delivery', 'prepaid')),
  shipping_method text not null check (shipping_method in
    ('cash_on_delivery_locker', 'cash_on_delivery_courier', 'prepaid_locker', 'prepaid_courier')),
  items_grosze bigint not null check (items_grosze > 0),
  shipping_grosze integer not null check (shipping_grosze >= 0),
  total_grosze bigint generated always as (items_grosze + shipping_grosze) stored,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key),
  check (shipping_method like payment || '\_%')
);
create index checkouts_user_idx on checkouts (user_id, created_at desc, id);

create table orders (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references checkouts (id),
  user_id uuid not null references users (id),
  email text not null,
  status text not null check (status in ('pending', 'paid', 'completed', 'cancelled')),
  shipping_method text not null check (shipping_method in
    ('cash_on_delivery_locker', 'cash_on_delivery_courier', 'prepaid_locker', 'prepaid_courier')),
  items_grosze bigint not null check (items_grosze > 0),
  shipping_grosze integer not null check (shipping_grosze >= 0),
  total_grosze bigint generated always as (items_grosze + shipping_grosze) stored,
  first_name text not null,
  last_name text not null,
  phone text not null,
  receiver_email text,
  street text,
  house_number text,
  city text,
  postal_code text,
  parcel_locker_id text,
  parcel_locker_name text,
  parcel_locker_address text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (case when shipping_method like '%locker'
    then parcel_locker_id is not null and receiver_email is not null
    else street is not null and house_number is not null and city is not null and postal_code is not null end)
);
create index orders_user_idx on orders (user_id, created_at desc);
create index orders_checkout_idx on orders (checkout_id);
create index orders_newest_idx on orders (created_at desc, id);
create index orders_status_idx on orders (status, created_at desc);
create trigger orders_touch before update on orders for each row execute function touch_updated_at();

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  product_id uuid not null references products (id),
  product_name text not null,
  brand_name text not null,
  unit_price_grosze integer not null check (unit_price_grosze > 0),
  quantity smallint not null check (quantity between 1 and 99),
  unique (order_id, product_id)
);
create index order_items_product_idx on order_items (product_id);

create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders (id),
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  provider_session_id text unique,
  provider_payment_id text unique,
  status text not null check (status in ('open', 'paid', 'expired', 'failed', 'refund_pending', 'refunded')),
  amount_grosze bigint not null check (amount_grosze > 0),
  currency text not null default 'pln' check (currency = 'pln'),
  expires_at timestamptz not null,
  paid_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_open_idx on payments (expires_at) where status = 'open';
create trigger payments_touch before update on payments for each row execute function touch_updated_at();

-- Raw events as the provider sent them; the primary key keeps each from being worked on twice.
create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  primary key (provider, event_id)
);
create index webhook_events_waiting_idx on webhook_events (received_at) where processed_at is null;

-- Signs a buyer in after payment: random, hashed at rest, single use, bound to the order and to a cookie.
create table login_tickets (
  token_hash text primary key,
  cookie_hash text not null,
  order_id uuid not null unique references orders (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders (id),
  status text not null default 'created' check (status in
    ('created', 'processing', 'shipped', 'delivered', 'cancelled', 'archived')),
  tracking_number text check (length(btrim(tracking_number)) > 0),
  receiver_name text not null,
  receiver_phone text not null,
  receiver_email text not null,
  parcel_locker_id text,
  parcel_locker_name text,
  label_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index shipments_status_idx on shipments (status, created_at desc);
create index shipments_newest_idx on shipments (created_at desc, id);
create trigger shipments_touch before update on shipments for each row execute function touch_updated_at();

-- ---------------------------------------------------------------- messages

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  phone text,
  email text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index contact_messages_newest_idx on contact_messages (created_at desc);

-- Transactional outbox: written with what caused the mail, rendered and sent by a job. The key keeps it from being written twice.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  template text not null,
  recipient text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- While an attempt to send the letter runs it owns the row until this moment, so that two never send at once.
  claimed_until timestamptz,
  sent_at timestamptz,
  -- Given up: refused for good, or tried in vain for a day.
  failed_at timestamptz,
  check (sent_at is null or failed_at is null)
);
create index mail_outbox_waiting_idx on mail_outbox (created_at) where sent_at is null and failed_at is null;

-- ---------------------------------------------------------------- page cache

-- Tells every process that public pages may have changed. Stock counts only where a page shows it:
-- sold out, few left (below 5), or plenty.
create function notify_catalog_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', tg_table_name);
  return null;
end $$;

create trigger products_changed_notify after update on products for each row
  when (
    (old.name, old.slug, old.brand_id, old.gender, old.price_grosze, old.description, old.notes, old.notes_pyramid,
     old.volume_ml, old.concentration, old.image_key, old.out_of_stock, old.active,
     coalesce(old.stock_quantity, 5) < 5, case when old.stock_quantity < 5 then old.stock_quantity end)
    is distinct from
    (new.name, new.slug, new.brand_id, new.gender, new.price_grosze, new.description, new.notes, new.notes_pyramid,
     new.volume_ml, new.concentration, new.image_key, new.out_of_stock, new.active,
     coalesce(new.stock_quantity, 5) < 5, case when new.stock_quantity < 5 then new.stock_quantity end)
  )
  execute function notify_catalog_changed();
create trigger products_added_notify after insert or delete on products for each statement execute function notify_catalog_changed();
create trigger brands_notify after insert or update or delete on brands for each statement execute function notify_catalog_changed();
create trigger reviews_notify after insert or update or delete on reviews for each statement execute function notify_catalog_changed();
create trigger shop_settings_notify after update on shop_settings for each statement execute function notify_catalog_changed();
create trigger shipping_costs_notify after insert or update on shipping_costs for each statement execute function notify_catalog_changed();
