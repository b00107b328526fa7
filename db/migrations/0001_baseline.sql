-- Everything that the shop stores. Money is integer grosze, moments are timestamptz (UTC), ids are UUID v4. Comments of the
-- tables say what they hold. Changes come as further files; db/schema.sql shows what all of them make.

-- Polish alphabetical order wherever names are listed (a < ą < b ... l < ł < m).
create collation if not exists polish (provider = icu, locale = 'pl-PL');

-- Whether an order counts as sold: paid, or ordered with payment on delivery and not cancelled.
create function is_sold(status text, payment text) returns boolean
  language sql immutable parallel safe
  return status in ('paid', 'completed') or (status = 'pending' and payment = 'cash_on_delivery');

-- What search compares: lower case, without diacritics. Strips every combining mark and the Polish ł, which has none.
create function search_fold(value text) returns text
  language sql immutable parallel safe strict
  return translate(
    regexp_replace(normalize(lower(value), NFKD), '[\u0300-\u036f]', '', 'g'),
    'łøđß’', 'lods'''
  );

-- The words that the admin finds an order by: parts of its number, address, phone and name.
create function order_search_words(
  order_id uuid, email text, receiver_email text, first_name text, last_name text, phone text
) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(
    array[
      left(order_id::text, 8), right(order_id::text, 8),
      lower(email), split_part(lower(email), '@', 2), lower(coalesce(receiver_email, '')),
      regexp_replace(phone, '\D', '', 'g'), right(regexp_replace(phone, '\D', '', 'g'), 9),
      right(regexp_replace(phone, '\D', '', 'g'), 4)
    ]
    || regexp_split_to_array(search_fold(first_name || ' ' || last_name), '[\s.,''-]+')
    || regexp_split_to_array(split_part(lower(email), '@', 1), '[._+-]+'),
    ''));

-- ---------------------------------------------------------------- accounts

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
  updated_at timestamptz not null default now(),
  terms_version text,
  terms_accepted_at timestamptz,
  deleted_at timestamptz,
  check ((terms_version is null) = (terms_accepted_at is null))
);
comment on table users is
  'Accounts of customers and of the admin. Better Auth reads and writes them under these names.';
create index users_email_idx on users (email);
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  previous_token text,
  previous_token_until timestamptz,
  proven_at timestamptz
);
comment on table sessions is 'Open sessions. A session changes its token and is known by its device.';
create index sessions_expires_at_idx on sessions (expires_at);
create unique index sessions_previous_token_key on sessions (previous_token) where previous_token is not null;
create index sessions_user_newest_idx on sessions (user_id, created_at desc, id desc);

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
  constraint identities_provider_id_account_id_key unique (provider_id, account_id)
);
comment on table identities is 'Ways in to an account: a password, or an account of Google.';
create index identities_user_id_idx on identities (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table verifications is 'Short-lived secrets of Better Auth.';
create index verifications_expires_at_idx on verifications (expires_at);
create index verifications_identifier_idx on verifications (identifier);

create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  last_step integer
);
comment on table two_factors is 'Authenticator apps and recovery codes of accounts.';
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
comment on table jwks is 'Keys that sign tokens of Better Auth.';

create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null default 1 check (hits >= 0),
  primary key (key, window_start)
);
comment on table rate_limits is
  'Counted attempts, shared by all processes: one row per limited thing (account or network) and window.';
create index rate_limits_window_start_idx on rate_limits (window_start);

create table unproven_account_limits (
  id smallint primary key default 1 check (id = 1),
  open_checkouts smallint not null default 5 check (open_checkouts between 1 and 100),
  pieces_of_product smallint not null default 10 check (pieces_of_product between 1 and 1000),
  pieces smallint not null default 30 check (pieces between 1 and 5000),
  mails_per_hour smallint not null default 5 check (mails_per_hour between 1 and 100),
  updated_at timestamptz not null default now(),
  open_payments smallint not null default 3 check (open_payments between 1 and 100),
  proven_checkouts smallint not null default 20 check (proven_checkouts between 1 and 500),
  proven_payments smallint not null default 10 check (proven_payments between 1 and 500),
  proven_pieces_of_product smallint not null default 30 check (proven_pieces_of_product between 1 and 5000),
  proven_pieces smallint not null default 100 check (proven_pieces between 1 and 20000),
  network_parcels smallint not null default 10 check (network_parcels between 1 and 10000),
  all_parcels smallint not null default 60 check (all_parcels between 1 and 10000),
  network_stock_share smallint not null default 20 check (network_stock_share between 1 and 100),
  all_stock_share smallint not null default 50 check (all_stock_share between 1 and 100),
  constraint unproven_account_limits_check check (pieces_of_product <= pieces),
  constraint unproven_account_limits_check1 check (proven_pieces_of_product <= proven_pieces),
  constraint unproven_account_limits_check2 check (network_parcels <= all_parcels),
  constraint unproven_account_limits_check3 check (network_stock_share <= all_stock_share)
);
comment on table unproven_account_limits is
  'One row: what accounts may order, hold and be sent whose address was never proven, or that never received a parcel.';

-- ---------------------------------------------------------------- catalogue

create table brands (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 2 and 50),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '' check (length(description) <= 200),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_original boolean not null default false
);
comment on table brands is 'Brands. One of them is the original line.';
create index brands_listed_idx on brands (name collate polish, id) where active;
create unique index brands_name_key on brands (lower(btrim(name))) where active;
create unique index brands_original_key on brands (is_original) where is_original;

create table brand_slugs (
  slug text primary key,
  brand_id uuid not null references brands (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table brand_slugs is 'Addresses that brands had before they were renamed: they lead to the present one.';
create index brand_slugs_brand_idx on brand_slugs (brand_id);

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
  stock_quantity integer check (stock_quantity >= 0),
  out_of_stock boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz not null default clock_timestamp(),
  constraint sold_out_at_zero check (stock_quantity is distinct from 0 or out_of_stock)
);
comment on table products is 'Perfumes with price, stock, notes and picture. A stock of null is not counted.';
create index products_brand_idx on products (brand_id);
create index products_image_idx on products (image_key) where image_key is not null;

create table product_slugs (
  slug text primary key,
  product_id uuid not null references products (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table product_slugs is 'Addresses that products had before they were renamed: they lead to the present one.';
create index product_slugs_product_idx on product_slugs (product_id);

create table product_prices (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id),
  price_grosze integer not null check (price_grosze > 0),
  valid_from timestamptz not null default clock_timestamp(),
  valid_to timestamptz,
  check (valid_to >= valid_from)
);
comment on table product_prices is
  'Every price that a product ever had, from when to when. Rows are only added, and closed once.';
create unique index product_prices_current_key on product_prices (product_id) where valid_to is null;
create index product_prices_history_idx on product_prices (product_id, valid_from desc);

create table demo_products (
  product_id uuid primary key references products (id) on delete cascade
);
comment on table demo_products is 'Products that came with the demo catalogue: a real shop removes them in one press.';

create table unused_pictures (
  image_key text primary key check (image_key ~ '^[0-9a-f]{32}$'),
  unused_since timestamptz not null default now(),
  deleting_at timestamptz
);
comment on table unused_pictures is 'Pictures that no product shows: a job deletes their files after a while.';
create index unused_pictures_since_idx on unused_pictures (unused_since);

create table reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id),
  user_id uuid not null references users (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) between 1 and 2000),
  approved boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rejected_at timestamptz,
  confirmed boolean not null default false,
  author_first_name text,
  constraint reviews_product_id_user_id_key unique (product_id, user_id),
  constraint reviews_approved_or_rejected check (not (approved and rejected_at is not null))
);
comment on table reviews is 'Opinions of customers, shown once they are approved.';
create index reviews_confirmed_idx on reviews (product_id) where approved and confirmed;
create index reviews_pending_idx on reviews (created_at desc, id) where (not approved) and rejected_at is null;
create index reviews_pending_stars_idx on reviews (rating desc, created_at desc, id) where (not approved) and
    rejected_at is null;
create index reviews_product_idx on reviews (product_id, created_at desc) where approved;
create index reviews_published_idx on reviews (created_at desc, id) where approved;
create index reviews_published_stars_idx on reviews (rating desc, created_at desc, id) where approved;
create index reviews_rejected_idx on reviews (created_at desc, id) where (not approved) and rejected_at is not null;
create index reviews_rejected_stars_idx on reviews (rating desc, created_at desc, id) where (not approved) and
    rejected_at is not null;
create index reviews_user_idx on reviews (user_id, created_at desc);

create table product_ratings (
  product_id uuid primary key references products (id) on delete cascade,
  reviews integer not null,
  stars bigint not null
);
comment on table product_ratings is 'Number and sum of the approved reviews of each product that has any.';

create table product_sales (
  product_id uuid primary key references products (id) on delete cascade,
  pieces integer not null check (pieces > 0)
);
comment on table product_sales is 'Pieces of each product that were ordered in the last 90 days, counted by a daily job.';

-- ---------------------------------------------------------------- settings

create table shop_settings (
  id smallint primary key default 1 check (id = 1),
  hide_substitutes boolean not null default false,
  updated_at timestamptz not null default now(),
  dispatch_until smallint not null default 14 check (dispatch_until between 1 and 23),
  closed_weekdays smallint[] not null default '{6,7}' check ((closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[])
    and (not (closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[]))),
  closed_dates date[] not null default '{}' check (cardinality(closed_dates) <= 100),
  holiday_from date,
  holiday_to date,
  holiday_selling boolean not null default true,
  constraint whole_holiday check (((holiday_from is null) = (holiday_to is null)) and holiday_from <= holiday_to)
);
comment on table shop_settings is 'One row: what the admin decides about the whole shop.';

create table shipping_costs (
  id uuid primary key default gen_random_uuid(),
  updated_at timestamptz not null default clock_timestamp(),
  free_delivery_from_grosze integer check (free_delivery_from_grosze between 1 and 9999999),
  preset boolean not null default false
);
comment on table shipping_costs is
  'Each time that the costs of delivery were set. The newest counts; older ones tell what was charged when.';
create index shipping_costs_newest_idx on shipping_costs (updated_at desc, id desc);

create table shipping_rates (
  costs_id uuid not null references shipping_costs (id) on delete cascade,
  payment text not null check (payment in ('cash_on_delivery', 'prepaid')),
  delivery text not null check (delivery ~ '^[a-z_]{1,40}$'),
  grosze integer not null check (grosze between 0 and 99999),
  primary key (costs_id, payment, delivery)
);
comment on table shipping_rates is
  'What delivery costs, in grosze: one row for each way to pay and to deliver of its shipping_costs.';

create table landing_films (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) >= 1 and char_length(title) <= 80),
  image_key text not null check (image_key ~ '^[0-9a-f]{32}$'),
  file text unique check (file ~ '^[0-9a-f]{32}\.(mp4|webm)$'),
  link text check (link like 'https://%' and char_length(link) <= 500),
  created_at timestamptz not null default now(),
  check (file is null or link is null)
);
comment on table landing_films is 'Up to three short films on the landing page: a file of the shop, or a link.';
create index landing_films_image_idx on landing_films (image_key);

-- ---------------------------------------------------------------- orders

create table checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  payment text not null check (payment in ('cash_on_delivery', 'prepaid')),
  shipping_method text not null check (shipping_method in ('cash_on_delivery_locker', 'cash_on_delivery_courier',
    'prepaid_locker', 'prepaid_courier')),
  items_grosze bigint not null check (items_grosze > 0),
  shipping_grosze integer not null check (shipping_grosze >= 0),
  total_grosze bigint generated always as (items_grosze + shipping_grosze) stored,
  created_at timestamptz not null default now(),
  terms_version text,
  terms_accepted_at timestamptz,
  delivery text generated always as (case when shipping_method like '%\_locker' then 'locker' else 'courier' end)
    stored,
  client_network text,
  constraint checkouts_check check (shipping_method like (payment || '\_%')),
  constraint checkouts_check1 check ((terms_version is null) = (terms_accepted_at is null))
);
comment on table checkouts is 'One press of the ordering button: one or more orders that travel as one parcel.';
create index checkouts_client_network_idx on checkouts (created_at) where client_network is not null;
create index checkouts_user_idx on checkouts (user_id, created_at desc, id);

create table orders (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references checkouts (id),
  user_id uuid not null references users (id),
  email text not null,
  status text not null check (status in ('pending', 'paid', 'completed', 'cancelled')),
  shipping_method text not null check (shipping_method in ('cash_on_delivery_locker', 'cash_on_delivery_courier',
    'prepaid_locker', 'prepaid_courier')),
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
  payment text generated always as (case when shipping_method like 'prepaid\_%' then 'prepaid' else
    'cash_on_delivery' end) stored,
  delivery text generated always as (case when shipping_method like '%\_locker' then 'locker' else 'courier' end)
    stored,
  number text generated always as (left(id::text, 8)) stored,
  anonymised_at timestamptz,
  search tsvector generated always as (order_search_words(id, email, receiver_email, first_name, last_name,
    phone)) stored,
  check (case when shipping_method like '%locker' then (parcel_locker_id is not null and receiver_email is not
    null) else (street is not null and house_number is not null and city is not null and postal_code is not
    null) end)
);
comment on table orders is
  'What is fulfilled. Paid on delivery each product of a checkout is an order, paid ahead all of them are one.';
create index orders_checkout_idx on orders (checkout_id);
create index orders_email_idx on orders (email);
create index orders_filtered_idx on orders (status, shipping_method, created_at desc, checkout_id, id);
create index orders_newest_idx on orders (created_at desc, checkout_id, id) include (status, payment,
    items_grosze, shipping_grosze, total_grosze);
create unique index orders_number_key on orders (number);
create index orders_personal_data_idx on orders (created_at) where anonymised_at is null;
create index orders_search_idx on orders using gin (search);
create index orders_status_idx on orders (status, created_at desc);
create index orders_user_idx on orders (user_id, created_at desc);

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  product_id uuid not null references products (id),
  product_name text not null,
  brand_name text not null,
  unit_price_grosze integer not null check (unit_price_grosze > 0),
  quantity smallint not null check (quantity between 1 and 99),
  taken_from_stock boolean not null default false,
  constraint order_items_order_id_product_id_key unique (order_id, product_id)
);
comment on table order_items is 'What was bought, as it was named and priced then.';
create index order_items_product_idx on order_items (product_id);

create table order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  note text not null check (length(btrim(note)) between 1 and 2000),
  created_at timestamptz not null default now()
);
comment on table order_notes is 'What the admin writes beside an order. Customers never see it.';
create index order_notes_order_idx on order_notes (order_id, created_at);

create table order_days (
  day date primary key,
  orders integer not null check (orders > 0)
);
comment on table order_days is 'Orders of each day (UTC) that is over, counted by a job.';

create table held_orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  idempotency_key text not null,
  request jsonb not null,
  total_grosze bigint not null check (total_grosze > 0),
  client_network text not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint held_orders_user_id_idempotency_key_key unique (user_id, idempotency_key)
);
comment on table held_orders is
  'Orders as they were sent that wait until their buyer opens a mailed link. They hold no pieces.';
create index held_orders_created_idx on held_orders (created_at);

create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (length(key) between 8 and 200),
  operation text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table idempotency_keys is
  'Calls that happen once per key: the row is written with what the call did, and holds its answer.';
create index idempotency_keys_created_idx on idempotency_keys (created_at);

create table login_tickets (
  token_hash text primary key,
  cookie_hash text not null,
  order_id uuid not null references orders (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table login_tickets is 'Signs a buyer in after payment: hashed, used once, bound to the order and to a cookie.';
create index login_tickets_order_idx on login_tickets (order_id);

create table account_links (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('login-link', 'password-reset', 'email-verification', 'review')),
  email text not null,
  user_id uuid references users (id) on delete cascade,
  order_id uuid unique references orders (id) on delete cascade,
  used_at timestamptz,
  replaced_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table account_links is
  'Links mailed to the address of an account. Tokens follow from ids and the shop''s secret: the table opens nothing.';
create index account_links_email_idx on account_links (email, purpose, created_at);
create index account_links_expires_at_idx on account_links (expires_at);
create index account_links_user_idx on account_links (user_id);

-- ---------------------------------------------------------------- payments

create table payment_settings (
  id smallint primary key default 1 check (id = 1),
  mode text not null default 'test' check (mode in ('test', 'live')),
  live_publishable_key text,
  updated_at timestamptz not null default now()
);
comment on table payment_settings is 'One row: whether payments are real, and what the provider told.';

create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
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
  updated_at timestamptz not null default now(),
  attempt smallint not null default 1 check (attempt > 0),
  next_check_at timestamptz default now() + '00:01:00'::interval,
  checks smallint not null default 0,
  asked_at timestamptz,
  paid_with text,
  constraint payments_order_attempt_key unique (order_id, attempt)
);
comment on table payments is 'Attempts to pay for an order ahead. At most one of an order is open.';
create index payments_check_idx on payments (next_check_at) where next_check_at is not null;
create unique index payments_one_open_key on payments (order_id) where status = 'open';
create index payments_open_idx on payments (expires_at) where status = 'open';

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  amount_grosze bigint not null check (amount_grosze > 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  reason text not null,
  idempotency_key text not null unique,
  provider_refund_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  failure text
);
comment on table refunds is 'Money that went back, or is on its way, to the buyer of a payment.';
create index refunds_failed_idx on refunds (payment_id) where status = 'failed';
create index refunds_payment_idx on refunds (payment_id);
create index refunds_status_idx on refunds (status, created_at desc);

create table disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  provider_dispute_id text not null unique,
  status text not null,
  amount_grosze bigint not null check (amount_grosze > 0),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table disputes is 'Buyers who asked their bank for the money back. The status is the provider''s own word.';
create index disputes_payment_idx on disputes (payment_id);

create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  primary key (provider, event_id)
);
comment on table webhook_events is
  'Events of the provider. The key keeps each from being worked on twice; no name or address is stored.';
create index webhook_events_processed_idx on webhook_events (processed_at) where processed_at is not null;
create index webhook_events_waiting_idx on webhook_events (received_at) where processed_at is null;

create table provider_products (
  product_id uuid not null references products (id) on delete cascade,
  mode text not null check (mode in ('test', 'live')),
  provider_product_id text,
  provider_price_id text,
  synced text,
  request_number integer not null default 0,
  pending text,
  synced_at timestamptz,
  primary key (product_id, mode),
  constraint provider_products_mode_provider_product_id_key unique (mode, provider_product_id),
  check ((provider_product_id is null) = (provider_price_id is null))
);
comment on table provider_products is 'What a product is called at the payment provider, in each of its modes.';

-- ---------------------------------------------------------------- shipping

create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders (id),
  status text not null default 'created' check (status in ('created', 'processing', 'shipped', 'delivered',
    'cancelled')),
  tracking_number text check (length(btrim(tracking_number)) > 0),
  receiver_name text not null,
  receiver_phone text not null,
  receiver_email text not null,
  parcel_locker_id text,
  parcel_locker_name text,
  label_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  packed_at timestamptz,
  deleted_at timestamptz,
  heads_parcel boolean not null default true,
  constraint shipments_deleted_from_archive check (deleted_at is null or archived_at is not null)
);
comment on table shipments is
  'What the customer knows of a parcel. Each order on delivery has one; one of a checkout heads the parcel.';
create index shipments_active_idx on shipments (status, created_at desc) where archived_at is null;
create index shipments_active_parcels_idx on shipments (created_at desc, id desc) where archived_at is null and
    heads_parcel;
create index shipments_archived_parcels_idx on shipments (created_at desc, id desc) where archived_at is not
    null and deleted_at is null and heads_parcel;
create index shipments_packed_idx on shipments (packed_at desc, id) where archived_at is null and packed_at is
    not null and status in ('created', 'processing');
create index shipments_to_pack_idx on shipments (created_at, id) where archived_at is null and packed_at is null
    and status in ('created', 'processing');
create index shipments_tracking_idx on shipments (tracking_number) where tracking_number is not null;
create index shipments_tracking_text_idx on shipments (tracking_number text_pattern_ops) where tracking_number
    is not null;

create table carrier_settings (
  id integer primary key default 1 check (id = 1),
  locker_template text not null default 'small' check (locker_template in ('small', 'medium', 'large')),
  length_mm integer not null default 200,
  width_mm integer not null default 150,
  height_mm integer not null default 100,
  weight_grams integer not null default 1000
);
comment on table carrier_settings is 'One row: sender and sizes of parcels at the carrier.';

create table carrier_shipments (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references checkouts (id) on delete cascade,
  reference text not null unique,
  status text not null default 'requested' check (status in ('requested', 'refused', 'created', 'confirmed',
    'cancelled')),
  locker_template text not null check (locker_template in ('small', 'medium', 'large')),
  length_mm integer not null check (length_mm > 0),
  width_mm integer not null check (width_mm > 0),
  height_mm integer not null check (height_mm > 0),
  weight_grams integer not null check (weight_grams > 0),
  asked_at timestamptz,
  unsettled_since timestamptz,
  carrier_id text unique,
  carrier_status text,
  tracking_number text,
  cod_grosze integer check (cod_grosze > 0),
  problem text,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint carrier_shipments_check check ((carrier_id is not null) = status in ('created', 'confirmed',
    'cancelled')),
  constraint carrier_shipments_check1 check (tracking_number is not null or status <> 'confirmed'),
  constraint carrier_shipments_check2 check ((asked_at is null) = (unsettled_since is null)),
  constraint carrier_shipments_check3 check (asked_at is null or status = 'requested')
);
comment on table carrier_shipments is 'Parcels at the carrier.';
create index carrier_shipments_checkout_idx on carrier_shipments (checkout_id, created_at);
create index carrier_shipments_followed_idx on carrier_shipments (checked_at nulls first) where status in
    ('created', 'confirmed') and (carrier_status not in ('delivered', 'returned_to_sender', 'canceled'));
create unique index carrier_shipments_open_key on carrier_shipments (checkout_id) where status <> 'cancelled';
create index carrier_shipments_unsettled_idx on carrier_shipments (asked_at) where asked_at is not null;

-- ---------------------------------------------------------------- figures

create table sales_days (
  day date primary key,
  checkouts integer not null,
  orders integer not null,
  pieces integer not null,
  goods_grosze bigint not null,
  shipping_grosze bigint not null,
  total_grosze bigint not null,
  on_delivery_grosze bigint not null,
  refunded_grosze bigint not null
);
comment on table sales_days is 'Sales of each day since the first order, added up by a job.';

create table sales_day_products (
  day date not null,
  product_id uuid not null,
  pieces integer not null,
  goods_grosze bigint not null,
  primary key (day, product_id) include (pieces, goods_grosze)
);
comment on table sales_day_products is 'Sales of each product on each day, added up by a job.';

create table changed_sales_days (
  day date not null
);
comment on table changed_sales_days is
  'Days to be added up again, one row for every change, so that writers do not wait for each other.';

-- ---------------------------------------------------------------- messages

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  phone text,
  email text not null,
  message text not null,
  created_at timestamptz not null default now(),
  submission_key text unique
);
comment on table contact_messages is 'Messages of the contact form.';
create index contact_messages_newest_idx on contact_messages (created_at desc);

create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  template text not null,
  recipient text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  attempts smallint not null default 0 check (attempts >= 0),
  trying_since timestamptz,
  failure_reason text check (failure_reason in ('refused', 'deferred', 'server_away')),
  failure text,
  dismissed_at timestamptz,
  priority smallint not null generated always as (case when template in ('password-reset', 'login-link',
    'email-verification') then 0 when template in ('welcome', 'shipment-delivered', 'review-invitation') then 2
    else 1 end) stored,
  check (sent_at is null or failed_at is null)
);
comment on table mail_outbox is
  'Mails, written with what caused them and sent by a poller. The key keeps a mail from being written twice.';
create index mail_outbox_data_idx on mail_outbox using gin (data jsonb_path_ops);
create index mail_outbox_finished_idx on mail_outbox (COALESCE(sent_at, failed_at));
create index mail_outbox_given_up_idx on mail_outbox (failed_at desc, id) where failed_at is not null and
    dismissed_at is null;
create index mail_outbox_sent_idx on mail_outbox (recipient, sent_at) where sent_at is not null;
create index mail_outbox_waiting_idx on mail_outbox (priority, next_attempt_at, created_at) where sent_at is
    null and failed_at is null;

create table owner_notice_settings (
  id smallint primary key default 1 check (id = 1),
  order_mail text not null default 'now' check (order_mail in ('now', 'hourly', 'daily', 'off')),
  payment_mail text not null default 'daily' check (payment_mail in ('now', 'hourly', 'daily', 'off')),
  refund_mail text not null default 'now' check (refund_mail in ('now', 'hourly', 'daily', 'off')),
  stock_mail text not null default 'daily' check (stock_mail in ('now', 'hourly', 'daily', 'off')),
  message_mail text not null default 'now' check (message_mail in ('now', 'hourly', 'daily')),
  low_stock smallint not null default 3 check (low_stock between 0 and 100),
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  updated_at timestamptz not null default now(),
  order_push boolean not null default true,
  payment_push boolean not null default true,
  refund_push boolean not null default true,
  stock_push boolean not null default true,
  message_push boolean not null default true,
  check (((quiet_from is null) = (quiet_to is null)) and quiet_from <> quiet_to)
);
comment on table owner_notice_settings is 'One row: what the owner is told, and when.';

create table owner_notices (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('order', 'payment', 'refund', 'stock', 'message')),
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  mail_batch uuid,
  pushed_at timestamptz,
  push_batch uuid
);
comment on table owner_notices is 'What the owner is told of, once per key. A job tells it later.';
create index owner_notices_created_idx on owner_notices (created_at);
create index owner_notices_mail_batch_idx on owner_notices (mail_batch) where mail_batch is not null;
create index owner_notices_push_batch_idx on owner_notices (push_batch) where push_batch is not null;
create index owner_notices_unmailed_idx on owner_notices (kind, id) where mailed_at is null;
create index owner_notices_unpushed_idx on owner_notices (kind, id) where pushed_at is null;

create table push_devices (
  id uuid primary key default gen_random_uuid(),
  endpoint text not null unique check (char_length(endpoint) >= 1 and char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 80),
  created_at timestamptz not null default now(),
  last_success_at timestamptz,
  failed_at timestamptz
);
comment on table push_devices is 'Devices of the owner that receive notices.';

create table device_pushes (
  batch uuid not null,
  device_id uuid not null references push_devices (id) on delete cascade,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  taken_at timestamptz,
  primary key (batch, device_id)
);
comment on table device_pushes is 'One notice to one device. A sender takes it first, so that it goes once.';
create index device_pushes_created_idx on device_pushes (created_at);
create index device_pushes_device_idx on device_pushes (device_id);
create index device_pushes_due_idx on device_pushes (due_at) where taken_at is null;

-- ---------------------------------------------------------------- what happened, and work that goes on in steps

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  subject text not null check (subject in ('order', 'payment', 'shipment', 'refund', 'dispute', 'email')),
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('customer', 'admin', 'provider', 'system')),
  actor_id uuid,
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  refund_id uuid references refunds (id)
);
comment on table order_events is
  'Everything that happened to an order, its payments and its shipment, written with what did it. Rows are only added.';
create index order_events_order_idx on order_events (order_id, id);
create index order_events_refund_idx on order_events (refund_id) where refund_id is not null;

create table runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  mode text check (mode in ('test', 'live')),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  failure text,
  started_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint runs_check check ((status = 'running') = (finished_at is null)),
  constraint runs_check1 check ((mode is null) = (kind = 'carrier-shipments'))
);
comment on table runs is 'Work on many things that goes on in steps.';
create index runs_newest_idx on runs (kind, created_at desc);
create unique index runs_running_idx on runs (kind) where status = 'running';
create index runs_started_by_idx on runs (started_by);

create table run_items (
  run_id uuid not null references runs (id) on delete cascade,
  product_id uuid references products (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  failure text,
  checkout_id uuid references checkouts (id) on delete cascade,
  failure_details text,
  constraint run_items_run_id_checkout_id_key unique (run_id, checkout_id),
  constraint run_items_run_id_product_id_key unique (run_id, product_id),
  check (num_nonnulls(product_id, checkout_id) = 1)
);
comment on table run_items is 'The single things of a run, each with its outcome.';
create index run_items_checkout_idx on run_items (checkout_id);
create index run_items_failed_idx on run_items (run_id, COALESCE(product_id, checkout_id)) where status = 'failed';
create index run_items_product_idx on run_items (product_id);
create index run_items_waiting_idx on run_items (run_id, COALESCE(product_id, checkout_id)) where status = 'waiting';

create table audit_events (
  id bigint generated always as identity primary key,
  user_id uuid references users (id) on delete set null,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_id text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table audit_events is 'Every login of the admin and every change that was made there.';
create index audit_events_newest_idx on audit_events (id desc) include (action);
create index audit_events_noun_idx on audit_events (split_part(action, '.'::text, 1), id desc);
create index audit_events_subject_idx on audit_events (subject_id, id desc) where subject_id is not null;
create index audit_events_user_idx on audit_events (user_id);

-- ---------------------------------------------------------------- what the database does by itself

create function is_delivered_to(buyer uuid, product uuid) returns boolean language sql stable as $$
  select exists (
    select from orders
      join order_items on order_items.order_id = orders.id
      join shipments on shipments.order_id = orders.id
    where orders.user_id = buyer and order_items.product_id = product and shipments.status = 'delivered'
  )
$$;

create function complete_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.approved and not old.approved) then
    new.confirmed := new.confirmed or is_delivered_to(new.user_id, new.product_id);
  end if;
  if new.approved and (tg_op = 'INSERT' or not old.approved) then
    new.author_first_name := (select first_name from users where id = new.user_id);
  end if;
  return new;
end $$;

create function confirm_reviews() returns trigger language plpgsql as $$
begin
  update reviews set confirmed = true
  from orders join order_items on order_items.order_id = orders.id
  where orders.id = new.order_id and reviews.user_id = orders.user_id and reviews.product_id = order_items.product_id
    and not reviews.confirmed;
  return null;
end $$;

create function keep_order_events() returns trigger language plpgsql as $$
begin
  raise exception 'order_events is append-only';
end $$;

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

create function mark_refunded_sales_day() returns trigger language plpgsql as $$
begin
  insert into changed_sales_days
  select (orders.created_at at time zone 'Europe/Warsaw')::date
  from payments join orders on orders.id = payments.order_id where payments.id = new.payment_id;
  return null;
end $$;

create function mark_sales_day() returns trigger language plpgsql as $$
begin
  insert into changed_sales_days values ((new.created_at at time zone 'Europe/Warsaw')::date);
  if tg_op = 'UPDATE' and old.created_at <> new.created_at then
    insert into changed_sales_days values ((old.created_at at time zone 'Europe/Warsaw')::date);
  end if;
  return null;
end $$;

create function note_for_owner() returns trigger language plpgsql as $$
declare
  subject uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  insert into owner_notices (key, kind, subject_id) values (tg_argv[0] || ':' || subject, tg_argv[0], subject)
  on conflict (key) do nothing;
  return null;
end $$;

create function note_low_stock_for_owner() returns trigger language plpgsql as $$
begin
  insert into owner_notices (key, kind, subject_id)
  select 'stock:' || new.id || ':' || (now() at time zone 'Europe/Warsaw')::date, 'stock', new.id
  from owner_notice_settings where new.stock_quantity <= low_stock and old.stock_quantity > low_stock
  on conflict (key) do nothing;
  return null;
end $$;

create function note_paid_order_for_owner() returns trigger language plpgsql as $$
begin
  insert into owner_notices (key, kind, subject_id)
  select 'order:' || checkout_id, 'order', checkout_id from orders where orders.id = new.order_id
  on conflict (key) do nothing;
  return null;
end $$;

create function note_picture_use() returns trigger language plpgsql as $$
begin
  -- The picture that was taken away.
  if old.image_key ~ '^[0-9a-f]{32}$' and not exists (select from used_pictures where image_key = old.image_key) then
    insert into unused_pictures (image_key) values (old.image_key) on conflict (image_key) do nothing;
  end if;
  -- The one that was put in its place. Whoever begins to delete it and whoever takes it wait for each other.
  if new.image_key is not null then
    delete from unused_pictures where image_key = new.image_key and deleting_at is null;
    if exists (select from unused_pictures where image_key = new.image_key) then
      raise exception 'the picture is being deleted' using errcode = 'check_violation', constraint = 'products_picture_stored';
    end if;
  end if;
  return null;
end $$;

create function notify_catalog_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', case when tg_nargs > 0 then tg_argv[0] else 'all' end);
  return null;
end $$;

create function notify_product_changed() returns trigger language plpgsql as $$
declare
  -- Changes the product alone. A column that is not named here makes everything be read again.
  own constant text[] := '{name,price_grosze,stock_quantity,out_of_stock,description,notes,notes_pyramid,volume_ml,concentration,image_key,updated_at,edited_at}';
begin
  perform pg_notify('catalog_changed',
    case when to_jsonb(old) - own is distinct from to_jsonb(new) - own then 'all' else 'product:' || new.id end);
  return null;
end $$;

create function notify_review_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.approved then
    perform pg_notify('catalog_changed', 'product:' || old.product_id);
  end if;
  if tg_op <> 'DELETE' and new.approved then
    perform pg_notify('catalog_changed', 'product:' || new.product_id);
  end if;
  return null;
end $$;

create function protect_original_brand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not new.is_original or not new.active then
    raise exception 'the original brand cannot be deleted, deactivated or lose its mark'
      using errcode = 'check_violation', constraint = 'brands_original_protected';
  end if;
  return new;
end $$;

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

create function remember_brand_slug() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into brand_slugs (slug, brand_id) values (old.slug, new.id)
    on conflict (slug) do update set brand_id = excluded.brand_id, created_at = now();
  end if;
  delete from brand_slugs where slug = new.slug;
  return null;
end $$;

create function remember_product_slug() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into product_slugs (slug, product_id) values (old.slug, new.id)
    on conflict (slug) do update set product_id = excluded.product_id, created_at = now();
  end if;
  delete from product_slugs where slug = new.slug;
  return null;
end $$;

create function sum_ratings() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    insert into product_ratings (product_id, reviews, stars)
    select product_id, -count(*), -sum(rating) from removed where approved group by product_id order by product_id
    on conflict (product_id) do update
      set reviews = product_ratings.reviews + excluded.reviews, stars = product_ratings.stars + excluded.stars;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into product_ratings (product_id, reviews, stars)
    select product_id, count(*), sum(rating) from added where approved group by product_id order by product_id
    on conflict (product_id) do update
      set reviews = product_ratings.reviews + excluded.reviews, stars = product_ratings.stars + excluded.stars;
  end if;
  return null;
end $$;

create function touch_edited_at() returns trigger language plpgsql as $$
declare
  not_edited constant text[] := '{stock_quantity,out_of_stock,updated_at,edited_at}';
begin
  if to_jsonb(new) - not_edited is distinct from to_jsonb(old) - not_edited then
    new.edited_at := clock_timestamp();
  end if;
  return new;
end $$;

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger unproven_account_limits_touch before update on unproven_account_limits
  for each row execute function touch_updated_at();
create trigger brands_notify after insert or delete or update on brands
  for each statement execute function notify_catalog_changed();
create trigger brands_original_protected before delete or update on brands
  for each row when (old.is_original) execute function protect_original_brand();
create trigger brands_renamed after update of slug on brands
  for each row when (old.slug is distinct from new.slug) execute function remember_brand_slug();
create trigger brands_slug_given after insert on brands for each row execute function remember_brand_slug();
create trigger brands_touch before update on brands for each row execute function touch_updated_at();
create trigger products_added_notify after insert or delete on products
  for each statement execute function notify_catalog_changed();
create trigger products_changed_notify after update on products
  for each row
  when (((to_jsonb(old.*) - '{stock_quantity,provider_product_id,updated_at}'::text[]) is distinct from
    (to_jsonb(new.*) - '{stock_quantity,provider_product_id,updated_at}'::text[])) or ( case when
    old.stock_quantity < 5 then old.stock_quantity else null::integer end is distinct from case when
    new.stock_quantity < 5 then new.stock_quantity else null::integer end)) execute function
    notify_product_changed();
create trigger products_edited before update on products for each row execute function touch_edited_at();
create trigger products_low_noted_for_owner after update of stock_quantity on products
  for each row when (new.active and new.stock_quantity < old.stock_quantity) execute function
    note_low_stock_for_owner();
create trigger products_picture_added after insert on products
  for each row when (new.image_key is not null) execute function note_picture_use();
create trigger products_picture_changed after update of image_key on products
  for each row when (old.image_key is distinct from new.image_key) execute function note_picture_use();
create trigger products_picture_removed after delete on products
  for each row when (old.image_key is not null) execute function note_picture_use();
create trigger products_price_history after insert or update of price_grosze on products
  for each row execute function record_product_price();
create trigger products_renamed after update of slug on products
  for each row when (old.slug is distinct from new.slug) execute function remember_product_slug();
create trigger products_slug_given after insert on products for each row execute function remember_product_slug();
create trigger products_touch before update on products for each row execute function touch_updated_at();
create trigger product_prices_append_only before delete or update on product_prices
  for each row execute function keep_price_history();
create trigger product_prices_never_emptied before TRUNCATE on product_prices
  for each statement execute function keep_price_history();
create trigger reviews_completed before insert or update on reviews for each row execute function complete_review();
create trigger reviews_notify after insert or delete or update on reviews
  for each row execute function notify_review_changed();
create trigger reviews_rated after insert on reviews referencing new table as added
  for each statement execute function sum_ratings();
create trigger reviews_rated_anew after update on reviews referencing old table as removed new table as added
  for each statement execute function sum_ratings();
create trigger reviews_touch before update on reviews for each row execute function touch_updated_at();
create trigger reviews_unrated after delete on reviews referencing old table as removed
  for each statement execute function sum_ratings();
create trigger product_sales_notify after insert or delete or update on product_sales
  for each statement execute function notify_catalog_changed();
create trigger shop_settings_notify after update on shop_settings
  for each statement execute function notify_catalog_changed();
create trigger shop_settings_touch before update on shop_settings for each row execute function touch_updated_at();
create trigger shipping_costs_notify after insert or update on shipping_costs
  for each statement execute function notify_catalog_changed('shipping-costs');
create trigger shipping_rates_notify after insert or delete or update on shipping_rates
  for each statement execute function notify_catalog_changed('shipping-costs');
create trigger landing_films_notify after insert or delete or update on landing_films
  for each statement execute function notify_catalog_changed();
create trigger landing_films_picture_added after insert on landing_films
  for each row execute function note_picture_use();
create trigger landing_films_picture_removed after delete on landing_films
  for each row execute function note_picture_use();
create trigger checkouts_noted_for_owner after insert on checkouts
  for each row when (new.payment = 'cash_on_delivery') execute function note_for_owner('order', 'id');
create trigger orders_sales_day_changed after update on orders
  for each row
  when (((((is_sold(old.status, old.payment) is distinct from is_sold(new.status, new.payment)) or old.created_at
    is distinct from new.created_at) or old.checkout_id is distinct from new.checkout_id) or old.items_grosze is
    distinct from new.items_grosze) or old.shipping_grosze is distinct from new.shipping_grosze) execute
    function mark_sales_day();
create trigger orders_sales_day_dated after insert on orders
  for each row when (new.created_at < (now() - '01:00:00'::interval)) execute function mark_sales_day();
create trigger orders_touch before update on orders for each row execute function touch_updated_at();
create trigger payment_settings_touch before update on payment_settings
  for each row execute function touch_updated_at();
create trigger payments_failed_noted_for_owner after update of status on payments
  for each row when (old.status = 'open' and (new.status in ('failed', 'expired'))) execute function
    note_for_owner('payment', 'id');
create trigger payments_paid_noted_for_owner after update of status on payments
  for each row when (new.status = 'paid' and (old.status in ('open', 'expired', 'failed'))) execute function
    note_paid_order_for_owner();
create trigger payments_touch before update on payments for each row execute function touch_updated_at();
create trigger refunds_failed_noted_for_owner after insert or update of status on refunds
  for each row when (new.status = 'failed') execute function note_for_owner('refund', 'id');
create trigger refunds_sales_day_added after insert on refunds
  for each row when (new.status = 'succeeded') execute function mark_refunded_sales_day();
create trigger refunds_sales_day_changed after update on refunds
  for each row
  when (((old.status = 'succeeded') is distinct from (new.status = 'succeeded')) or old.amount_grosze is distinct
    from new.amount_grosze) execute function mark_refunded_sales_day();
create trigger refunds_touch before update on refunds for each row execute function touch_updated_at();
create trigger disputes_touch before update on disputes for each row execute function touch_updated_at();
create trigger shipments_confirm_reviews after insert or update on shipments
  for each row when (new.status = 'delivered') execute function confirm_reviews();
create trigger shipments_touch before update on shipments for each row execute function touch_updated_at();
create trigger carrier_shipments_touch before update on carrier_shipments
  for each row execute function touch_updated_at();
create trigger owner_notice_settings_touch before update on owner_notice_settings
  for each row execute function touch_updated_at();
create trigger order_events_append_only before update on order_events
  for each row execute function keep_order_events();

-- Pictures that something shows.
create view used_pictures as
  select image_key from products where image_key is not null
  union all
  select image_key from landing_films;

-- ---------------------------------------------------------------- rows that are always there

insert into shop_settings default values;
insert into payment_settings default values;
insert into carrier_settings default values;
insert into owner_notice_settings default values;
insert into unproven_account_limits default values;
insert into brands (name, slug, is_original) values ('Perfumy Arabskie', 'perfumy-arabskie', true);
-- Costs that every shop begins with, until its owner sets them.
with costs as (insert into shipping_costs (preset) values (true) returning id)
insert into shipping_rates (costs_id, payment, delivery, grosze)
select id, payment, delivery, grosze
from costs
cross join lateral (
  values
    ('prepaid', 'courier', 1599),
    ('cash_on_delivery', 'courier', 1999),
    ('prepaid', 'locker', 1299),
    ('cash_on_delivery', 'locker', 1699)
) as rates (payment, delivery, grosze);
