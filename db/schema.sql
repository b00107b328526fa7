-- Written by npm run db:schema from what db/migrations make. Do not edit.

create collation polish (provider = icu, locale = 'pl-PL');

CREATE OR REPLACE FUNCTION public.check_shipping_rates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  costs uuid := coalesce(to_jsonb(old) ->> 'costs_id', to_jsonb(new) ->> 'id');
begin
  if exists (select from shipping_costs where id = costs) and exists (
    values ('cash_on_delivery', 'courier'), ('cash_on_delivery', 'locker'), ('prepaid', 'courier'), ('prepaid', 'locker')
    except select payment, delivery from shipping_rates where costs_id = costs
  ) then
    raise exception 'shipping costs lack a rate' using errcode = 'check_violation', constraint = 'shipping_costs_complete';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.complete_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or (new.approved and not old.approved) then
    new.confirmed := new.confirmed or is_delivered_to(new.user_id, new.product_id);
  end if;
  if new.approved and (tg_op = 'INSERT' or not old.approved) then
    new.author_first_name := (select first_name from users where id = new.user_id);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update reviews set confirmed = true
  from orders join order_items on order_items.order_id = orders.id
  where orders.id = new.order_id and reviews.user_id = orders.user_id and reviews.product_id = order_items.product_id
    and not reviews.confirmed;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.date_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status in ('paid', 'refund_pending', 'refunded') then new.paid_at := coalesce(new.paid_at, now()); end if;
  if new.status = 'refunded' then new.refunded_at := coalesce(new.refunded_at, now()); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.date_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'succeeded' then new.succeeded_at := coalesce(new.succeeded_at, now()); end if;
  if new.status = 'failed' then new.failed_at := coalesce(new.failed_at, now()); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.drop_answer_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from mail_outbox where key = 'review-answered:' || old.id and sent_at is null;
  if tg_op = 'DELETE' then return old; end if;
  if found then new.answered_at := null; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_stock_cause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('perfumeria.stock_cause', '', true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.has_real_order()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM checkouts WHERE checkouts.on_https)) OR (EXISTS (SELECT FROM payments WHERE ((payments.mode = 'live'::text) AND (payments.paid_at IS NOT NULL)))))
;

CREATE OR REPLACE FUNCTION public.is_delivered_to(buyer uuid, product uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from orders
      join order_items on order_items.order_id = orders.id
      join shipments on shipments.order_id = orders.id
    where orders.user_id = buyer and order_items.product_id = product and shipments.status = 'delivered'
  )
$function$
;

CREATE OR REPLACE FUNCTION public.is_sold(status text, payment text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((status = ANY (ARRAY['paid'::text, 'completed'::text])) OR ((status = 'pending'::text) AND (payment <> 'prepaid'::text)))
;

CREATE OR REPLACE FUNCTION public.keep_order_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'order_events is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_price_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('perfumeria.removes_trial', true) = 'yes' and not has_real_order() then
    return old;
  end if;
  if tg_op in ('DELETE', 'TRUNCATE') then raise exception 'product_prices is append-only'; end if;
  if old.valid_to is not null or new.valid_to is null
     or (new.id, new.product_id, new.price_grosze, new.valid_from)
        is distinct from (old.id, old.product_id, old.price_grosze, old.valid_from) then
    raise exception 'product_prices is append-only';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_published_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not has_real_order() then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  raise exception 'published terms stay as they are'
    using errcode = 'check_violation', constraint = 'terms_versions_kept';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_tax_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select vat_rate, purchase_cost_grosze into new.vat_rate, new.purchase_cost_grosze
  from products where id = new.product_id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.lift_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update recalls set lifted_at = now() where product_id = new.id and lifted_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_for_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  insert into owner_notices (key, kind, subject_id) values (tg_argv[0] || ':' || subject, tg_argv[0], subject)
  on conflict (key) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_low_stock_for_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into owner_notices (key, kind, subject_id)
  select 'stock:' || new.id || ':' || (now() at time zone 'Europe/Warsaw')::date, 'stock', new.id
  from owner_notice_settings where new.stock_quantity <= low_stock and old.stock_quantity > low_stock
  on conflict (key) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_paid_order_for_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into owner_notices (key, kind, subject_id)
  select 'order:' || checkout_id, 'order', checkout_id from orders where orders.id = new.order_id
  on conflict (key) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_picture_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The picture that was taken away. A new row takes none away.
  if tg_op <> 'INSERT' and old.image_key ~ '^[0-9a-f]{32}$'
     and not exists (select from used_pictures where image_key = old.image_key) then
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
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_catalog_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('catalog_changed', case when tg_nargs > 0 then tg_argv[0] else 'all' end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_product_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Changes the product alone. A column that is not named here makes everything be read again.
  own constant text[] := '{name,price_grosze,reduced_price_grosze,reduced_from,reduced_to,current_price_grosze,stock_quantity,out_of_stock,description,notes,notes_pyramid,volume_ml,concentration,image_key,image_alt,updated_at,edited_at}';
begin
  perform pg_notify('catalog_changed',
    case when to_jsonb(old) - own is distinct from to_jsonb(new) - own then 'all' else 'product:' || new.id end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_review_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.approved then
    perform pg_notify('catalog_changed', 'product:' || old.product_id);
  end if;
  if tg_op <> 'DELETE' and new.approved then
    perform pg_notify('catalog_changed', 'product:' || new.product_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_search_words(order_id uuid, email text, receiver_email text, first_name text, last_name text, phone text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(((ARRAY["left"((order_id)::text, 8), "right"((order_id)::text, 8), lower(email), split_part(lower(email), '@'::text, 2), lower(COALESCE(receiver_email, ''::text)), regexp_replace(phone, '\D'::text, ''::text, 'g'::text), "right"(regexp_replace(phone, '\D'::text, ''::text, 'g'::text), 9), "right"(regexp_replace(phone, '\D'::text, ''::text, 'g'::text), 4)] || regexp_split_to_array(search_fold(((first_name || ' '::text) || last_name)), '[\s.,''-]+'::text)) || regexp_split_to_array(split_part(lower(email), '@'::text, 1), '[._+-]+'::text)), ''::text))
;

CREATE OR REPLACE FUNCTION public.person_of(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case
    when parts.host in ('gmail.com', 'googlemail.com') then replace(parts.name, '.', '') || '@gmail.com'
    else parts.name || '@' || parts.host end
  from (
    select coalesce(nullif(split_part(substring(lower(email) from '^(.*)@'), '+', 1), ''),
        substring(lower(email) from '^(.*)@'), '') as name,
      coalesce(substring(lower(email) from '@([^@]*)$'), '') as host
  ) as parts
$function$
;

CREATE OR REPLACE FUNCTION public.price_now(product products)
 RETURNS integer
 LANGUAGE sql
AS $function$
  select case
    when clock_timestamp() >= product.reduced_from at time zone 'Europe/Warsaw'
      and clock_timestamp() < product.reduced_to at time zone 'Europe/Warsaw' then product.reduced_price_grosze
    else product.price_grosze
  end
$function$
;

CREATE OR REPLACE FUNCTION public.protect_arabic_brand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or not new.is_arabic or not new.active then
    raise exception 'the brand of Arabic perfumes cannot be deleted, deactivated or lose its mark'
      using errcode = 'check_violation', constraint = 'brands_arabic_protected';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into receipts (checkout_id)
  select orders.checkout_id from orders join checkouts on checkouts.id = orders.checkout_id
  where orders.id = new.order_id and checkouts.company is null and not checkouts.papers_elsewhere
    and case new.subject when 'payment' then orders.payment = 'prepaid' when 'order' then orders.payment = 'elsewhere'
      else orders.payment <> 'prepaid' end
    and not exists (
      select from order_events as earlier
      where earlier.order_id = new.order_id and earlier.id < new.id and earlier.subject = new.subject
        and earlier.to_status in ('paid', 'shipped', 'delivered'))
  on conflict (checkout_id) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_product_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz := case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end;
  is_reduced boolean := new.current_price_grosze < new.price_grosze;
begin
  if tg_op = 'UPDATE' then
    if (new.current_price_grosze, is_reduced) = (old.current_price_grosze, old.current_price_grosze < old.price_grosze) then
      return null;
    end if;
    -- A clock that was set back must not stop a price change.
    update product_prices set valid_to = greatest(moment, valid_from) where product_id = new.id and valid_to is null
      returning valid_to into moment;
  end if;
  insert into product_prices (product_id, price_grosze, reduced, valid_from)
  values (new.id, new.current_price_grosze, is_reduced, moment);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_stock_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  said jsonb := coalesce(nullif(current_setting('perfumeria.stock_cause', true), ''), '{}')::jsonb;
  -- What differs between the products of the statement.
  cause jsonb := said || coalesce(said -> 'products' -> new.id::text, '{}');
  before integer := case when tg_op = 'INSERT' then 0 else coalesce(old.stock_quantity, 0) end;
begin
  insert into stock_movements (product_id, change, stock_after, reason, note, order_id, case_id, stocktake_id, user_id)
  values (new.id, coalesce(new.stock_quantity, 0) - before, new.stock_quantity, coalesce(cause ->> 'reason', 'unknown'),
    cause ->> 'note', (cause ->> 'order_id')::uuid, (cause ->> 'case_id')::uuid, (cause ->> 'stocktake_id')::uuid,
    (cause ->> 'user_id')::uuid);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_invoice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  renewed constant text[] := array['issued_on', 'buyer', 'seller'];
begin
  if to_jsonb(new) - 'content' = to_jsonb(old) - 'content' and new.content - renewed = old.content - renewed
    and exists (select from ksef_invoices where invoice_id = old.id and state = 'refused' and not offline) then
    return new;
  end if;
  raise exception 'an issued invoice does not change' using errcode = 'check_violation', constraint = 'invoices_unchanged';
end $function$
;

CREATE OR REPLACE FUNCTION public.remember_brand_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into brand_slugs (slug, brand_id) values (old.slug, new.id)
    on conflict (slug) do update set brand_id = excluded.brand_id, created_at = now();
  end if;
  delete from brand_slugs where slug = new.slug;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.remember_product_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into product_slugs (slug, product_id) values (old.slug, new.id)
    on conflict (slug) do update set product_id = excluded.product_id, created_at = now();
  end if;
  delete from product_slugs where slug = new.slug;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(regexp_replace(NORMALIZE(lower(value), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'łøđß’'::text, 'lods'''::text)
;

CREATE OR REPLACE FUNCTION public.set_current_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.current_price_grosze := price_now(new);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_allocated(lines jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(sum((line ->> 'grosze')::bigint), 0)::bigint from jsonb_array_elements(lines) as line
$function$
;

CREATE OR REPLACE FUNCTION public.sum_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.touch_edited_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  not_edited constant text[] := '{stock_quantity,out_of_stock,current_price_grosze,updated_at,edited_at}';
begin
  if to_jsonb(new) - not_edited is distinct from to_jsonb(old) - not_edited then
    new.edited_at := clock_timestamp();
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$
;

create table account_links (
  id uuid default gen_random_uuid() not null,
  purpose text not null,
  email text not null,
  user_id uuid,
  order_id uuid,
  used_at timestamp with time zone,
  replaced_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_order_id_key UNIQUE (order_id),
  constraint account_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['login-link'::text, 'password-reset'::text, 'email-verification'::text, 'review'::text, 'invitation'::text]))) NOT VALID
);
comment on table account_links is 'Links mailed to the address of an account. Tokens follow from ids and the shop''s secret: the table opens nothing.';
comment on column account_links.order_id is 'The order whose payment caused the mail.';
CREATE INDEX account_links_email_idx ON account_links USING btree (email, purpose, created_at);
CREATE INDEX account_links_expires_at_idx ON account_links USING btree (expires_at);
CREATE INDEX account_links_user_idx ON account_links USING btree (user_id);

create table audit_events (
  id bigint generated always as identity not null,
  user_id uuid,
  action text not null,
  subject_id text,
  details jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_events_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text))
);
comment on table audit_events is 'Every login of the admin and every change that was made there.';
CREATE INDEX audit_events_newest_idx ON audit_events USING btree (id DESC) INCLUDE (action);
CREATE INDEX audit_events_noun_idx ON audit_events USING btree (split_part(action, '.'::text, 1), id DESC);
CREATE INDEX audit_events_subject_idx ON audit_events USING btree (subject_id, id DESC) WHERE (subject_id IS NOT NULL);
CREATE INDEX audit_events_user_idx ON audit_events USING btree (user_id);

create table backups (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  file text not null,
  bytes bigint,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone default now() not null,
  failure text,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_bytes_check CHECK ((bytes >= 0)),
  constraint backups_failure_check CHECK (((char_length(failure) >= 1) AND (char_length(failure) <= 1000))),
  constraint backups_file_check CHECK (((char_length(file) >= 1) AND (char_length(file) <= 200))),
  constraint backups_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'rehearsal'::text])))
);
comment on table backups is 'Backups that were made and rehearsals of restoring one, with what went wrong; null: nothing did.';
comment on column backups.bytes is 'Null when it failed.';
comment on column backups.failure is 'Null when it succeeded.';
CREATE INDEX backups_kind_idx ON backups USING btree (kind, started_at DESC);

create table baselinker (
  id smallint default 1 not null,
  enabled boolean default false not null,
  papers_here boolean default false not null,
  key_hash text,
  key_made_at timestamp with time zone,
  owner_id uuid,
  since timestamp with time zone,
  seen_at timestamp with time zone,
  refusal text,
  refused_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint baselinker_pkey PRIMARY KEY (id),
  constraint baselinker_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint baselinker_check CHECK (((key_hash IS NULL) = (key_made_at IS NULL))),
  constraint baselinker_check1 CHECK (((NOT enabled) OR ((key_hash IS NOT NULL) AND (since IS NOT NULL) AND (owner_id IS NOT NULL)))),
  constraint baselinker_id_check CHECK ((id = 1)),
  constraint baselinker_key_hash_check CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on table baselinker is 'One row: whether BaseLinker may call, by which key, and when it last did.';
comment on column baselinker.papers_here is 'Whether the shop makes receipts and invoices of the orders that BaseLinker adds; false: BaseLinker does.';
comment on column baselinker.key_hash is 'SHA-256 of the key, which is shown once.';
comment on column baselinker.owner_id is 'Who switched it on: its changes of orders are made in that name.';
comment on column baselinker.since is 'When it was first on: it is given orders placed since then.';
comment on column baselinker.refusal is 'The last refusal of a call with the right key, in the words that BaseLinker got.';
CREATE INDEX baselinker_owner_idx ON baselinker USING btree (owner_id);
CREATE TRIGGER baselinker_notify AFTER UPDATE OF enabled ON baselinker FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER baselinker_touch BEFORE UPDATE OF enabled, papers_here, key_hash ON baselinker FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table baselinker_orders (
  number integer generated always as identity not null,
  checkout_id uuid not null,
  baselinker_id bigint,
  numbered_at timestamp with time zone default clock_timestamp() not null,
  constraint baselinker_orders_pkey PRIMARY KEY (number),
  constraint baselinker_orders_baselinker_id_key UNIQUE (baselinker_id),
  constraint baselinker_orders_checkout_id_key UNIQUE (checkout_id),
  constraint baselinker_orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE,
  constraint baselinker_orders_baselinker_id_check CHECK ((baselinker_id > 0))
);
comment on table baselinker_orders is 'The numeric ids by which BaseLinker knows parcels, in the order in which it could first read them.';
comment on column baselinker_orders.baselinker_id is 'BaseLinker''s own number of an order that it added; null: one of the shop.';
CREATE INDEX baselinker_orders_numbered_idx ON baselinker_orders USING btree (numbered_at);

create table book_comparisons (
  day text not null,
  compared_at timestamp with time zone not null,
  orders integer not null,
  grosze bigint not null,
  differences jsonb not null,
  constraint book_comparisons_pkey PRIMARY KEY (day),
  constraint book_comparisons_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint book_comparisons_orders_check CHECK ((orders >= 0))
);
comment on table book_comparisons is 'The nightly comparison of orders, payments, refunds, papers and codes.';
comment on column book_comparisons.day is 'In Warsaw: 2026-11-30';
comment on column book_comparisons.orders is 'How many orders were compared.';
comment on column book_comparisons.grosze is 'What the shop keeps of them.';
comment on column book_comparisons.differences is 'What does not agree, as BookDifference.';

create table brand_slugs (
  slug text not null,
  brand_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint brand_slugs_pkey PRIMARY KEY (slug),
  constraint brand_slugs_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id) ON DELETE CASCADE
);
comment on table brand_slugs is 'Addresses that brands had before they were renamed: they lead to the present one.';
CREATE INDEX brand_slugs_brand_idx ON brand_slugs USING btree (brand_id);

create table brands (
  id uuid default gen_random_uuid() not null,
  name text not null,
  slug text not null,
  description text default ''::text not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_original boolean default false not null,
  producer_id uuid,
  is_arabic boolean default false not null,
  constraint brands_pkey PRIMARY KEY (id),
  constraint brands_slug_key UNIQUE (slug),
  constraint brands_producer_id_fkey FOREIGN KEY (producer_id) REFERENCES producers(id) ON DELETE SET NULL,
  constraint brands_arabic_check CHECK ((is_original OR (NOT is_arabic))),
  constraint brands_description_check CHECK ((length(description) <= 200)),
  constraint brands_name_check CHECK (((length(btrim(name)) >= 2) AND (length(btrim(name)) <= 50))),
  constraint brands_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);
comment on table brands is 'Brands. Products of those that are no original line are substitutes.';
comment on column brands.is_original is 'True for exactly one brand, the original line. It cannot be removed.';
comment on column brands.producer_id is 'The producer of the products that name none of their own.';
comment on column brands.is_arabic is '''Perfumy Arabskie'', always an original line.';
CREATE UNIQUE INDEX brands_arabic_key ON brands USING btree (is_arabic) WHERE is_arabic;
CREATE INDEX brands_listed_idx ON brands USING btree (name COLLATE polish, id) WHERE active;
CREATE UNIQUE INDEX brands_name_key ON brands USING btree (lower(btrim(name))) WHERE active;
CREATE INDEX brands_producer_idx ON brands USING btree (producer_id);
CREATE TRIGGER brands_arabic_protected BEFORE DELETE OR UPDATE ON brands FOR EACH ROW WHEN (old.is_arabic) EXECUTE FUNCTION protect_arabic_brand();
CREATE TRIGGER brands_notify AFTER INSERT OR DELETE OR UPDATE ON brands FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER brands_renamed AFTER UPDATE OF slug ON brands FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION remember_brand_slug();
CREATE TRIGGER brands_slug_given AFTER INSERT ON brands FOR EACH ROW EXECUTE FUNCTION remember_brand_slug();
CREATE TRIGGER brands_touch BEFORE UPDATE ON brands FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table buyers (
  email text not null,
  note text default ''::text not null,
  cash_on_delivery boolean default true not null,
  updated_at timestamp with time zone default now() not null,
  constraint buyers_pkey PRIMARY KEY (email),
  constraint buyers_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint buyers_note_check CHECK ((char_length(note) <= 1000))
);
comment on table buyers is 'What the owner notes about a buyer. Who has no row has no note and may pay on delivery.';
comment on column buyers.cash_on_delivery is 'False: orders of this address are refused unless they are paid ahead.';
CREATE INDEX buyers_person_idx ON buyers USING btree (person_of(email));
CREATE TRIGGER buyers_touch BEFORE UPDATE ON buyers FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table carrier_settings (
  id integer default 1 not null,
  locker_template text default 'small'::text not null,
  length_mm integer default 200 not null,
  width_mm integer default 150 not null,
  height_mm integer default 100 not null,
  weight_grams integer default 1000 not null,
  constraint carrier_settings_pkey PRIMARY KEY (id),
  constraint carrier_settings_id_check CHECK ((id = 1)),
  constraint carrier_settings_locker_template_check CHECK ((locker_template = ANY (ARRAY['small'::text, 'medium'::text, 'large'::text])))
);
comment on table carrier_settings is 'One row: sender and sizes of parcels at the carrier.';

create table carrier_shipments (
  id uuid default gen_random_uuid() not null,
  checkout_id uuid not null,
  reference text not null,
  status text default 'requested'::text not null,
  locker_template text not null,
  length_mm integer not null,
  width_mm integer not null,
  height_mm integer not null,
  weight_grams integer not null,
  asked_at timestamp with time zone,
  unsettled_since timestamp with time zone,
  carrier_id text,
  carrier_status text,
  tracking_number text,
  cod_grosze integer,
  problem text,
  checked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  known_warnings uuid[] default '{}'::uuid[] not null,
  destination text,
  constraint carrier_shipments_pkey PRIMARY KEY (id),
  constraint carrier_shipments_carrier_id_key UNIQUE (carrier_id),
  constraint carrier_shipments_reference_key UNIQUE (reference),
  constraint carrier_shipments_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE,
  constraint carrier_shipments_check CHECK (((carrier_id IS NOT NULL) = (status = ANY (ARRAY['created'::text, 'confirmed'::text, 'cancelled'::text, 'replaced'::text])))),
  constraint carrier_shipments_check1 CHECK (((tracking_number IS NOT NULL) OR (status <> 'confirmed'::text))),
  constraint carrier_shipments_check2 CHECK (((asked_at IS NULL) = (unsettled_since IS NULL))),
  constraint carrier_shipments_check3 CHECK (((asked_at IS NULL) OR (status = 'requested'::text))),
  constraint carrier_shipments_cod_grosze_check CHECK ((cod_grosze > 0)),
  constraint carrier_shipments_height_mm_check CHECK ((height_mm > 0)),
  constraint carrier_shipments_length_mm_check CHECK ((length_mm > 0)),
  constraint carrier_shipments_locker_template_check CHECK ((locker_template = ANY (ARRAY['small'::text, 'medium'::text, 'large'::text]))),
  constraint carrier_shipments_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'refused'::text, 'created'::text, 'confirmed'::text, 'cancelled'::text, 'replaced'::text]))),
  constraint carrier_shipments_weight_grams_check CHECK ((weight_grams > 0)),
  constraint carrier_shipments_width_mm_check CHECK ((width_mm > 0))
);
comment on table carrier_shipments is 'Parcels at the carrier.';
comment on column carrier_shipments.known_warnings is 'Withdrawals and disputes that the owner knew when the label was requested.';
comment on column carrier_shipments.destination is 'A hash of the receiver that the carrier was told; null: before it was kept.';
CREATE INDEX carrier_shipments_checkout_idx ON carrier_shipments USING btree (checkout_id, created_at);
CREATE INDEX carrier_shipments_followed_idx ON carrier_shipments USING btree (checked_at NULLS FIRST) WHERE ((status = ANY (ARRAY['created'::text, 'confirmed'::text])) AND (carrier_status <> ALL (ARRAY['delivered'::text, 'returned_to_sender'::text, 'canceled'::text])));
CREATE UNIQUE INDEX carrier_shipments_open_key ON carrier_shipments USING btree (checkout_id) WHERE (status <> ALL (ARRAY['cancelled'::text, 'replaced'::text]));
CREATE INDEX carrier_shipments_returned_idx ON carrier_shipments USING btree (checkout_id) WHERE (carrier_status = 'returned_to_sender'::text);
CREATE INDEX carrier_shipments_unsettled_idx ON carrier_shipments USING btree (asked_at) WHERE (asked_at IS NOT NULL);
CREATE TRIGGER carrier_shipments_touch BEFORE UPDATE ON carrier_shipments FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table checkouts (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  payment text not null,
  shipping_method text not null,
  items_grosze bigint not null,
  shipping_grosze integer not null,
  total_grosze bigint generated always as ((items_grosze + shipping_grosze)) stored,
  created_at timestamp with time zone default now() not null,
  terms_version text,
  terms_accepted_at timestamp with time zone,
  delivery text generated always as (
CASE
    WHEN (shipping_method ~~ '%\_locker'::text) THEN 'locker'::text
    ELSE 'courier'::text
END) stored,
  client_network text,
  on_https boolean default false not null,
  company jsonb,
  delivery_vat_rate text default '23'::text not null,
  invoice_person jsonb,
  buyer_mended_at timestamp with time zone,
  papers_elsewhere boolean default false not null,
  constraint checkouts_pkey PRIMARY KEY (id),
  constraint checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint checkouts_check CHECK ((shipping_method ~~ (payment || '\_%'::text))),
  constraint checkouts_check1 CHECK (((terms_version IS NULL) = (terms_accepted_at IS NULL))),
  constraint checkouts_delivery_vat_rate_check CHECK ((delivery_vat_rate = ANY (ARRAY['23'::text, '8'::text, '5'::text, '0'::text, 'zw'::text]))),
  constraint checkouts_items_grosze_check CHECK ((items_grosze > 0)),
  constraint checkouts_payment_check CHECK ((payment = ANY (ARRAY['cash_on_delivery'::text, 'prepaid'::text, 'elsewhere'::text]))),
  constraint checkouts_shipping_grosze_check CHECK ((shipping_grosze >= 0)),
  constraint checkouts_shipping_method_check CHECK ((shipping_method = ANY (ARRAY['cash_on_delivery_locker'::text, 'cash_on_delivery_courier'::text, 'prepaid_locker'::text, 'prepaid_courier'::text, 'elsewhere_locker'::text, 'elsewhere_courier'::text])))
);
comment on table checkouts is 'One press of the ordering button: one or more orders that travel as one parcel.';
comment on column checkouts.client_network is 'The network from which an account with an unproven address ordered. Removed after a week.';
comment on column checkouts.on_https is 'Whether the shop ran on https, where orders are real.';
comment on column checkouts.company is 'Null: no invoice for a company was asked for';
comment on column checkouts.delivery_vat_rate is 'zw: the seller was exempt from VAT (art. 113), and so are the products';
comment on column checkouts.invoice_person is 'Name and address; null: no person asked for an invoice';
comment on column checkouts.buyer_mended_at is 'When company or person of its invoice was last changed after the order; null: never';
comment on column checkouts.papers_elsewhere is 'Its receipt or invoice is made where it was paid: it is no sale of the till, the invoices and the month.';
CREATE INDEX checkouts_buyer_mended_idx ON checkouts USING btree (created_at) WHERE (buyer_mended_at IS NOT NULL);
CREATE INDEX checkouts_client_network_idx ON checkouts USING btree (created_at) WHERE (client_network IS NOT NULL);
CREATE INDEX checkouts_company_idx ON checkouts USING btree (created_at) WHERE (company IS NOT NULL);
CREATE INDEX checkouts_invoice_person_idx ON checkouts USING btree (created_at) WHERE (invoice_person IS NOT NULL);
CREATE INDEX checkouts_sold_when_placed_idx ON checkouts USING btree (created_at) WHERE (payment <> 'prepaid'::text);
CREATE INDEX checkouts_user_idx ON checkouts USING btree (user_id, created_at DESC, id);
CREATE TRIGGER checkouts_noted_for_owner AFTER INSERT ON checkouts FOR EACH ROW WHEN ((new.payment = 'cash_on_delivery'::text)) EXECUTE FUNCTION note_for_owner('order', 'id');

create table closed_documents (
  key text not null,
  month text not null,
  constraint closed_documents_pkey PRIMARY KEY (key),
  constraint closed_documents_month_fkey FOREIGN KEY (month) REFERENCES closed_months(month)
);
comment on table closed_documents is 'Which documents a closed month has';
CREATE INDEX closed_documents_month_idx ON closed_documents USING btree (month);

create table closed_months (
  month text not null,
  report jsonb not null,
  documents jsonb not null,
  payouts jsonb not null,
  closed_at timestamp with time zone default now() not null,
  constraint closed_months_pkey PRIMARY KEY (month),
  constraint closed_months_month_check CHECK ((month ~ '^20\d\d-(0[1-9]|1[0-2])$'::text))
);
comment on table closed_months is 'Months that the owner closed, as they were then';

create table codes (
  id uuid default gen_random_uuid() not null,
  code text not null,
  kind text not null,
  value integer,
  valid_from timestamp(0) without time zone,
  valid_to timestamp(0) without time zone,
  least_grosze integer default 0 not null,
  most_uses integer,
  once_per_person boolean default false not null,
  email text,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sample_checkout_id uuid,
  constraint codes_pkey PRIMARY KEY (id),
  constraint codes_code_key UNIQUE (code),
  constraint codes_sample_checkout_id_key UNIQUE (sample_checkout_id),
  constraint codes_check CHECK ((valid_from < valid_to)),
  constraint codes_check1 CHECK ((
CASE kind
    WHEN 'percent'::text THEN ((value >= 1) AND (value <= 100))
    WHEN 'sum'::text THEN (value > 0)
    ELSE true
END AND ((value IS NULL) = (kind = 'free_delivery'::text)))),
  constraint codes_code_check CHECK ((code ~ '^[A-Z0-9]{3,20}$'::text)),
  constraint codes_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'sum'::text, 'free_delivery'::text]))),
  constraint codes_least_grosze_check CHECK ((least_grosze >= 0)),
  constraint codes_most_uses_check CHECK ((most_uses > 0))
);
comment on table codes is 'Discount codes. A use is a checkout with an order that is not cancelled.';
comment on column codes.code is 'Upper case; unique.';
comment on column codes.value is 'Percent, or grosze.';
comment on column codes.valid_from is 'Polish wall clock.';
comment on column codes.valid_to is 'Polish wall clock.';
comment on column codes.least_grosze is 'The least sum of products, before the discount.';
comment on column codes.most_uses is 'Null: no limit.';
comment on column codes.email is 'Whose code it is; null: a public one.';
comment on column codes.sample_checkout_id is 'The checkout whose samples were paid for; the code holds while they are kept. Null: a code of the owner.';
CREATE TRIGGER codes_features_notify AFTER INSERT OR DELETE ON codes FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER codes_touch BEFORE UPDATE ON codes FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table consent_texts (
  sha256 text not null,
  full_text text not null,
  first_used_at timestamp with time zone default now() not null,
  constraint consent_texts_pkey PRIMARY KEY (sha256),
  constraint consent_texts_check CHECK ((sha256 = encode(sha256(convert_to(full_text, 'UTF8'::name)), 'hex'::text)))
);
comment on table consent_texts is 'Every text by which visitors were asked whether visits may be measured.';
comment on column consent_texts.sha256 is 'Of the text in UTF-8, in hex.';

create table consents (
  id uuid not null,
  browser_id uuid not null,
  text_sha256 text not null,
  statistics boolean not null,
  advertising boolean not null,
  given_at timestamp with time zone default now() not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_text_sha256_fkey FOREIGN KEY (text_sha256) REFERENCES consent_texts(sha256)
);
comment on table consents is 'Answers to the question for consent, refusals and withdrawals too. Both ids are random; no address is stored.';
comment on column consents.browser_id is 'Drawn by a browser at its first answer, so that a withdrawal follows its consent.';
CREATE INDEX consents_given_at_idx ON consents USING btree (given_at);
CREATE INDEX consents_text_sha256_idx ON consents USING btree (text_sha256);

create table contact_answers (
  id uuid default gen_random_uuid() not null,
  message_id uuid not null,
  answer text not null,
  created_at timestamp with time zone default now() not null,
  constraint contact_answers_pkey PRIMARY KEY (id),
  constraint contact_answers_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  constraint contact_answers_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 4000)))
);
comment on table contact_answers is 'What the owner answered to a message of the contact form.';
CREATE INDEX contact_answers_message_idx ON contact_answers USING btree (message_id, created_at);

create table contact_messages (
  id uuid default gen_random_uuid() not null,
  name text not null,
  phone text,
  email text not null,
  message text not null,
  created_at timestamp with time zone default now() not null,
  submission_key text,
  done_at timestamp with time zone,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_submission_key_key UNIQUE (submission_key)
);
comment on table contact_messages is 'Messages of the contact form.';
comment on column contact_messages.submission_key is 'Unique; null on rows older than the column.';
comment on column contact_messages.done_at is 'Answered, or put aside by the owner; null: it waits.';
CREATE INDEX contact_messages_newest_idx ON contact_messages USING btree (created_at DESC);
CREATE INDEX contact_messages_open_idx ON contact_messages USING btree (created_at DESC) WHERE (done_at IS NULL);

create table contracts (
  checkout_id uuid not null,
  pdf bytea not null,
  made_at timestamp with time zone default now() not null,
  constraint contracts_pkey PRIMARY KEY (checkout_id),
  constraint contracts_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE,
  constraint contracts_pdf_check CHECK (((octet_length(pdf) >= 1) AND (octet_length(pdf) <= 5000000)))
);
comment on table contracts is 'The contract of a checkout as its buyer received it. It holds personal data, so it goes when the order is anonymised.';

create table demo_products (
  product_id uuid not null,
  constraint demo_products_pkey PRIMARY KEY (product_id),
  constraint demo_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
comment on table demo_products is 'Products that came with the demo catalogue: a real shop removes them in one press.';

create table device_pushes (
  batch uuid not null,
  device_id uuid not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone default now() not null,
  attempts smallint default 0 not null,
  taken_at timestamp with time zone,
  constraint device_pushes_pkey PRIMARY KEY (batch, device_id),
  constraint device_pushes_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_devices(id) ON DELETE CASCADE
);
comment on table device_pushes is 'One notice to one device. A sender takes it first, so that it goes once.';
comment on column device_pushes.taken_at is 'Null: not taken for sending yet.';
CREATE INDEX device_pushes_created_idx ON device_pushes USING btree (created_at);
CREATE INDEX device_pushes_device_idx ON device_pushes USING btree (device_id);
CREATE INDEX device_pushes_due_idx ON device_pushes USING btree (due_at) WHERE (taken_at IS NULL);

create table disputes (
  id uuid default gen_random_uuid() not null,
  payment_id uuid not null,
  provider_dispute_id text not null,
  status text not null,
  amount_grosze bigint not null,
  closed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  respond_by timestamp with time zone,
  cause text,
  lines jsonb,
  won_back_at timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_provider_dispute_id_key UNIQUE (provider_dispute_id),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint disputes_amount_grosze_check CHECK ((amount_grosze > 0))
);
comment on table disputes is 'Buyers who asked their bank for the money back. The status is the provider''s own word.';
comment on column disputes.status is 'The status in the provider''s term.';
comment on column disputes.respond_by is 'The last moment to answer the bank; null: the provider did not say.';
comment on column disputes.cause is 'As of refunds, set when the dispute is lost';
comment on column disputes.lines is 'As of refunds';
comment on column disputes.won_back_at is 'When the bank gave back the money of a dispute that was lost at closed_at; null: it did not.';
CREATE INDEX disputes_lost_idx ON disputes USING btree (closed_at) WHERE (status = 'lost'::text);
CREATE INDEX disputes_payment_idx ON disputes USING btree (payment_id);
CREATE TRIGGER disputes_noted_for_owner AFTER INSERT ON disputes FOR EACH ROW WHEN ((new.closed_at IS NULL)) EXECUTE FUNCTION note_for_owner('dispute', 'id');
CREATE TRIGGER disputes_touch BEFORE UPDATE ON disputes FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table failures (
  fingerprint text not null,
  build text not null,
  source text not null,
  name text not null,
  message text not null,
  frames text[] not null,
  place text not null,
  browser text,
  request_id text,
  times integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint failures_pkey PRIMARY KEY (fingerprint, build),
  constraint failures_browser_check CHECK ((char_length(browser) <= 40)),
  constraint failures_build_check CHECK (((char_length(build) >= 1) AND (char_length(build) <= 40))),
  constraint failures_check CHECK ((last_at >= first_at)),
  constraint failures_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{32}$'::text)),
  constraint failures_message_check CHECK ((char_length(message) <= 300)),
  constraint failures_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint failures_place_check CHECK (((char_length(place) >= 1) AND (char_length(place) <= 200))),
  constraint failures_request_id_check CHECK ((char_length(request_id) <= 60)),
  constraint failures_source_check CHECK ((source = ANY (ARRAY['server'::text, 'browser'::text]))),
  constraint failures_times_check CHECK ((times > 0))
);
comment on table failures is 'Uncaught failures of server and browsers, one row per kind and build, masked; deleted 30 days after the last time.';
comment on column failures.fingerprint is 'Of name, masked message and first frames, for errors with a code the place instead; the same in every build.';
comment on column failures.place is 'Masked path, or event of the log, of the last time; also browser and request_id.';
comment on column failures.browser is 'Family of the browser; null on the server.';
comment on column failures.resolved_at is 'When the admin resolved it. A later last_at, in whatever build, means that it came back.';
CREATE INDEX failures_last_at_idx ON failures USING btree (last_at DESC);

create table front_pictures (
  place text not null,
  image_key text,
  alt text default ''::text not null,
  updated_at timestamp with time zone default now() not null,
  constraint front_pictures_pkey PRIMARY KEY (place),
  constraint front_pictures_alt_check CHECK ((char_length(alt) <= 200)),
  constraint front_pictures_image_key_check CHECK ((image_key ~ '^[0-9a-f]{32}$'::text)),
  constraint front_pictures_place_check CHECK ((place = ANY (ARRAY['hero'::text, 'quality'::text])))
);
comment on table front_pictures is 'Pictures of the owner on the landing page, a row for each place.';
CREATE TRIGGER front_pictures_changed AFTER UPDATE OF image_key ON front_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER front_pictures_notify AFTER UPDATE ON front_pictures FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER front_pictures_touch BEFORE UPDATE ON front_pictures FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table gift_rule (
  id smallint default 1 not null,
  active boolean default true not null,
  genders text[] default '{women,unisex}'::text[] not null,
  from_grosze integer default 0 not null,
  gift text default 'Drobny upominek'::text not null,
  stock integer,
  until_day date,
  preset boolean default true not null,
  updated_at timestamp with time zone default now() not null,
  with_sample boolean default false not null,
  sample_codes_since timestamp with time zone,
  constraint gift_rule_pkey PRIMARY KEY (id),
  constraint gift_rule_from_grosze_check CHECK (((from_grosze >= 0) AND (from_grosze <= 9999999))),
  constraint gift_rule_genders_check CHECK ((((cardinality(genders) >= 1) AND (cardinality(genders) <= 3)) AND (genders <@ '{women,men,unisex}'::text[]))),
  constraint gift_rule_gift_check CHECK (((char_length(gift) >= 1) AND (char_length(gift) <= 80))),
  constraint gift_rule_id_check CHECK ((id = 1)),
  constraint gift_rule_stock_check CHECK (((stock >= 0) AND (stock <= 1000000)))
);
comment on table gift_rule is 'One row: who gets a free gift (+GRATIS).';
comment on column gift_rule.genders is 'A gift comes with each piece of a product for one of these.';
comment on column gift_rule.from_grosze is 'The least sum of products in one checkout; 0: any sum.';
comment on column gift_rule.stock is 'Gifts left; null: not counted.';
comment on column gift_rule.until_day is 'The last day (Warsaw); null: until it is switched off.';
comment on column gift_rule.preset is 'The rule that every shop begins with. On https it promises nothing until the owner saves it.';
comment on column gift_rule.with_sample is 'A sample of its scent comes free with a bottle.';
comment on column gift_rule.sample_codes_since is 'The price of samples ordered from then on comes back as a code; null: it does not.';
CREATE TRIGGER gift_rule_features_notify AFTER UPDATE ON gift_rule FOR EACH ROW WHEN (((old.sample_codes_since IS NULL) IS DISTINCT FROM (new.sample_codes_since IS NULL))) EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER gift_rule_notify AFTER UPDATE ON gift_rule FOR EACH ROW WHEN ((((to_jsonb(old.*) - '{stock,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{stock,updated_at}'::text[])) OR (
        CASE
            WHEN (old.stock < 20) THEN old.stock
            ELSE NULL::integer
        END IS DISTINCT FROM
        CASE
            WHEN (new.stock < 20) THEN new.stock
            ELSE NULL::integer
        END))) EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER gift_rule_touch BEFORE UPDATE ON gift_rule FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table going_live (
  id smallint default 1 not null,
  https_since timestamp with time zone,
  cleaned_at timestamp with time zone,
  constraint going_live_pkey PRIMARY KEY (id),
  constraint going_live_id_check CHECK ((id = 1))
);
comment on table going_live is 'One row: since when the shop stands on https, and when the trial before was last removed.';
comment on column going_live.https_since is 'When the shop was first started on https; null: it never was.';
comment on column going_live.cleaned_at is 'When the data of the trial were last removed.';

create table guests (
  user_id uuid not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  constraint guests_pkey PRIMARY KEY (user_id),
  constraint guests_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254))))
);
comment on table guests is 'Buyers without an account: the address they gave, which no account of theirs stands for.';
comment on column guests.email is 'The address they gave.';
CREATE INDEX guests_email_idx ON guests USING btree (email);
CREATE INDEX guests_person_idx ON guests USING btree (person_of(email));

create table guide_pictures (
  guide_id uuid not null,
  image_key text not null,
  constraint guide_pictures_pkey PRIMARY KEY (guide_id, image_key),
  constraint guide_pictures_guide_id_fkey FOREIGN KEY (guide_id) REFERENCES guides(id) ON DELETE CASCADE,
  constraint guide_pictures_image_key_check CHECK ((image_key ~ '^[0-9a-f]{32}$'::text))
);
comment on table guide_pictures is 'Pictures that the blocks of a guide show, so that their files are kept.';
CREATE INDEX guide_pictures_image_idx ON guide_pictures USING btree (image_key);
CREATE TRIGGER guide_pictures_added AFTER INSERT ON guide_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER guide_pictures_removed AFTER DELETE ON guide_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();

create table guides (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  title text not null,
  description text default ''::text not null,
  blocks jsonb default '[]'::jsonb not null,
  published boolean default false not null,
  published_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint guides_pkey PRIMARY KEY (id),
  constraint guides_slug_key UNIQUE (slug),
  constraint guides_blocks_check CHECK (((jsonb_typeof(blocks) = 'array'::text) AND (jsonb_array_length(blocks) <= 60))),
  constraint guides_check CHECK (((NOT published) OR (published_at IS NOT NULL))),
  constraint guides_description_check CHECK ((length(description) <= 160)),
  constraint guides_slug_check CHECK ((slug ~ '^[a-z0-9-]{1,160}$'::text)),
  constraint guides_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100)))
);
comment on table guides is 'Pages of headings, paragraphs, pictures and products that the owner writes.';
comment on column guides.published_at is 'When it was published for the first time.';
CREATE TRIGGER guides_notify AFTER INSERT OR DELETE OR UPDATE ON guides FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER guides_touch BEFORE UPDATE ON guides FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table held_orders (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  idempotency_key text not null,
  request jsonb not null,
  total_grosze bigint not null,
  client_network text not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint held_orders_pkey PRIMARY KEY (id),
  constraint held_orders_user_id_idempotency_key_key UNIQUE (user_id, idempotency_key),
  constraint held_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint held_orders_total_grosze_check CHECK ((total_grosze > 0))
);
comment on table held_orders is 'Orders as they were sent that wait until their buyer opens a mailed link. They hold no pieces.';
CREATE INDEX held_orders_created_idx ON held_orders USING btree (created_at);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  operation text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint idempotency_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 200)))
);
comment on table idempotency_keys is 'Calls that happen once per key: the row is written with what the call did, and holds its answer.';
comment on column idempotency_keys.operation is 'The use case that used the key.';
comment on column idempotency_keys.answer is 'The answer of the use case. Null only inside the transaction that is still working.';
CREATE INDEX idempotency_keys_created_idx ON idempotency_keys USING btree (created_at);

create table identities (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table identities is 'Ways in to an account: a password, or an account of Google.';
CREATE INDEX identities_user_id_idx ON identities USING btree (user_id);

create table invoice_problems (
  checkout_id uuid not null,
  mistakes jsonb not null,
  since timestamp with time zone default now() not null,
  constraint invoice_problems_pkey PRIMARY KEY (checkout_id),
  constraint invoice_problems_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE
);
comment on table invoice_problems is 'Why sales cannot get their invoice or correction';
comment on column invoice_problems.mistakes is 'What is wrong and where it is mended: [{"about": "buyer", "text": "…"}]';

create table invoice_series (
  series text not null,
  year integer not null,
  last_number integer not null,
  constraint invoice_series_pkey PRIMARY KEY (series, year),
  constraint invoice_series_last_number_check CHECK ((last_number > 0)),
  constraint invoice_series_series_check CHECK ((series = ANY (ARRAY['FV'::text, 'FK'::text])))
);
comment on table invoice_series is 'The last number of each series of invoices';

create table invoices (
  id uuid default gen_random_uuid() not null,
  checkout_id uuid not null,
  number text not null,
  corrects_id uuid,
  content jsonb not null,
  gross_grosze bigint not null,
  issued_at timestamp with time zone default now() not null,
  movements text[],
  replaces_id uuid,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_number_key UNIQUE (number),
  constraint invoices_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint invoices_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoices(id),
  constraint invoices_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES invoices(id),
  constraint invoices_check CHECK (((corrects_id IS NULL) = (number ~~ 'FV/%'::text))),
  constraint invoices_check1 CHECK (((replaces_id IS NULL) OR (corrects_id IS NULL)))
);
comment on table invoices is 'Issued invoices and corrections. A row never changes, but for day, buyer and seller of one that KSeF refused';
comment on column invoices.corrects_id is 'The invoice that a correction corrects.';
comment on column invoices.content is 'All that is printed on it. It never changes';
comment on column invoices.gross_grosze is 'Of a correction: the difference';
comment on column invoices.movements is 'What had lowered the sale by then (keys of sale_reductions and others). Null: written by an earlier build';
comment on column invoices.replaces_id is 'The invoice with a wrong NIP that this one was issued in place of';
CREATE INDEX invoices_checkout_idx ON invoices USING btree (checkout_id, issued_at);
CREATE INDEX invoices_corrects_idx ON invoices USING btree (corrects_id) WHERE (corrects_id IS NOT NULL);
CREATE INDEX invoices_issued_idx ON invoices USING btree (issued_at DESC, id DESC);
CREATE UNIQUE INDEX invoices_one_first_idx ON invoices USING btree (checkout_id) WHERE ((corrects_id IS NULL) AND (replaces_id IS NULL));
CREATE UNIQUE INDEX invoices_replaced_once_idx ON invoices USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);
CREATE TRIGGER invoices_unchanged BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_invoice_change();

create table jwks (
  id uuid default gen_random_uuid() not null,
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  constraint jwks_pkey PRIMARY KEY (id)
);
comment on table jwks is 'Keys that sign tokens of Better Auth.';

create table ksef_certificates (
  kind text not null,
  certificate text not null,
  sealed_key text not null,
  serial text not null,
  subject text not null,
  valid_from timestamp with time zone not null,
  valid_until timestamp with time zone not null,
  stored_at timestamp with time zone default now() not null,
  constraint ksef_certificates_pkey PRIMARY KEY (kind),
  constraint ksef_certificates_kind_check CHECK ((kind = ANY (ARRAY['authentication'::text, 'offline'::text])))
);
comment on table ksef_certificates is 'Certificates of the seller for KSeF, with sealed keys';
CREATE TRIGGER ksef_certificates_features_notify AFTER INSERT OR DELETE ON ksef_certificates FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');

create table ksef_invoices (
  invoice_id uuid not null,
  xml text not null,
  link text not null,
  state text default 'waiting'::text not null,
  session text,
  reference text,
  ksef_number text,
  accepted_at timestamp with time zone,
  upo text,
  offline boolean default false not null,
  proof text,
  problem text,
  tries integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  replaces_hash text,
  written_at timestamp with time zone default now() not null,
  constraint ksef_invoices_pkey PRIMARY KEY (invoice_id),
  constraint ksef_invoices_ksef_number_key UNIQUE (ksef_number),
  constraint ksef_invoices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint ksef_invoices_check CHECK (((state = 'accepted'::text) = (ksef_number IS NOT NULL))),
  constraint ksef_invoices_check1 CHECK (((state <> 'processing'::text) OR ((session IS NOT NULL) AND (reference IS NOT NULL)))),
  constraint ksef_invoices_check2 CHECK (((NOT offline) OR (proof IS NOT NULL))),
  constraint ksef_invoices_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'processing'::text, 'accepted'::text, 'refused'::text])))
);
comment on table ksef_invoices is 'The files of invoices for KSeF, and what became of them';
comment on column ksef_invoices.link is 'What the first printed code leads to';
comment on column ksef_invoices.upo is 'The official receipt';
comment on column ksef_invoices.offline is 'Whether it was issued while KSeF was away; `proof`: what its second code leads to.';
comment on column ksef_invoices.proof is 'What the second code leads to, of an invoice that was issued while KSeF was away';
comment on column ksef_invoices.replaces_hash is 'Hash of the offline file that KSeF refused and this file replaces';
comment on column ksef_invoices.written_at is 'When its file was made: at its issue, or when it was sent again after a refusal';
CREATE INDEX ksef_invoices_due_idx ON ksef_invoices USING btree (next_at) WHERE ((state = ANY (ARRAY['waiting'::text, 'processing'::text])) OR ((state = 'accepted'::text) AND (upo IS NULL)));

create table ksef_state (
  id integer default 1 not null,
  failure text,
  why text,
  failed_at timestamp with time zone,
  with_persons boolean default false not null,
  constraint ksef_state_pkey PRIMARY KEY (id),
  constraint ksef_state_check CHECK (((failure IS NULL) = (failed_at IS NULL))),
  constraint ksef_state_id_check CHECK ((id = 1))
);
comment on table ksef_state is 'Why the last call of KSeF failed, in a single row';
comment on column ksef_state.with_persons is 'Whether invoices of people go to KSeF as well: the owner''s choice';
CREATE TRIGGER ksef_state_features_notify AFTER INSERT OR UPDATE OF with_persons ON ksef_state FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');

create table label_files (
  kind text not null,
  key text not null,
  name text not null,
  type text not null,
  width integer,
  height integer,
  content bytea not null,
  uploaded_at timestamp with time zone default now() not null,
  constraint label_files_pkey PRIMARY KEY (kind),
  constraint label_files_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 5242880))),
  constraint label_files_height_check CHECK ((height > 0)),
  constraint label_files_key_check CHECK ((key ~ '^[0-9a-f]{32}$'::text)),
  constraint label_files_kind_check CHECK ((kind = ANY (ARRAY['guarantee-notice'::text, 'carrier-consent'::text]))),
  constraint label_files_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint label_files_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'application/pdf'::text]))),
  constraint label_files_width_check CHECK ((width > 0)),
  constraint notice_is_a_picture CHECK (((kind <> 'guarantee-notice'::text) OR ((width IS NOT NULL) AND (height IS NOT NULL))))
);
comment on table label_files is 'Files kept byte for byte: the official notice of the legal guarantee, and the written consent of the carrier.';
comment on column label_files.key is 'Hash of the content, in the address of a public file.';
comment on column label_files.width is 'Pixels; null for a PDF.';
CREATE TRIGGER label_files_notify AFTER INSERT OR DELETE OR UPDATE ON label_files FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();

create table label_settings (
  id smallint default 1 not null,
  carrier_consent_on date,
  carrier_consent_note text,
  accessibility_reviewed_on date,
  trademarks text[] not null,
  updated_at timestamp with time zone default now() not null,
  sample_labels_on date,
  constraint label_settings_pkey PRIMARY KEY (id),
  constraint label_settings_carrier_consent_note_check CHECK (((char_length(carrier_consent_note) >= 1) AND (char_length(carrier_consent_note) <= 500))),
  constraint label_settings_id_check CHECK ((id = 1)),
  constraint label_settings_trademarks_check CHECK ((cardinality(trademarks) <= 500))
);
comment on table label_settings is 'One row: the consent of the carrier to flammable goods, the review of accessibility, and trademarks to warn of.';
comment on column label_settings.sample_labels_on is 'When the owner checked label and notification (CPNP) of the samples; null: never.';
CREATE TRIGGER label_settings_notify AFTER UPDATE ON label_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER label_settings_touch BEFORE UPDATE ON label_settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table landing_films (
  id uuid default gen_random_uuid() not null,
  title text not null,
  image_key text not null,
  file text,
  link text,
  created_at timestamp with time zone default now() not null,
  constraint landing_films_pkey PRIMARY KEY (id),
  constraint landing_films_file_key UNIQUE (file),
  constraint landing_films_check CHECK (((file IS NULL) OR (link IS NULL))),
  constraint landing_films_file_check CHECK ((file ~ '^[0-9a-f]{32}\.(mp4|webm)$'::text)),
  constraint landing_films_image_key_check CHECK ((image_key ~ '^[0-9a-f]{32}$'::text)),
  constraint landing_films_link_check CHECK (((link ~~ 'https://%'::text) AND (char_length(link) <= 500))),
  constraint landing_films_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80)))
);
comment on table landing_films is 'Up to three short films on the landing page: a file of the shop, or a link.';
comment on column landing_films.file is 'Null with a link, and until the file was uploaded completely.';
CREATE INDEX landing_films_image_idx ON landing_films USING btree (image_key);
CREATE TRIGGER landing_films_notify AFTER INSERT OR DELETE OR UPDATE ON landing_films FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER landing_films_picture_added AFTER INSERT ON landing_films FOR EACH ROW EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER landing_films_picture_removed AFTER DELETE ON landing_films FOR EACH ROW EXECUTE FUNCTION note_picture_use();

create table login_tickets (
  token_hash text not null,
  cookie_hash text not null,
  order_id uuid not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint login_tickets_pkey PRIMARY KEY (token_hash),
  constraint login_tickets_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
comment on table login_tickets is 'Signs a buyer in after payment: hashed, used once, bound to the order and to a cookie.';
CREATE INDEX login_tickets_order_idx ON login_tickets USING btree (order_id);

create table logos (
  key text not null,
  width integer not null,
  height integer not null,
  content bytea not null,
  uploaded_at timestamp with time zone default now() not null,
  constraint logos_pkey PRIMARY KEY (key),
  constraint logos_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 262144))),
  constraint logos_height_check CHECK ((height > 0)),
  constraint logos_key_check CHECK ((key ~ '^[0-9a-f]{32}$'::text)),
  constraint logos_width_check CHECK ((width > 0))
);
comment on table logos is 'Logos that versions of the look show, and uploads of the last day.';
comment on column logos.key is 'Hash of the content.';

create table looks (
  number integer not null,
  accent text,
  dark text,
  published_by text not null,
  published_at timestamp with time zone default now() not null,
  logo_key text,
  constraint looks_pkey PRIMARY KEY (number),
  constraint looks_logo_key_fkey FOREIGN KEY (logo_key) REFERENCES logos(key),
  constraint looks_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint looks_dark_check CHECK ((dark ~ '^#[0-9a-f]{6}$'::text)),
  constraint looks_number_check CHECK ((number > 0))
);
comment on table looks is 'Versions of the owner''s colours and logo; the newest one is shown.';
CREATE INDEX looks_logo_idx ON looks USING btree (logo_key) WHERE (logo_key IS NOT NULL);
CREATE TRIGGER looks_notify AFTER INSERT ON looks FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');

create table mail_outbox (
  id uuid default gen_random_uuid() not null,
  key text not null,
  template text not null,
  recipient text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  next_attempt_at timestamp with time zone default now() not null,
  attempts smallint default 0 not null,
  trying_since timestamp with time zone,
  failure_reason text,
  failure text,
  dismissed_at timestamp with time zone,
  priority smallint generated always as (
CASE
    WHEN (template = ANY (ARRAY['password-reset'::text, 'login-link'::text, 'email-verification'::text])) THEN 0
    WHEN (template = ANY (ARRAY['welcome'::text, 'shipment-delivered'::text, 'review-invitation'::text])) THEN 2
    ELSE 1
END) stored not null,
  network text,
  constraint mail_outbox_pkey PRIMARY KEY (id),
  constraint mail_outbox_key_key UNIQUE (key),
  constraint mail_outbox_attempts_check CHECK ((attempts >= 0)),
  constraint mail_outbox_check CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint mail_outbox_failure_reason_check CHECK ((failure_reason = ANY (ARRAY['refused'::text, 'deferred'::text, 'server_away'::text])))
);
comment on table mail_outbox is 'Mails, written with what caused them and sent by a poller. The key keeps a mail from being written twice.';
comment on column mail_outbox.next_attempt_at is 'Not tried before this moment.';
comment on column mail_outbox.attempts is 'How often the server deferred this mail.';
comment on column mail_outbox.trying_since is 'Since when sending has failed, for whatever reason.';
comment on column mail_outbox.priority is 'Due mails are sent in this order, smallest first.';
comment on column mail_outbox.network is 'The network from which a mail was requested that may be the first to its address.';
CREATE INDEX mail_outbox_data_idx ON mail_outbox USING gin (data jsonb_path_ops);
CREATE INDEX mail_outbox_finished_idx ON mail_outbox USING btree (COALESCE(sent_at, failed_at));
CREATE INDEX mail_outbox_given_up_idx ON mail_outbox USING btree (failed_at DESC, id) WHERE ((failed_at IS NOT NULL) AND (dismissed_at IS NULL));
CREATE INDEX mail_outbox_network_idx ON mail_outbox USING btree (sent_at, network) WHERE (network IS NOT NULL);
CREATE INDEX mail_outbox_sent_idx ON mail_outbox USING btree (recipient, sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX mail_outbox_waiting_idx ON mail_outbox USING btree (priority, next_attempt_at, created_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

create table month_amendments (
  month text not null,
  documents jsonb not null,
  noted text[] default '{}'::text[] not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint month_amendments_pkey PRIMARY KEY (month, created_at),
  constraint month_amendments_month_fkey FOREIGN KEY (month) REFERENCES closed_months(month)
);
comment on table month_amendments is 'Closed months as they were declared once more, oldest first';
comment on column month_amendments.noted is 'Keys of documents that the owner was told of and that count in the next month';

create table moved_addresses (
  path text not null,
  product_id uuid not null,
  constraint moved_addresses_pkey PRIMARY KEY (path),
  constraint moved_addresses_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint moved_addresses_path_check CHECK (((path ~ '^/'::text) AND (length(path) <= 300)))
);
comment on table moved_addresses is 'Paths that products had in their former shop; they lead to the pages of the products.';
CREATE INDEX moved_addresses_product_idx ON moved_addresses USING btree (product_id);
CREATE TRIGGER moved_addresses_notify AFTER INSERT OR DELETE OR UPDATE ON moved_addresses FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();

create table order_additions (
  payment_id uuid not null,
  status text default 'open'::text not null,
  wanted jsonb not null,
  plan jsonb not null,
  items_before text not null,
  admin_id uuid not null,
  closed_at timestamp with time zone,
  constraint order_additions_pkey PRIMARY KEY (payment_id),
  constraint order_additions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint order_additions_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint order_additions_plan_check CHECK ((jsonb_typeof(plan) = 'object'::text)),
  constraint order_additions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'applied'::text, 'lapsed'::text, 'given_up'::text, 'refused'::text]))),
  constraint order_additions_wanted_check CHECK ((jsonb_typeof(wanted) = 'array'::text))
);
comment on table order_additions is 'Changes of orders that wait for the payment of their difference, or waited for it';
comment on column order_additions.wanted is 'The pieces that the order is to have, and what has to be done for it.';
comment on column order_additions.items_before is 'The pieces that the order had when the change was planned, as one text.';

create table order_amendments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  difference_grosze integer not null,
  created_at timestamp with time zone default now() not null,
  constraint order_amendments_pkey PRIMARY KEY (id),
  constraint order_amendments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_amendments_difference_grosze_check CHECK ((difference_grosze <> 0))
);
comment on table order_amendments is 'Changes of the total of an order after it was placed.';
comment on column order_amendments.difference_grosze is 'New total less the one before.';
CREATE INDEX order_amendments_created_idx ON order_amendments USING btree (created_at);
CREATE INDEX order_amendments_order_idx ON order_amendments USING btree (order_id, created_at);

create table order_changes (
  id uuid default gen_random_uuid() not null,
  checkout_id uuid not null,
  order_id uuid,
  lines jsonb not null,
  due_grosze bigint,
  refunded_grosze bigint,
  dropped_number text,
  actor text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  paid_grosze bigint,
  constraint order_changes_pkey PRIMARY KEY (id),
  constraint order_changes_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE,
  constraint order_changes_actor_check CHECK ((actor = ANY (ARRAY['customer'::text, 'admin'::text]))),
  constraint order_changes_due_grosze_check CHECK ((due_grosze > 0)),
  constraint order_changes_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  constraint order_changes_paid_grosze_check CHECK ((paid_grosze > 0)),
  constraint order_changes_refunded_grosze_check CHECK ((refunded_grosze > 0))
);
comment on table order_changes is 'What was changed of orders after they were placed, and the mail to the buyer about it.';
comment on column order_changes.order_id is 'Null: the receiver or the destination of the whole parcel.';
comment on column order_changes.lines is 'Field, value before and value after, as people read them.';
comment on column order_changes.due_grosze is 'What the parcel costs on delivery since; null: nothing.';
comment on column order_changes.refunded_grosze is 'What goes back to the buyer because of it; null: nothing.';
comment on column order_changes.dropped_number is 'The number of a label that it made useless.';
comment on column order_changes.paid_grosze is 'What was paid for the change before it was made; null: nothing';
CREATE INDEX order_changes_checkout_idx ON order_changes USING btree (checkout_id, created_at);
CREATE INDEX order_changes_order_idx ON order_changes USING btree (order_id) WHERE (order_id IS NOT NULL);

create table order_days (
  day date not null,
  orders integer not null,
  constraint order_days_pkey PRIMARY KEY (day),
  constraint order_days_orders_check CHECK ((orders > 0))
);
comment on table order_days is 'Orders of each day (UTC) that is over, counted by a job.';

create table order_events (
  id bigint generated always as identity not null,
  order_id uuid not null,
  subject text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id uuid,
  reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  refund_id uuid,
  constraint order_events_pkey PRIMARY KEY (id),
  constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_events_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint order_events_actor_check CHECK ((actor = ANY (ARRAY['customer'::text, 'admin'::text, 'provider'::text, 'system'::text]))),
  constraint order_events_subject_check CHECK ((subject = ANY (ARRAY['order'::text, 'payment'::text, 'shipment'::text, 'refund'::text, 'dispute'::text, 'email'::text])))
);
comment on table order_events is 'Everything that happened to an order, its payments and its shipment, written with what did it. Rows are only added.';
comment on column order_events.refund_id is 'For events about a refund.';
CREATE INDEX order_events_cancelled_idx ON order_events USING btree (created_at) WHERE ((subject = 'order'::text) AND ((from_status = 'cancelled'::text) OR ((from_status = ANY (ARRAY['pending'::text, 'paid'::text, 'completed'::text])) AND (to_status = 'cancelled'::text))));
CREATE INDEX order_events_order_idx ON order_events USING btree (order_id, id);
CREATE INDEX order_events_refund_idx ON order_events USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX order_events_taken_back_idx ON order_events USING btree (order_id) WHERE ((subject = 'shipment'::text) AND (from_status = ANY (ARRAY['shipped'::text, 'delivered'::text])) AND (to_status = 'cancelled'::text));
CREATE TRIGGER order_events_append_only BEFORE UPDATE ON order_events FOR EACH ROW EXECUTE FUNCTION keep_order_events();
CREATE TRIGGER order_events_queue_receipt AFTER INSERT ON order_events FOR EACH ROW WHEN ((((new.subject = ANY (ARRAY['payment'::text, 'order'::text])) AND (new.to_status = 'paid'::text)) OR ((new.subject = 'shipment'::text) AND (new.to_status = ANY (ARRAY['shipped'::text, 'delivered'::text]))))) EXECUTE FUNCTION queue_receipt();

create table order_items (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  product_id uuid not null,
  product_name text not null,
  brand_name text not null,
  unit_price_grosze integer not null,
  quantity smallint not null,
  taken_from_stock boolean default false not null,
  restocked smallint default 0 not null,
  facts text default ''::text not null,
  withheld smallint default 0 not null,
  discount_grosze integer default 0 not null,
  vat_rate text default '23'::text not null,
  purchase_cost_grosze integer,
  constraint order_items_pkey PRIMARY KEY (id),
  constraint order_items_order_id_product_id_key UNIQUE (order_id, product_id) INCLUDE (quantity, unit_price_grosze),
  constraint order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint order_items_check CHECK (((restocked >= 0) AND (restocked <= quantity))),
  constraint order_items_check1 CHECK (((withheld >= 0) AND (withheld <= quantity))),
  constraint order_items_discount_check CHECK (((discount_grosze >= 0) AND ((discount_grosze = 0) OR (discount_grosze < (quantity * unit_price_grosze))))),
  constraint order_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 99))),
  constraint order_items_unit_price_grosze_check CHECK ((unit_price_grosze >= 0)) NOT VALID,
  constraint order_items_vat_rate_check CHECK ((vat_rate = ANY (ARRAY['23'::text, '8'::text, '5'::text, '0'::text])))
);
comment on table order_items is 'What was bought, as it was named and priced then.';
comment on column order_items.taken_from_stock is 'Whether its pieces were taken from counted stock. Cancelling returns only those.';
comment on column order_items.restocked is 'The number of pieces that a return put back into stock.';
comment on column order_items.facts is '''100 ml · Woda perfumowana''; '''' when unknown.';
comment on column order_items.discount_grosze is 'What a code took off all of its pieces together.';
comment on column order_items.vat_rate is 'The rate of its product when it was ordered, written by a trigger.';
comment on column order_items.purchase_cost_grosze is 'What a piece cost the shop then; null: unknown. Written by the same trigger.';
CREATE INDEX order_items_product_idx ON order_items USING btree (product_id);
CREATE TRIGGER order_items_tax_facts BEFORE INSERT ON order_items FOR EACH ROW EXECUTE FUNCTION keep_tax_facts();

create table order_notes (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  note text not null,
  created_at timestamp with time zone default now() not null,
  constraint order_notes_pkey PRIMARY KEY (id),
  constraint order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_notes_note_check CHECK (((length(btrim(note)) >= 1) AND (length(btrim(note)) <= 2000)))
);
comment on table order_notes is 'What the admin writes beside an order. Customers never see it.';
CREATE INDEX order_notes_order_idx ON order_notes USING btree (order_id, created_at);

create table orders (
  id uuid default gen_random_uuid() not null,
  checkout_id uuid not null,
  user_id uuid not null,
  email text not null,
  status text not null,
  shipping_method text not null,
  items_grosze bigint not null,
  shipping_grosze integer not null,
  total_grosze bigint generated always as ((items_grosze + shipping_grosze)) stored,
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
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  delivery text generated always as (
CASE
    WHEN (shipping_method ~~ '%\_locker'::text) THEN 'locker'::text
    ELSE 'courier'::text
END) stored,
  number text generated always as ("left"((id)::text, 8)) stored,
  anonymised_at timestamp with time zone,
  search tsvector generated always as (order_search_words(id, email, receiver_email, first_name, last_name, phone)) stored,
  gift_name text,
  gift_pieces integer,
  gift_from_stock boolean default false not null,
  discount_code text,
  waived_grosze integer default 0 not null,
  payment text generated always as (
CASE
    WHEN (shipping_method ~~ 'prepaid\_%'::text) THEN 'prepaid'::text
    WHEN (shipping_method ~~ 'elsewhere\_%'::text) THEN 'elsewhere'::text
    ELSE 'cash_on_delivery'::text
END) stored,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint orders_discount_code_fkey FOREIGN KEY (discount_code) REFERENCES codes(code),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint orders_check CHECK (
CASE
    WHEN (shipping_method ~~ '%locker'::text) THEN ((parcel_locker_id IS NOT NULL) AND (receiver_email IS NOT NULL))
    ELSE ((street IS NOT NULL) AND (house_number IS NOT NULL) AND (city IS NOT NULL) AND (postal_code IS NOT NULL))
END),
  constraint orders_gift_name_check CHECK (((char_length(gift_name) >= 1) AND (char_length(gift_name) <= 80))),
  constraint orders_gift_pieces_check CHECK ((gift_pieces > 0)),
  constraint orders_items_grosze_check CHECK ((items_grosze > 0)),
  constraint orders_shipping_grosze_check CHECK ((shipping_grosze >= 0)),
  constraint orders_shipping_method_check CHECK ((shipping_method = ANY (ARRAY['cash_on_delivery_locker'::text, 'cash_on_delivery_courier'::text, 'prepaid_locker'::text, 'prepaid_courier'::text, 'elsewhere_locker'::text, 'elsewhere_courier'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'completed'::text, 'cancelled'::text]))),
  constraint orders_waived_grosze_check CHECK ((waived_grosze >= 0)),
  constraint orders_whole_gift CHECK (((gift_name IS NULL) = (gift_pieces IS NULL)))
);
comment on table orders is 'What is fulfilled. Paid on delivery each product of a checkout is an order, paid ahead all of them are one.';
comment on column orders.items_grosze is 'What its products cost, less the discount of its code.';
comment on column orders.number is 'The first eight characters of the id, and the last eight.';
comment on column orders.anonymised_at is 'When the personal data were removed.';
comment on column orders.search is 'The words for searching it, as a tsvector.';
comment on column orders.gift_name is 'The free gift in its parcel, for 0.00 zl; null: none.';
comment on column orders.gift_from_stock is 'Its gifts were taken from the counted stock of gifts and not returned.';
comment on column orders.waived_grosze is 'Its share of the delivery that a code made free.';
comment on column orders.payment is 'elsewhere: a marketplace sold it and has the money.';
CREATE INDEX orders_checkout_idx ON orders USING btree (checkout_id);
CREATE INDEX orders_discount_code_idx ON orders USING btree (discount_code) WHERE (discount_code IS NOT NULL);
CREATE INDEX orders_email_idx ON orders USING btree (email);
CREATE INDEX orders_filtered_idx ON orders USING btree (status, shipping_method, created_at DESC, checkout_id, id);
CREATE INDEX orders_newest_idx ON orders USING btree (created_at DESC, checkout_id, id) INCLUDE (status, payment, items_grosze, shipping_grosze, total_grosze);
CREATE UNIQUE INDEX orders_number_key ON orders USING btree (number);
CREATE INDEX orders_personal_data_idx ON orders USING btree (created_at) WHERE (anonymised_at IS NULL);
CREATE INDEX orders_search_idx ON orders USING gin (search);
CREATE INDEX orders_status_idx ON orders USING btree (status, created_at DESC);
CREATE INDEX orders_user_idx ON orders USING btree (user_id, created_at DESC);
CREATE TRIGGER orders_touch BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table own_texts (
  number integer not null,
  texts jsonb not null,
  changed text[] not null,
  published_by text not null,
  published_at timestamp with time zone default now() not null,
  constraint own_texts_pkey PRIMARY KEY (number),
  constraint own_texts_number_check CHECK ((number > 0)),
  constraint own_texts_texts_check CHECK (((jsonb_typeof(texts) = 'object'::text) AND (pg_column_size(texts) < 200000)))
);
comment on table own_texts is 'Versions of the texts that the owner wrote in place of the shop''s; the newest one is shown.';
comment on column own_texts.changed is 'Keys of the texts that differ from the version before.';
comment on column own_texts.published_by is 'The address of the admin.';
CREATE TRIGGER own_texts_notify AFTER INSERT ON own_texts FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');

create table owner_notice_settings (
  id smallint default 1 not null,
  order_mail text default 'now'::text not null,
  payment_mail text default 'daily'::text not null,
  refund_mail text default 'now'::text not null,
  stock_mail text default 'daily'::text not null,
  message_mail text default 'now'::text not null,
  low_stock smallint default 3 not null,
  quiet_from smallint,
  quiet_to smallint,
  updated_at timestamp with time zone default now() not null,
  order_push boolean default true not null,
  payment_push boolean default true not null,
  refund_push boolean default true not null,
  stock_push boolean default true not null,
  message_push boolean default true not null,
  dispute_mail text default 'now'::text not null,
  dispute_push boolean default true not null,
  cancelled_mail text default 'now'::text not null,
  cancelled_push boolean default true not null,
  constraint owner_notice_settings_pkey PRIMARY KEY (id),
  constraint owner_notice_settings_cancelled_mail_check CHECK ((cancelled_mail = ANY (ARRAY['now'::text, 'hourly'::text, 'daily'::text, 'off'::text]))),
  constraint owner_notice_settings_check CHECK ((((quiet_from IS NULL) = (quiet_to IS NULL)) AND (quiet_from <> quiet_to))),
  constraint owner_notice_settings_dispute_mail_check CHECK ((dispute_mail = ANY (ARRAY['now'::text, 'hourly'::text, 'daily'::text, 'off'::text]))),
  constraint owner_notice_settings_id_check CHECK ((id = 1)),
  constraint owner_notice_settings_low_stock_check CHECK (((low_stock >= 0) AND (low_stock <= 100))),
  constraint owner_notice_settings_message_mail_check CHECK ((message_mail = ANY (ARRAY['now'::text, 'hourly'::text, 'daily'::text]))),
  constraint owner_notice_settings_order_mail_check CHECK ((order_mail = ANY (ARRAY['now'::text, 'hourly'::text, 'daily'::text, 'off'::text]))),
  constraint owner_notice_settings_payment_mail_check CHECK ((payment_mail = ANY (ARRAY['now'::text, 'hourly'::text, 'daily'::text, 'off'::text]))),
  constraint owner_notice_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  constraint owner_notice_settings_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 23))),
  constraint owner_notice_settings_refund_mail_check CHECK ((refund_mail = ANY (ARRAY['now'::text, 'hourly'::text, 'daily'::text, 'off'::text]))),
  constraint owner_notice_settings_stock_mail_check CHECK ((stock_mail = ANY (ARRAY['now'::text, 'hourly'::text, 'daily'::text, 'off'::text])))
);
comment on table owner_notice_settings is 'One row: what the owner is told, and when.';
comment on column owner_notice_settings.low_stock is 'Stock of at most this many pieces causes a notice.';
comment on column owner_notice_settings.quiet_from is 'Full hours in Warsaw; both null: never.';
CREATE TRIGGER owner_notice_settings_touch BEFORE UPDATE ON owner_notice_settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table owner_notices (
  id bigint generated always as identity not null,
  key text not null,
  kind text not null,
  subject_id uuid not null,
  created_at timestamp with time zone default now() not null,
  mailed_at timestamp with time zone,
  mail_batch uuid,
  pushed_at timestamp with time zone,
  push_batch uuid,
  constraint owner_notices_pkey PRIMARY KEY (id),
  constraint owner_notices_key_key UNIQUE (key)
);
comment on table owner_notices is 'What the owner is told of, once per key. A job tells it later.';
comment on column owner_notices.pushed_at is 'When the notice was sent to the devices, or skipped because its kind was switched off.';
CREATE INDEX owner_notices_created_idx ON owner_notices USING btree (created_at);
CREATE INDEX owner_notices_mail_batch_idx ON owner_notices USING btree (mail_batch) WHERE (mail_batch IS NOT NULL);
CREATE INDEX owner_notices_push_batch_idx ON owner_notices USING btree (push_batch) WHERE (push_batch IS NOT NULL);
CREATE INDEX owner_notices_unmailed_idx ON owner_notices USING btree (kind, id) WHERE (mailed_at IS NULL);
CREATE INDEX owner_notices_unpushed_idx ON owner_notices USING btree (kind, id) WHERE (pushed_at IS NULL);

create table packed_batches (
  order_id uuid not null,
  product_id uuid not null,
  batch text not null,
  noted_at timestamp with time zone default now() not null,
  constraint packed_batches_pkey PRIMARY KEY (order_id, product_id, batch),
  constraint packed_batches_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint packed_batches_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint packed_batches_batch_check CHECK (((char_length(batch) >= 1) AND (char_length(batch) <= 40)))
);
comment on table packed_batches is 'The batches of the pieces of an order, as they were read while packing.';
CREATE INDEX packed_batches_product_idx ON packed_batches USING btree (product_id, batch);

create table payment_accounts (
  mode text not null,
  means text[] not null,
  asked_at timestamp with time zone not null,
  constraint payment_accounts_pkey PRIMARY KEY (mode),
  constraint payment_accounts_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
comment on table payment_accounts is 'Which means of payment the account at the provider has, as it said when it was last asked.';
CREATE TRIGGER payment_accounts_notify AFTER INSERT OR UPDATE ON payment_accounts FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shipping-costs');

create table payment_settings (
  id smallint default 1 not null,
  mode text default 'test'::text not null,
  live_publishable_key text,
  updated_at timestamp with time zone default now() not null,
  means text[] default '{card,blik,p24}'::text[] not null,
  constraint payment_settings_pkey PRIMARY KEY (id),
  constraint payment_settings_id_check CHECK ((id = 1)),
  constraint payment_settings_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
comment on table payment_settings is 'One row: whether payments are real, and what the provider told.';
comment on column payment_settings.live_publishable_key is 'Unused, since buyers pay on the provider''s own page. It completes the settings that the row describes.';
CREATE TRIGGER payment_means_features_notify AFTER UPDATE OF means ON payment_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER payment_settings_notify AFTER UPDATE ON payment_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shipping-costs');
CREATE TRIGGER payment_settings_touch BEFORE UPDATE ON payment_settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table payments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  provider text not null,
  mode text not null,
  provider_session_id text,
  provider_payment_id text,
  status text not null,
  amount_grosze bigint not null,
  currency text default 'pln'::text not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  refunded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  attempt smallint default 1 not null,
  next_check_at timestamp with time zone default (now() + '00:01:00'::interval),
  checks smallint default 0 not null,
  asked_at timestamp with time zone,
  paid_with text,
  is_addition boolean default false not null,
  means text[],
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_order_attempt_key UNIQUE (order_id, attempt),
  constraint payments_provider_payment_id_key UNIQUE (provider_payment_id),
  constraint payments_provider_session_id_key UNIQUE (provider_session_id),
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payments_amount_grosze_check CHECK ((amount_grosze > 0)),
  constraint payments_attempt_check CHECK ((attempt > 0)),
  constraint payments_check CHECK (((paid_at IS NOT NULL) OR (status = ANY (ARRAY['open'::text, 'expired'::text, 'failed'::text])))),
  constraint payments_currency_check CHECK ((currency = 'pln'::text)),
  constraint payments_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text, 'failed'::text, 'refund_pending'::text, 'refunded'::text])))
);
comment on table payments is 'Attempts to pay for an order ahead. At most one of an order is open.';
comment on column payments.attempt is 'Counts from 1. An unpaid order may be paid by another attempt.';
comment on column payments.next_check_at is 'When the provider is asked next, how many times it was asked, and when a waiting buyer last caused a check.';
comment on column payments.paid_with is 'In the provider''s term: card, blik, p24.';
comment on column payments.is_addition is 'It pays the difference of a change, not the order itself';
CREATE INDEX payments_check_idx ON payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX payments_one_open_key ON payments USING btree (order_id) WHERE (status = 'open'::text);
CREATE INDEX payments_open_idx ON payments USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX payments_paid_idx ON payments USING btree (paid_at) INCLUDE (amount_grosze, is_addition) WHERE (paid_at IS NOT NULL);
CREATE TRIGGER payments_dated BEFORE INSERT OR UPDATE OF status ON payments FOR EACH ROW EXECUTE FUNCTION date_payment();
CREATE TRIGGER payments_failed_noted_for_owner AFTER UPDATE OF status ON payments FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status = ANY (ARRAY['failed'::text, 'expired'::text])) AND (NOT new.is_addition))) EXECUTE FUNCTION note_for_owner('payment', 'id');
CREATE TRIGGER payments_paid_noted_for_owner AFTER UPDATE OF status ON payments FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (old.status = ANY (ARRAY['open'::text, 'expired'::text, 'failed'::text])))) EXECUTE FUNCTION note_paid_order_for_owner();
CREATE TRIGGER payments_touch BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table payout_files (
  id uuid default gen_random_uuid() not null,
  source text not null,
  imported_at timestamp with time zone default now() not null,
  constraint payout_files_pkey PRIMARY KEY (id),
  constraint payout_files_source_check CHECK ((source = ANY (ARRAY['stripe'::text, 'inpost'::text])))
);
comment on table payout_files is 'Files in which the payment provider and the carrier said what they paid out';

create table payout_lines (
  id uuid default gen_random_uuid() not null,
  source text not null,
  entry text not null,
  kind text not null,
  reference text not null,
  gross_grosze bigint not null,
  fee_grosze bigint default 0 not null,
  day date not null,
  imported_at timestamp with time zone default now() not null,
  file_id uuid,
  constraint payout_lines_pkey PRIMARY KEY (id),
  constraint payout_lines_source_entry_key UNIQUE (source, entry),
  constraint payout_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES payout_files(id) ON DELETE CASCADE,
  constraint payout_lines_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text, 'fee'::text, 'other'::text]))),
  constraint payout_lines_source_check CHECK ((source = ANY (ARRAY['stripe'::text, 'inpost'::text])))
);
comment on table payout_lines is 'What the payment provider and the carrier said that they paid out';
comment on column payout_lines.entry is 'Unique within its source, so that a file may be read twice.';
comment on column payout_lines.reference is 'The payment at the provider, or the number of the parcel; empty for a fee of its own';
comment on column payout_lines.gross_grosze is 'Before the fee; negative where money left the account';
comment on column payout_lines.file_id is 'Null: of a file that was read before files were stored.';
CREATE INDEX payout_lines_day_idx ON payout_lines USING btree (day);
CREATE INDEX payout_lines_file_idx ON payout_lines USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX payout_lines_reference_idx ON payout_lines USING btree (reference) WHERE (reference <> ''::text);

create table picture_sources (
  product_id uuid not null,
  position integer not null,
  url text not null,
  state text default 'waiting'::text not null,
  image_key text,
  failure text,
  tried_at timestamp with time zone,
  constraint picture_sources_pkey PRIMARY KEY (product_id, "position"),
  constraint picture_sources_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint picture_sources_check CHECK (((failure IS NOT NULL) = (state = 'failed'::text))),
  constraint picture_sources_check1 CHECK (((image_key IS NOT NULL) = (state = ANY (ARRAY['fetched'::text, 'done'::text])))),
  constraint picture_sources_image_key_check CHECK ((image_key ~ '^[0-9a-f]{32}$'::text)),
  constraint picture_sources_position_check CHECK ((("position" >= 1) AND ("position" <= 8))),
  constraint picture_sources_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'fetched'::text, 'done'::text, 'failed'::text]))),
  constraint picture_sources_url_check CHECK ((length(url) <= 2000))
);
comment on table picture_sources is 'Pictures of moved products at the addresses of their former shop.';
comment on column picture_sources.position is 'From 1.';
comment on column picture_sources.state is 'fetched: stored, and not yet among the pictures of the product.';
comment on column picture_sources.failure is 'Of `failed`: the reason.';
CREATE INDEX picture_sources_open_idx ON picture_sources USING btree (state, product_id) WHERE (state <> 'done'::text);

create table prepared_orders (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  email text,
  items jsonb not null,
  held jsonb not null,
  place jsonb,
  code text,
  ended_at timestamp with time zone,
  ended_as text,
  checkout_id uuid,
  constraint prepared_orders_pkey PRIMARY KEY (id),
  constraint prepared_orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE SET NULL,
  constraint prepared_orders_check CHECK (((ended_at IS NULL) = (ended_as IS NULL))),
  constraint prepared_orders_ended_as_check CHECK ((ended_as = ANY (ARRAY['ordered'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint prepared_orders_held_check CHECK ((jsonb_typeof(held) = 'array'::text)),
  constraint prepared_orders_items_check CHECK ((jsonb_typeof(items) = 'array'::text))
);
comment on table prepared_orders is 'Orders that the owner prepares for buyers on the phone.';
comment on column prepared_orders.items is 'Products and pieces, as the owner chose them.';
comment on column prepared_orders.held is 'The pieces among them that were taken from counted stock; put back when it ends.';
comment on column prepared_orders.place is 'Receiver and destination; null: the buyer enters them.';
CREATE INDEX prepared_orders_checkout_idx ON prepared_orders USING btree (checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX prepared_orders_ended_idx ON prepared_orders USING btree (ended_at);
CREATE INDEX prepared_orders_open_idx ON prepared_orders USING btree (created_at) WHERE (ended_at IS NULL);

create table producers (
  id uuid default gen_random_uuid() not null,
  name text not null,
  address text not null,
  contact text not null,
  is_in_eu boolean not null,
  responsible_name text,
  responsible_address text,
  responsible_contact text,
  is_demo boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint producers_pkey PRIMARY KEY (id),
  constraint producers_address_check CHECK (((char_length(address) >= 5) AND (char_length(address) <= 200))),
  constraint producers_contact_check CHECK (((char_length(contact) >= 4) AND (char_length(contact) <= 200))),
  constraint producers_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 120))),
  constraint producers_responsible_address_check CHECK (((char_length(responsible_address) >= 5) AND (char_length(responsible_address) <= 200))),
  constraint producers_responsible_contact_check CHECK (((char_length(responsible_contact) >= 4) AND (char_length(responsible_contact) <= 200))),
  constraint producers_responsible_name_check CHECK (((char_length(responsible_name) >= 2) AND (char_length(responsible_name) <= 120))),
  constraint responsible_person_in_the_eu CHECK ((is_in_eu OR (responsible_name IS NOT NULL))),
  constraint whole_responsible_person CHECK ((((responsible_name IS NULL) = (responsible_address IS NULL)) AND ((responsible_name IS NULL) = (responsible_contact IS NULL))))
);
comment on table producers is 'Who answers for products: the producer and, for one outside the EU, the responsible person there.';
comment on column producers.contact is 'An e-mail address or the address of a web page.';
comment on column producers.responsible_name is 'The responsible person in the EU: all three or none.';
comment on column producers.is_demo is 'Invented; deleted with the demo catalogue.';
CREATE TRIGGER producers_notify AFTER INSERT OR DELETE OR UPDATE ON producers FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER producers_touch BEFORE UPDATE ON producers FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table product_alerts (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  email text not null,
  kind text not null,
  price_grosze integer,
  asked_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint product_alerts_pkey PRIMARY KEY (id),
  constraint product_alerts_product_id_kind_email_key UNIQUE (product_id, kind, email),
  constraint product_alerts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint product_alerts_check CHECK (((kind = 'price'::text) = (price_grosze IS NOT NULL))),
  constraint product_alerts_due_check CHECK (((kind = 'refill'::text) = (due_at IS NOT NULL))),
  constraint product_alerts_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint product_alerts_kind_check CHECK ((kind = ANY (ARRAY['stock'::text, 'price'::text, 'refill'::text]))),
  constraint product_alerts_price_grosze_check CHECK ((price_grosze > 0))
);
comment on table product_alerts is 'Requests for one mail about a product. It is sent to confirmed addresses alone.';
comment on column product_alerts.price_grosze is 'The price when it was asked for; a lower one is mailed.';
comment on column product_alerts.confirmed_at is 'When the link of the first mail was used; null: not yet.';
comment on column product_alerts.due_at is 'When a bottle is expected to be used up.';
CREATE INDEX product_alerts_email_idx ON product_alerts USING btree (email);

create table product_pictures (
  product_id uuid not null,
  position smallint not null,
  image_key text not null,
  alt text default ''::text not null,
  constraint product_pictures_pkey PRIMARY KEY (product_id, "position"),
  constraint product_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint product_pictures_image_key_check CHECK ((image_key ~ '^[0-9a-f]{32}$'::text)),
  constraint product_pictures_position_check CHECK ((("position" >= 2) AND ("position" <= 8)))
);
comment on table product_pictures is 'Pictures of a product from its second to its eighth.';
comment on column product_pictures.position is 'The position among the product''s pictures, from 2.';
CREATE INDEX product_pictures_image_idx ON product_pictures USING btree (image_key);
CREATE TRIGGER product_pictures_added AFTER INSERT ON product_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER product_pictures_removed AFTER DELETE ON product_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();

create table product_prices (
  id bigint generated always as identity not null,
  product_id uuid not null,
  price_grosze integer not null,
  valid_from timestamp with time zone default clock_timestamp() not null,
  valid_to timestamp with time zone,
  reduced boolean default false not null,
  constraint product_prices_pkey PRIMARY KEY (id),
  constraint product_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint product_prices_check CHECK ((valid_to >= valid_from)),
  constraint product_prices_price_grosze_check CHECK ((price_grosze > 0))
);
comment on table product_prices is 'Every price that a product ever had, from when to when. Rows are only added, and closed once.';
comment on column product_prices.reduced is 'It was a reduced price; a price that was lowered for good is none.';
CREATE UNIQUE INDEX product_prices_current_key ON product_prices USING btree (product_id) WHERE (valid_to IS NULL);
CREATE INDEX product_prices_history_idx ON product_prices USING btree (product_id, valid_from DESC);
CREATE TRIGGER product_prices_append_only BEFORE DELETE OR UPDATE ON product_prices FOR EACH ROW EXECUTE FUNCTION keep_price_history();
CREATE TRIGGER product_prices_never_emptied BEFORE TRUNCATE ON product_prices FOR EACH STATEMENT EXECUTE FUNCTION keep_price_history();

create table product_ratings (
  product_id uuid not null,
  reviews integer not null,
  stars bigint not null,
  constraint product_ratings_pkey PRIMARY KEY (product_id),
  constraint product_ratings_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
comment on table product_ratings is 'Number and sum of the approved reviews of each product that has any.';

create table product_sales (
  product_id uuid not null,
  pieces integer not null,
  constraint product_sales_pkey PRIMARY KEY (product_id),
  constraint product_sales_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint product_sales_pieces_check CHECK ((pieces > 0))
);
comment on table product_sales is 'Pieces of each product that were ordered in the last 90 days, counted by a daily job.';
CREATE TRIGGER product_sales_notify AFTER INSERT OR DELETE OR UPDATE ON product_sales FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();

create table product_slugs (
  slug text not null,
  product_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint product_slugs_pkey PRIMARY KEY (slug),
  constraint product_slugs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
comment on table product_slugs is 'Addresses that products had before they were renamed: they lead to the present one.';
CREATE INDEX product_slugs_product_idx ON product_slugs USING btree (product_id);

create table products (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  name text not null,
  brand_id uuid not null,
  gender text default 'unisex'::text not null,
  price_grosze integer not null,
  description text default ''::text not null,
  notes text[] default '{}'::text[] not null,
  notes_pyramid jsonb,
  volume_ml integer,
  concentration text,
  image_key text,
  stock_quantity integer,
  out_of_stock boolean default false not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone default clock_timestamp() not null,
  reduced_price_grosze integer,
  reduced_from timestamp(0) without time zone,
  reduced_to timestamp(0) without time zone,
  current_price_grosze integer not null,
  producer_id uuid,
  product_code text,
  warnings text default ''::text not null,
  ingredients text default ''::text not null,
  opened_months integer,
  has_old_label boolean default false not null,
  trademarks_accepted text[] default '{}'::text[] not null,
  scent_id uuid,
  kind text default 'bottle'::text not null,
  filled_by text default 'producer'::text not null,
  batch text,
  image_alt text default ''::text not null,
  vat_rate text default '23'::text not null,
  purchase_cost_grosze integer,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_slug_key UNIQUE (slug),
  constraint products_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id),
  constraint products_producer_id_fkey FOREIGN KEY (producer_id) REFERENCES producers(id) ON DELETE SET NULL,
  constraint products_batch_check CHECK (((char_length(batch) >= 1) AND (char_length(batch) <= 40))),
  constraint products_decant_check CHECK (((filled_by = 'producer'::text) OR ((kind = 'sample'::text) AND (batch IS NOT NULL)))),
  constraint products_description_check CHECK ((length(description) <= 500)),
  constraint products_filled_by_check CHECK ((filled_by = ANY (ARRAY['producer'::text, 'shop'::text]))),
  constraint products_gender_check CHECK ((gender = ANY (ARRAY['women'::text, 'men'::text, 'unisex'::text]))),
  constraint products_ingredients_check CHECK ((char_length(ingredients) <= 4000)),
  constraint products_kind_check CHECK ((kind = ANY (ARRAY['bottle'::text, 'sample'::text, 'set'::text]))),
  constraint products_name_check CHECK (((length(btrim(name)) >= 3) AND (length(btrim(name)) <= 100))),
  constraint products_opened_months_check CHECK (((opened_months >= 1) AND (opened_months <= 120))),
  constraint products_price_grosze_check CHECK (((price_grosze >= 1) AND (price_grosze <= 99999))),
  constraint products_product_code_check CHECK (((char_length(product_code) >= 1) AND (char_length(product_code) <= 40))),
  constraint products_purchase_cost_grosze_check CHECK ((purchase_cost_grosze >= 0)),
  constraint products_reduced_price_grosze_check CHECK (((reduced_price_grosze >= 1) AND (reduced_price_grosze <= 99999))),
  constraint products_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint products_stock_quantity_check CHECK ((stock_quantity >= 0)),
  constraint products_vat_rate_check CHECK ((vat_rate = ANY (ARRAY['23'::text, '8'::text, '5'::text, '0'::text]))),
  constraint products_volume_ml_check CHECK ((volume_ml > 0)),
  constraint products_warnings_check CHECK ((char_length(warnings) <= 1000)),
  constraint sold_out_at_zero CHECK (((stock_quantity IS DISTINCT FROM 0) OR out_of_stock)),
  constraint whole_reduction CHECK (((num_nonnulls(reduced_price_grosze, reduced_from, reduced_to) = ANY (ARRAY[0, 3])) AND (reduced_from < reduced_to)))
);
comment on table products is 'Perfumes with price, stock, notes and picture. A stock of null is not counted.';
comment on column products.price_grosze is 'What the product costs outside of a reduction.';
comment on column products.image_key is 'The first picture, shown wherever one is.';
comment on column products.edited_at is 'When the admin last changed anything but stock; the row version of the form.';
comment on column products.reduced_price_grosze is 'What it costs from reduced_from until before reduced_to.';
comment on column products.reduced_from is 'Polish wall clock.';
comment on column products.reduced_to is 'Polish wall clock.';
comment on column products.current_price_grosze is 'What it costs now. Written by a trigger with every change of the row; a job changes the row when a reduction begins or ends.';
comment on column products.producer_id is 'Null: the producer of its brand.';
comment on column products.product_code is 'EAN, or a code of the shop.';
comment on column products.ingredients is 'INCI names, as on the package.';
comment on column products.opened_months is 'Period after opening.';
comment on column products.has_old_label is 'Labelled by the rules before regulation 2023/1545; such pieces may be sold until 2028-07-31.';
comment on column products.trademarks_accepted is 'Trademarks that the admin kept in its texts after a warning.';
comment on column products.scent_id is 'The scent of which the product is a further size: the id of the first size, which itself has null here.';
comment on column products.batch is 'Always known for what the shop filled itself.';
comment on column products.image_alt is 'What the first picture shows; empty: name and brand.';
comment on column products.vat_rate is 'VAT in per cent';
comment on column products.purchase_cost_grosze is 'What a piece cost the shop, without VAT that is deducted. Null: unknown';
CREATE INDEX products_brand_idx ON products USING btree (brand_id);
CREATE INDEX products_image_idx ON products USING btree (image_key) WHERE (image_key IS NOT NULL);
CREATE INDEX products_producer_idx ON products USING btree (producer_id);
CREATE INDEX products_scent_idx ON products USING btree (scent_id) WHERE (scent_id IS NOT NULL);
CREATE TRIGGER products_added_notify AFTER INSERT OR DELETE ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER products_changed_notify AFTER UPDATE ON products FOR EACH ROW WHEN ((((to_jsonb(old.*) - '{stock_quantity,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{stock_quantity,updated_at}'::text[])) OR (
        CASE
            WHEN (old.stock_quantity < 5) THEN old.stock_quantity
            ELSE NULL::integer
        END IS DISTINCT FROM
        CASE
            WHEN (new.stock_quantity < 5) THEN new.stock_quantity
            ELSE NULL::integer
        END))) EXECUTE FUNCTION notify_product_changed();
CREATE TRIGGER products_current_price BEFORE INSERT OR UPDATE ON products FOR EACH ROW EXECUTE FUNCTION set_current_price();
CREATE TRIGGER products_edited BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION touch_edited_at();
CREATE TRIGGER products_low_noted_for_owner AFTER UPDATE OF stock_quantity ON products FOR EACH ROW WHEN ((new.active AND (new.stock_quantity < old.stock_quantity))) EXECUTE FUNCTION note_low_stock_for_owner();
CREATE TRIGGER products_picture_added AFTER INSERT ON products FOR EACH ROW WHEN ((new.image_key IS NOT NULL)) EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER products_picture_changed AFTER UPDATE OF image_key ON products FOR EACH ROW WHEN ((old.image_key IS DISTINCT FROM new.image_key)) EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER products_picture_removed AFTER DELETE ON products FOR EACH ROW WHEN ((old.image_key IS NOT NULL)) EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER products_price_history AFTER INSERT OR UPDATE ON products FOR EACH ROW EXECUTE FUNCTION record_product_price();
CREATE TRIGGER products_recalls_lifted AFTER UPDATE OF out_of_stock ON products FOR EACH ROW WHEN ((old.out_of_stock AND (NOT new.out_of_stock))) EXECUTE FUNCTION lift_recalls();
CREATE TRIGGER products_renamed AFTER UPDATE OF slug ON products FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION remember_product_slug();
CREATE TRIGGER products_slug_given AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION remember_product_slug();
CREATE TRIGGER products_stock_added AFTER INSERT ON products FOR EACH ROW WHEN ((new.stock_quantity IS NOT NULL)) EXECUTE FUNCTION record_stock_movement();
CREATE TRIGGER products_stock_changed AFTER UPDATE ON products FOR EACH ROW WHEN ((new.stock_quantity IS DISTINCT FROM old.stock_quantity)) EXECUTE FUNCTION record_stock_movement();
CREATE TRIGGER products_stock_said AFTER INSERT OR UPDATE ON products FOR EACH STATEMENT EXECUTE FUNCTION forget_stock_cause();
CREATE TRIGGER products_touch BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table provider_products (
  product_id uuid not null,
  mode text not null,
  provider_product_id text,
  provider_price_id text,
  synced text,
  request_number integer default 0 not null,
  pending text,
  synced_at timestamp with time zone,
  constraint provider_products_pkey PRIMARY KEY (product_id, mode),
  constraint provider_products_mode_provider_product_id_key UNIQUE (mode, provider_product_id),
  constraint provider_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint provider_products_check CHECK (((provider_product_id IS NULL) = (provider_price_id IS NULL))),
  constraint provider_products_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
comment on table provider_products is 'What a product is called at the payment provider, in each of its modes.';
comment on column provider_products.synced is 'The state last sent to the provider, as JSON text; null when it is unknown.';
comment on column provider_products.pending is 'The request that was stored before it was sent, until its outcome is known.';

create table push_devices (
  id uuid default gen_random_uuid() not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_success_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_endpoint_key UNIQUE (endpoint),
  constraint push_devices_endpoint_check CHECK (((char_length(endpoint) >= 1) AND (char_length(endpoint) <= 1000))),
  constraint push_devices_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
comment on table push_devices is 'Devices of the owner that receive notices.';

create table rate_limits (
  key text not null,
  window_start timestamp with time zone not null,
  hits integer default 1 not null,
  constraint rate_limits_pkey PRIMARY KEY (key, window_start),
  constraint rate_limits_hits_check CHECK ((hits >= 0))
);
comment on table rate_limits is 'Counted attempts, shared by all processes: one row per limited thing (account or network) and window.';
CREATE INDEX rate_limits_window_start_idx ON rate_limits USING btree (window_start);

create table recalls (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  batch text not null,
  hazard text not null,
  created_at timestamp with time zone default now() not null,
  lifted_at timestamp with time zone,
  constraint recalls_pkey PRIMARY KEY (id),
  constraint recalls_product_id_batch_key UNIQUE (product_id, batch),
  constraint recalls_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint recalls_hazard_check CHECK (((char_length(hazard) >= 1) AND (char_length(hazard) <= 1000)))
);
comment on table recalls is 'Batches whose buyers were warned, and which are no longer packed.';
comment on column recalls.lifted_at is 'When the owner put the product on sale again; until then nothing else does.';

create table receipts (
  checkout_id uuid not null,
  state text default 'waiting'::text not null,
  claim uuid,
  claimed_at timestamp with time zone,
  lines jsonb,
  gross_grosze integer,
  number text default ''::text not null,
  printed_at timestamp with time zone,
  by_agent boolean default false not null,
  created_at timestamp with time zone default now() not null,
  as_sold boolean default false not null,
  refusal text,
  tried_at timestamp with time zone,
  constraint receipts_pkey PRIMARY KEY (checkout_id),
  constraint receipts_claim_key UNIQUE (claim),
  constraint receipts_check CHECK (((state = 'waiting'::text) OR ((lines IS NOT NULL) AND (gross_grosze IS NOT NULL)))),
  constraint receipts_check1 CHECK (((state = 'printed'::text) = (printed_at IS NOT NULL))),
  constraint receipts_check2 CHECK (((state <> 'printing'::text) OR ((claim IS NOT NULL) AND (claimed_at IS NOT NULL)))),
  constraint receipts_gross_grosze_check CHECK ((gross_grosze > 0)),
  constraint receipts_number_check CHECK ((length(number) <= 30)),
  constraint receipts_refusal_check CHECK ((length(refusal) <= 200)),
  constraint receipts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'printing'::text, 'unclear'::text, 'refused'::text, 'printed'::text])))
);
comment on table receipts is 'The till receipt of each sale to a person: one row, so that it is printed once';
comment on column receipts.state is 'printing: the till agent has it; unclear: whether it was printed is not known; refused: the printer did not take it';
comment on column receipts.claim is 'Chosen by the agent. Kept when the sale waits again, so that a late report is understood';
comment on column receipts.claimed_at is 'When the agent took it, and its lines were set.';
comment on column receipts.lines is 'As they were printed; of a waiting or refused sale meaningless';
comment on column receipts.number is ''''': the owner did not type it.';
comment on column receipts.by_agent is 'Whether the agent said that it is printed.';
comment on column receipts.as_sold is 'Whether the receipt says the whole sale. Earlier ones left out what had come back before';
comment on column receipts.refusal is 'What the printer said, where it refused this receipt';
comment on column receipts.tried_at is 'When the agent last had it without printing it: others are tried first';
CREATE INDEX receipts_open_idx ON receipts USING btree (created_at) WHERE (state <> 'printed'::text);
CREATE INDEX receipts_printed_idx ON receipts USING btree (printed_at) WHERE (state = 'printed'::text);

create table refill_days (
  volume_ml integer not null,
  days integer not null,
  constraint refill_days_pkey PRIMARY KEY (volume_ml),
  constraint refill_days_days_check CHECK ((days > 0)),
  constraint refill_days_volume_ml_check CHECK ((volume_ml > 0))
);
comment on table refill_days is 'After how many days a bottle of this size is bought again, for half of its buyers; absent: not known yet.';

create table refunds (
  id uuid default gen_random_uuid() not null,
  payment_id uuid not null,
  amount_grosze bigint not null,
  status text default 'pending'::text not null,
  reason text not null,
  idempotency_key text not null,
  provider_refund_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  failure text,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  cause text,
  lines jsonb,
  follows_id uuid,
  restock jsonb,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_idempotency_key_key UNIQUE (idempotency_key),
  constraint refunds_provider_refund_id_key UNIQUE (provider_refund_id),
  constraint refunds_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES refunds(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_amount_grosze_check CHECK ((amount_grosze > 0)),
  constraint refunds_check CHECK (((status = 'failed'::text) = (failed_at IS NOT NULL))),
  constraint refunds_check1 CHECK (
CASE status
    WHEN 'succeeded'::text THEN (succeeded_at IS NOT NULL)
    WHEN 'pending'::text THEN (succeeded_at IS NULL)
    ELSE true
END),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
comment on table refunds is 'Money that went back, or is on its way, to the buyer of a payment.';
comment on column refunds.failure is 'The reason of the failure, in the provider''s words.';
comment on column refunds.succeeded_at is 'When the money went back. It stays when a bank brings it back.';
comment on column refunds.failed_at is 'When it failed. If it had succeeded, the money is in the shop again from then on.';
comment on column refunds.cause is 'Why the money goes back. Null: unknown';
comment on column refunds.lines is 'What it lowers: of each item (null: the delivery) pieces that come back, the sum, and what the shop keeps of them';
comment on column refunds.follows_id is 'The refund that this one completes, from another payment of the order';
comment on column refunds.restock is 'Of each product the pieces that are sold again if this refund cancels the order.';
CREATE INDEX refunds_failed_idx ON refunds USING btree (payment_id) WHERE (status = 'failed'::text);
CREATE INDEX refunds_follows_idx ON refunds USING btree (follows_id) WHERE (follows_id IS NOT NULL);
CREATE INDEX refunds_payment_idx ON refunds USING btree (payment_id);
CREATE INDEX refunds_status_idx ON refunds USING btree (status, created_at DESC);
CREATE INDEX refunds_succeeded_idx ON refunds USING btree (succeeded_at) WHERE (succeeded_at IS NOT NULL);
CREATE TRIGGER refunds_dated BEFORE INSERT OR UPDATE OF status ON refunds FOR EACH ROW EXECUTE FUNCTION date_refund();
CREATE TRIGGER refunds_failed_noted_for_owner AFTER INSERT OR UPDATE OF status ON refunds FOR EACH ROW WHEN ((new.status = 'failed'::text)) EXECUTE FUNCTION note_for_owner('refund', 'id');
CREATE TRIGGER refunds_touch BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table return_cases (
  id uuid default gen_random_uuid() not null,
  number text generated always as (('Z'::text || upper("left"((id)::text, 8)))) stored not null,
  kind text not null,
  submission_key text not null,
  received_at timestamp with time zone not null,
  name text not null,
  order_number text not null,
  email text not null,
  declared_items jsonb,
  items_note text,
  reason text,
  demand text,
  match text,
  checkout_id uuid,
  account_number text,
  sent_back_at timestamp with time zone,
  arrived_at timestamp with time zone,
  deduction_grosze integer default 0 not null,
  deduction_reason text,
  refund_id uuid,
  settled_at timestamp with time zone,
  settled_grosze bigint,
  decision text,
  answer text,
  answered_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  is_open boolean generated always as (((settled_at IS NULL) AND ((answered_at IS NULL) OR ((kind = 'complaint'::text) AND (decision = 'accepted'::text) AND (demand = ANY (ARRAY['lower_price'::text, 'withdrawal'::text])))))) stored not null,
  beside_grosze bigint default 0 not null,
  unsent_at timestamp with time zone,
  lines jsonb,
  advantages jsonb,
  advantages_waived boolean default false not null,
  drop_off_code text,
  amended_keys text[] default '{}'::text[] not null,
  constraint return_cases_pkey PRIMARY KEY (id),
  constraint return_cases_number_key UNIQUE (number),
  constraint return_cases_refund_id_key UNIQUE (refund_id),
  constraint return_cases_submission_key_key UNIQUE (submission_key),
  constraint return_cases_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint return_cases_account_number_check CHECK ((account_number ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'::text)),
  constraint return_cases_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 4000))),
  constraint return_cases_beside_grosze_check CHECK ((beside_grosze >= 0)),
  constraint return_cases_check CHECK (((kind = 'complaint'::text) = (demand IS NOT NULL))),
  constraint return_cases_check1 CHECK (((settled_at IS NULL) = (settled_grosze IS NULL))),
  constraint return_cases_check2 CHECK (((deduction_grosze = 0) = (deduction_reason IS NULL))),
  constraint return_cases_check3 CHECK ((((answered_at IS NULL) = (answer IS NULL)) AND ((answered_at IS NULL) = (decision IS NULL)))),
  constraint return_cases_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'rejected'::text]))),
  constraint return_cases_deduction_grosze_check CHECK ((deduction_grosze >= 0)),
  constraint return_cases_deduction_reason_check CHECK (((char_length(deduction_reason) >= 1) AND (char_length(deduction_reason) <= 500))),
  constraint return_cases_demand_check CHECK ((demand = ANY (ARRAY['repair'::text, 'replacement'::text, 'lower_price'::text, 'withdrawal'::text]))),
  constraint return_cases_drop_off_code_check CHECK ((drop_off_code ~ '^[0-9A-Z][0-9A-Z-]{2,29}$'::text)),
  constraint return_cases_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint return_cases_items_note_check CHECK (((char_length(items_note) >= 1) AND (char_length(items_note) <= 500))),
  constraint return_cases_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'complaint'::text]))),
  constraint return_cases_match_check CHECK ((match = ANY (ARRAY['signed'::text, 'typed'::text, 'number_only'::text, 'none'::text, 'confirmed'::text]))),
  constraint return_cases_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint return_cases_order_number_check CHECK (((char_length(order_number) >= 1) AND (char_length(order_number) <= 60))),
  constraint return_cases_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 4000))),
  constraint return_cases_settled_grosze_check CHECK ((settled_grosze >= 0))
);
comment on table return_cases is 'Statements of withdrawal and complaints as they were declared, and what became of them.';
comment on column return_cases.number is '''Z'' and the first eight characters of the id.';
comment on column return_cases.submission_key is 'Unique: a repeated call stores nothing twice.';
comment on column return_cases.name is 'Name, number of the order and e-mail as they were declared; checked against nothing.';
comment on column return_cases.declared_items is 'Null: the whole order.';
comment on column return_cases.items_note is 'The pieces in words, where they could not be chosen.';
comment on column return_cases.reason is 'For a complaint: the fault, in the buyer''s words.';
comment on column return_cases.match is 'How its order was found: by a signed link, by typed number and e-mail, by the number alone, by the owner; null: not looked for yet.';
comment on column return_cases.account_number is 'IBAN for the money of an order paid on delivery.';
comment on column return_cases.sent_back_at is 'When the buyer proved that the goods are on their way back.';
comment on column return_cases.deduction_grosze is 'For goods that lost value, at most their price.';
comment on column return_cases.refund_id is 'The refund at the provider; null: none, or the money is transferred.';
comment on column return_cases.settled_at is 'When the money was refunded or transferred, and how much.';
comment on column return_cases.is_open is 'Whether the shop or the buyer still has to do something.';
comment on column return_cases.beside_grosze is 'Of what goes back for a case: what the order''s page had given back when the case was settled.';
comment on column return_cases.unsent_at is 'When its pieces were taken out of a parcel that had not left; null: they were not.';
comment on column return_cases.lines is 'Pieces that came back without money of their own, because it had gone back before. As of refunds';
comment on column return_cases.advantages is 'What was deducted: kind, code, numbers of orders, grosze. Null: not settled, or by an earlier build';
comment on column return_cases.advantages_waived is 'The owner leaves to the buyer what would be deducted';
comment on column return_cases.drop_off_code is 'The carrier''s code for handing the goods in without a label, typed by the owner.';
comment on column return_cases.amended_keys is 'Submission keys of the statements that were added to this one.';
CREATE INDEX return_cases_amended_keys_idx ON return_cases USING gin (amended_keys);
CREATE INDEX return_cases_checkout_idx ON return_cases USING btree (checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX return_cases_open_idx ON return_cases USING btree (received_at, id) WHERE is_open;
CREATE INDEX return_cases_received_idx ON return_cases USING btree (received_at DESC, id);
CREATE TRIGGER return_cases_touch BEFORE UPDATE ON return_cases FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table return_items (
  case_id uuid not null,
  order_item_id uuid not null,
  quantity smallint not null,
  condition text,
  restocked smallint default 0 not null,
  lowered_grosze integer default 0 not null,
  amended boolean default false not null,
  beside_grosze integer default 0 not null,
  constraint return_items_pkey PRIMARY KEY (case_id, order_item_id),
  constraint return_items_case_id_fkey FOREIGN KEY (case_id) REFERENCES return_cases(id) ON DELETE CASCADE,
  constraint return_items_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES order_items(id) ON DELETE CASCADE,
  constraint return_items_beside_grosze_check CHECK ((beside_grosze >= 0)),
  constraint return_items_check CHECK (((restocked >= 0) AND (restocked <= quantity))),
  constraint return_items_condition_check CHECK ((condition = ANY (ARRAY['sealed'::text, 'opened'::text, 'damaged'::text]))),
  constraint return_items_lowered_grosze_check CHECK ((lowered_grosze >= 0)),
  constraint return_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 99)))
);
comment on table return_items is 'The pieces that a case is about, and in what condition they came back; null: they have not.';
comment on column return_items.condition is 'Null: it has not come back.';
comment on column return_items.lowered_grosze is 'By how much an accepted complaint lowered the price of these pieces.';
comment on column return_items.amended is 'Whether its order was reduced by these pieces, which had not been paid.';
comment on column return_items.beside_grosze is 'The part of what went back for these pieces without a case, between statement and settlement, that paid this case.';
CREATE INDEX return_items_item_idx ON return_items USING btree (order_item_id);

create table return_pictures (
  case_id uuid not null,
  image_key text not null,
  position smallint not null,
  constraint return_pictures_pkey PRIMARY KEY (case_id, "position"),
  constraint return_pictures_case_id_fkey FOREIGN KEY (case_id) REFERENCES return_cases(id) ON DELETE CASCADE,
  constraint return_pictures_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);
comment on table return_pictures is 'Pictures of a complaint.';
CREATE INDEX return_pictures_image_idx ON return_pictures USING btree (image_key);
CREATE TRIGGER return_pictures_added AFTER INSERT ON return_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER return_pictures_removed AFTER DELETE ON return_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();

create table review_pictures (
  review_id uuid not null,
  image_key text not null,
  position smallint not null,
  constraint review_pictures_pkey PRIMARY KEY (review_id, "position"),
  constraint review_pictures_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_pictures_image_key_check CHECK ((image_key ~ '^[0-9a-f]{32}$'::text)),
  constraint review_pictures_position_check CHECK ((("position" >= 1) AND ("position" <= 3)))
);
comment on table review_pictures is 'Pictures of a review by somebody who received the product, public while it is approved.';
CREATE INDEX review_pictures_image_idx ON review_pictures USING btree (image_key);
CREATE TRIGGER review_pictures_added AFTER INSERT ON review_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();
CREATE TRIGGER review_pictures_removed AFTER DELETE ON review_pictures FOR EACH ROW EXECUTE FUNCTION note_picture_use();

create table reviews (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  user_id uuid not null,
  rating smallint not null,
  comment text,
  approved boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  rejected_at timestamp with time zone,
  confirmed boolean default false not null,
  author_first_name text,
  answer text,
  answered_at timestamp with time zone,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_product_id_user_id_key UNIQUE (product_id, user_id),
  constraint reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reviews_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 2000))),
  constraint reviews_answered CHECK (((answer IS NULL) OR (answered_at IS NOT NULL))),
  constraint reviews_approved_or_rejected CHECK ((NOT (approved AND (rejected_at IS NOT NULL)))),
  constraint reviews_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 2000))),
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);
comment on table reviews is 'Opinions of customers, shown once they are approved.';
comment on column reviews.confirmed is 'A parcel with the product was delivered to the author.';
comment on column reviews.author_first_name is 'The author''s first name at the time of approval, written by a trigger.';
comment on column reviews.answer is 'The owner''s answer, shown under the approved review.';
comment on column reviews.answered_at is 'When the answer was published. It stays when the answer is removed: its author was told then, and only once.';
CREATE INDEX reviews_confirmed_idx ON reviews USING btree (product_id) WHERE (approved AND confirmed);
CREATE INDEX reviews_pending_idx ON reviews USING btree (created_at DESC, id) WHERE ((NOT approved) AND (rejected_at IS NULL));
CREATE INDEX reviews_pending_stars_idx ON reviews USING btree (rating DESC, created_at DESC, id) WHERE ((NOT approved) AND (rejected_at IS NULL));
CREATE INDEX reviews_product_idx ON reviews USING btree (product_id, created_at DESC) WHERE approved;
CREATE INDEX reviews_published_idx ON reviews USING btree (created_at DESC, id) WHERE approved;
CREATE INDEX reviews_published_stars_idx ON reviews USING btree (rating DESC, created_at DESC, id) WHERE approved;
CREATE INDEX reviews_rejected_idx ON reviews USING btree (created_at DESC, id) WHERE ((NOT approved) AND (rejected_at IS NOT NULL));
CREATE INDEX reviews_rejected_stars_idx ON reviews USING btree (rating DESC, created_at DESC, id) WHERE ((NOT approved) AND (rejected_at IS NOT NULL));
CREATE INDEX reviews_user_idx ON reviews USING btree (user_id, created_at DESC);
CREATE TRIGGER reviews_answer_deleted BEFORE DELETE ON reviews FOR EACH ROW WHEN ((old.answer IS NOT NULL)) EXECUTE FUNCTION drop_answer_mail();
CREATE TRIGGER reviews_answer_removed BEFORE UPDATE ON reviews FOR EACH ROW WHEN (((old.answer IS NOT NULL) AND (new.answer IS NULL))) EXECUTE FUNCTION drop_answer_mail();
CREATE TRIGGER reviews_completed BEFORE INSERT OR UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION complete_review();
CREATE TRIGGER reviews_notify AFTER INSERT OR DELETE OR UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION notify_review_changed();
CREATE TRIGGER reviews_rated AFTER INSERT ON reviews REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_ratings();
CREATE TRIGGER reviews_rated_anew AFTER UPDATE ON reviews REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_ratings();
CREATE TRIGGER reviews_touch BEFORE UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER reviews_unrated AFTER DELETE ON reviews REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_ratings();

create table run_items (
  run_id uuid not null,
  product_id uuid,
  status text default 'waiting'::text not null,
  failure text,
  checkout_id uuid,
  failure_details text,
  constraint run_items_run_id_checkout_id_key UNIQUE (run_id, checkout_id),
  constraint run_items_run_id_product_id_key UNIQUE (run_id, product_id),
  constraint run_items_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE,
  constraint run_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint run_items_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
  constraint run_items_check CHECK ((num_nonnulls(product_id, checkout_id) = 1)),
  constraint run_items_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])))
);
comment on table run_items is 'The single things of a run, each with its outcome.';
comment on column run_items.product_id is 'Exactly one of the two is set.';
comment on column run_items.failure_details is 'Values for the sentence about the failure, as JSON.';
CREATE INDEX run_items_checkout_idx ON run_items USING btree (checkout_id);
CREATE INDEX run_items_failed_idx ON run_items USING btree (run_id, COALESCE(product_id, checkout_id)) WHERE (status = 'failed'::text);
CREATE INDEX run_items_product_idx ON run_items USING btree (product_id);
CREATE INDEX run_items_waiting_idx ON run_items USING btree (run_id, COALESCE(product_id, checkout_id)) WHERE (status = 'waiting'::text);

create table runs (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  mode text,
  status text default 'running'::text not null,
  failure text,
  started_by uuid,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint runs_check CHECK (((status = 'running'::text) = (finished_at IS NULL))),
  constraint runs_kind_check CHECK ((kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint runs_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint runs_mode_of_kind_check CHECK (((mode IS NULL) = (kind = ANY (ARRAY['carrier-shipments'::text, 'moved-pictures'::text])))),
  constraint runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
comment on table runs is 'Work on many things that goes on in steps.';
comment on column runs.mode is 'Of runs that send products to the payment provider: its mode.';
CREATE INDEX runs_newest_idx ON runs USING btree (kind, created_at DESC);
CREATE UNIQUE INDEX runs_running_idx ON runs USING btree (kind) WHERE (status = 'running'::text);
CREATE INDEX runs_started_by_idx ON runs USING btree (started_by);

create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  previous_token text,
  previous_token_until timestamp with time zone,
  proven_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table sessions is 'Open sessions. A session changes its token and is known by its device.';
comment on column sessions.previous_token is 'The previous token. Accepted until the browser has used the new one, or until this moment.';
comment on column sessions.proven_at is 'When the user last gave a password or a code in this session, or signed in by a link or Google.';
CREATE INDEX sessions_expires_at_idx ON sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_previous_token_key ON sessions USING btree (previous_token) WHERE (previous_token IS NOT NULL);
CREATE INDEX sessions_user_newest_idx ON sessions USING btree (user_id, created_at DESC, id DESC);

create table shipments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  status text default 'created'::text not null,
  tracking_number text,
  receiver_name text not null,
  receiver_phone text not null,
  receiver_email text not null,
  parcel_locker_id text,
  parcel_locker_name text,
  label_url text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  packed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  heads_parcel boolean default true not null,
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipments_order_id_key UNIQUE (order_id),
  constraint shipments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint shipments_deleted_from_archive CHECK (((deleted_at IS NULL) OR (archived_at IS NOT NULL))),
  constraint shipments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
  constraint shipments_tracking_number_check CHECK ((length(btrim(tracking_number)) > 0))
);
comment on table shipments is 'What the customer knows of a parcel. Each order on delivery has one; one of a checkout heads the parcel.';
comment on column shipments.archived_at is 'When the admin archived it. The status stays what it was.';
comment on column shipments.packed_at is 'When its parcel was packed.';
comment on column shipments.deleted_at is 'When the shipment was deleted from the archive. The admin no longer sees it; the customer still does.';
comment on column shipments.heads_parcel is 'True for the one shipment of a checkout that represents the parcel when parcels are counted and paged.';
CREATE INDEX shipments_active_idx ON shipments USING btree (status, created_at DESC) WHERE (archived_at IS NULL);
CREATE INDEX shipments_active_parcels_idx ON shipments USING btree (created_at DESC, id DESC) WHERE ((archived_at IS NULL) AND heads_parcel);
CREATE INDEX shipments_archived_parcels_idx ON shipments USING btree (created_at DESC, id DESC) WHERE ((archived_at IS NOT NULL) AND (deleted_at IS NULL) AND heads_parcel);
CREATE INDEX shipments_packed_idx ON shipments USING btree (packed_at DESC, id) WHERE ((archived_at IS NULL) AND (packed_at IS NOT NULL) AND (status = ANY (ARRAY['created'::text, 'processing'::text])));
CREATE INDEX shipments_sent_idx ON shipments USING btree (order_id) WHERE (status = 'shipped'::text);
CREATE INDEX shipments_to_pack_idx ON shipments USING btree (created_at, id) WHERE ((archived_at IS NULL) AND (packed_at IS NULL) AND (status = ANY (ARRAY['created'::text, 'processing'::text])));
CREATE INDEX shipments_tracking_idx ON shipments USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX shipments_tracking_text_idx ON shipments USING btree (tracking_number text_pattern_ops) WHERE (tracking_number IS NOT NULL);
CREATE TRIGGER shipments_confirm_reviews AFTER INSERT OR UPDATE ON shipments FOR EACH ROW WHEN ((new.status = 'delivered'::text)) EXECUTE FUNCTION confirm_reviews();
CREATE TRIGGER shipments_touch BEFORE UPDATE ON shipments FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table shipping_costs (
  id uuid default gen_random_uuid() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  free_delivery_from_grosze integer,
  preset boolean default false not null,
  cod_limit_grosze integer default 500000 not null,
  constraint shipping_costs_pkey PRIMARY KEY (id),
  constraint shipping_costs_cod_limit_grosze_check CHECK (((cod_limit_grosze >= 100) AND (cod_limit_grosze <= 9999999))),
  constraint shipping_costs_free_delivery_from_grosze_check CHECK (((free_delivery_from_grosze >= 1) AND (free_delivery_from_grosze <= 9999999)))
);
comment on table shipping_costs is 'Each time that the costs of delivery were set. The newest counts; older ones tell what was charged when.';
comment on column shipping_costs.free_delivery_from_grosze is 'Delivery is free from this sum of products on; null: never.';
comment on column shipping_costs.preset is 'The values of a new shop, which no admin has reviewed.';
comment on column shipping_costs.cod_limit_grosze is 'Up to this total an order may be paid on delivery.';
CREATE INDEX shipping_costs_newest_idx ON shipping_costs USING btree (updated_at DESC, id DESC);
CREATE CONSTRAINT TRIGGER shipping_costs_complete AFTER INSERT ON shipping_costs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_shipping_rates();
CREATE TRIGGER shipping_costs_notify AFTER INSERT OR UPDATE ON shipping_costs FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shipping-costs');

create table shipping_rates (
  costs_id uuid not null,
  payment text not null,
  delivery text not null,
  grosze integer not null,
  constraint shipping_rates_pkey PRIMARY KEY (costs_id, payment, delivery),
  constraint shipping_rates_costs_id_fkey FOREIGN KEY (costs_id) REFERENCES shipping_costs(id) ON DELETE CASCADE,
  constraint shipping_rates_delivery_check CHECK ((delivery ~ '^[a-z_]{1,40}$'::text)),
  constraint shipping_rates_grosze_check CHECK (((grosze >= 0) AND (grosze <= 99999))),
  constraint shipping_rates_payment_check CHECK ((payment = ANY (ARRAY['cash_on_delivery'::text, 'prepaid'::text])))
);
comment on table shipping_rates is 'What delivery costs, in grosze: one row for each way to pay and to deliver of its shipping_costs.';
CREATE CONSTRAINT TRIGGER shipping_rates_complete AFTER DELETE OR UPDATE ON shipping_rates DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_shipping_rates();
CREATE TRIGGER shipping_rates_notify AFTER INSERT OR DELETE OR UPDATE ON shipping_rates FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shipping-costs');

create table shop_profile (
  id smallint default 1 not null,
  entered jsonb default '{}'::jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint shop_profile_pkey PRIMARY KEY (id),
  constraint shop_profile_entered_check CHECK (((jsonb_typeof(entered) = 'object'::text) AND (pg_column_size(entered) < 20000))),
  constraint shop_profile_id_check CHECK ((id = 1))
);
comment on table shop_profile is 'One row: what the owner entered about the shop.';
CREATE TRIGGER shop_profile_notify AFTER UPDATE ON shop_profile FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER shop_profile_touch BEFORE UPDATE ON shop_profile FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table shop_settings (
  id smallint default 1 not null,
  hide_substitutes boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  dispatch_until smallint default 14 not null,
  closed_weekdays smallint[] default '{6,7}'::smallint[] not null,
  closed_dates date[] default '{}'::date[] not null,
  holiday_from date,
  holiday_to date,
  holiday_selling boolean default true not null,
  constraint shop_settings_pkey PRIMARY KEY (id),
  constraint shop_settings_closed_dates_check CHECK ((cardinality(closed_dates) <= 100)),
  constraint shop_settings_closed_weekdays_check CHECK (((closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]) AND (NOT (closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[])))),
  constraint shop_settings_dispatch_until_check CHECK (((dispatch_until >= 1) AND (dispatch_until <= 23))),
  constraint shop_settings_id_check CHECK ((id = 1)),
  constraint whole_holiday CHECK ((((holiday_from IS NULL) = (holiday_to IS NULL)) AND (holiday_from <= holiday_to)))
);
comment on table shop_settings is 'One row: what the admin decides about the whole shop.';
comment on column shop_settings.dispatch_until is 'Orders placed before this full hour are dispatched on the same day.';
comment on column shop_settings.closed_weekdays is '1: Monday, 7: Sunday.';
CREATE TRIGGER shop_settings_notify AFTER UPDATE ON shop_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER shop_settings_touch BEFORE UPDATE ON shop_settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table stock_movements (
  id bigint generated always as identity not null,
  product_id uuid not null,
  change integer not null,
  stock_after integer,
  lost integer default 0 not null,
  reason text not null,
  note text,
  order_id uuid,
  case_id uuid,
  stocktake_id uuid,
  user_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint stock_movements_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 200))),
  constraint stock_movements_reason_check CHECK ((reason = ANY (ARRAY['opening'::text, 'added'::text, 'set'::text, 'imported'::text, 'baselinker'::text, 'baselinker_moved'::text, 'placed'::text, 'retaken'::text, 'changed'::text, 'held'::text, 'released'::text, 'reserved'::text, 'unreserved'::text, 'cancelled'::text, 'taken_out'::text, 'returned'::text, 'refunded'::text, 'trial'::text, 'counted'::text, 'broken'::text, 'missing'::text, 'stolen'::text, 'miscounted'::text, 'other'::text, 'unknown'::text])))
);
comment on table stock_movements is 'Every change of a product''s stock, written by a trigger, and what was counted or lost without one.';
comment on column stock_movements.stock_after is 'Null: the stock is not counted from then on, and counts as 0 in sums.';
comment on column stock_movements.lost is 'Pieces of the order that left it and are not sold again; below 0: they were, after all, in its parcel.';
comment on column stock_movements.user_id is 'Who of the shop did it; null: a buyer, or the shop itself.';
CREATE INDEX stock_movements_order_idx ON stock_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX stock_movements_product_idx ON stock_movements USING btree (product_id, id DESC);

create table stocktake_counts (
  stocktake_id uuid not null,
  product_id uuid not null,
  counted integer not null,
  expected integer not null,
  counted_at timestamp with time zone default clock_timestamp() not null,
  constraint stocktake_counts_pkey PRIMARY KEY (stocktake_id, product_id),
  constraint stocktake_counts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint stocktake_counts_stocktake_id_fkey FOREIGN KEY (stocktake_id) REFERENCES stocktakes(id),
  constraint stocktake_counts_counted_check CHECK ((counted >= 0)),
  constraint stocktake_counts_expected_check CHECK ((expected >= 0))
);
comment on table stocktake_counts is 'What lay on the shelf, and what should have at that moment: the stock and the pieces of unpacked orders.';
CREATE INDEX stocktake_counts_product_idx ON stocktake_counts USING btree (product_id);

create table stocktakes (
  id uuid default gen_random_uuid() not null,
  status text default 'open'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint stocktakes_pkey PRIMARY KEY (id),
  constraint stocktakes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'booked'::text, 'dropped'::text])))
);
comment on table stocktakes is 'Countings of the pieces on the shelf. At most one is open.';
comment on column stocktakes.updated_at is 'When it was counted last; the row version of its differences.';
CREATE UNIQUE INDEX stocktakes_open_key ON stocktakes USING btree (status) WHERE (status = 'open'::text);

create table stray_payments (
  id uuid default gen_random_uuid() not null,
  mode text not null,
  provider_session_id text not null,
  provider_payment_id text,
  amount_grosze bigint not null,
  currency text not null,
  payment_id uuid,
  created_at timestamp with time zone default now() not null,
  dismissed_at timestamp with time zone,
  constraint stray_payments_pkey PRIMARY KEY (id),
  constraint stray_payments_provider_session_id_key UNIQUE (provider_session_id),
  constraint stray_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint stray_payments_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
comment on table stray_payments is 'Paid sessions of the provider that match no payment. A person has to look at them.';
comment on column stray_payments.payment_id is 'The payment that the session differs from; null: it is unknown.';
CREATE INDEX stray_payments_open_idx ON stray_payments USING btree (created_at) WHERE (dismissed_at IS NULL);
CREATE INDEX stray_payments_payment_idx ON stray_payments USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE TRIGGER stray_payments_noted_for_owner AFTER INSERT ON stray_payments FOR EACH ROW EXECUTE FUNCTION note_for_owner('payment', 'id');

create table subscribers (
  id uuid default gen_random_uuid() not null,
  email text not null,
  consent text not null,
  asked_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint subscribers_pkey PRIMARY KEY (id),
  constraint subscribers_email_check CHECK (((email = lower(email)) AND (length(email) <= 254)))
);
comment on table subscribers is 'Consents to the newsletter by address. Ended ones stay until nobody may ask for a proof.';
comment on column subscribers.consent is 'The sentence that was agreed to.';
comment on column subscribers.confirmed_at is 'When the link of the first mail was used; null: not yet.';
comment on column subscribers.ended_at is 'Null: the consent is still valid.';
CREATE UNIQUE INDEX subscribers_email_key ON subscribers USING btree (email) WHERE (ended_at IS NULL);

create table terms_versions (
  version text not null,
  full_text text not null,
  sha256 text not null,
  published_at timestamp with time zone default now() not null,
  preset boolean default false not null,
  constraint terms_versions_pkey PRIMARY KEY (version),
  constraint terms_versions_check CHECK ((sha256 = encode(sha256(convert_to(full_text, 'UTF8'::name)), 'hex'::text))),
  constraint terms_versions_full_text_check CHECK (((char_length(full_text) >= 1) AND (char_length(full_text) <= 200000))),
  constraint terms_versions_version_check CHECK ((version ~ '^\d{4}-\d{2}-\d{2}$'::text))
);
comment on table terms_versions is 'The terms as they were shown, by the day (in Warsaw) from which they are in force. From the first real order on nothing is changed and nothing deleted.';
comment on column terms_versions.version is 'The day from which it is in force, e.g. ''2026-01-01'', in Warsaw.';
comment on column terms_versions.sha256 is 'Of the text in UTF-8, in hex.';
comment on column terms_versions.preset is 'The text that comes with the shop. It follows the settings until the first real order.';
CREATE TRIGGER terms_versions_kept BEFORE DELETE OR UPDATE ON terms_versions FOR EACH ROW EXECUTE FUNCTION keep_published_terms();
CREATE TRIGGER terms_versions_notify AFTER INSERT OR UPDATE ON terms_versions FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();

create table till_agent (
  id integer default 1 not null,
  key_hash text,
  key_made_at timestamp with time zone,
  seen_at timestamp with time zone,
  problem text,
  constraint till_agent_pkey PRIMARY KEY (id),
  constraint till_agent_id_check CHECK ((id = 1)),
  constraint till_agent_problem_check CHECK ((length(problem) <= 200))
);
comment on table till_agent is 'The program beside the fiscal printer, in a single row. It prints sales since its key was made';

create table till_names (
  sold_name text not null,
  rate text not null,
  till_name text not null,
  name_key text not null,
  constraint till_names_pkey PRIMARY KEY (sold_name, rate),
  constraint till_names_name_key_key UNIQUE (name_key),
  constraint till_names_till_name_check CHECK (((length(till_name) >= 1) AND (length(till_name) <= 40)))
);
comment on table till_names is 'What the till calls what is sold: set by the first receipt, changed by the owner';
comment on column till_names.name_key is 'The name in small letters';

create table transfers (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  case_id uuid,
  amount_grosze bigint not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  cause text,
  lines jsonb,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_case_id_fkey FOREIGN KEY (case_id) REFERENCES return_cases(id) ON DELETE SET NULL,
  constraint transfers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint transfers_amount_grosze_check CHECK ((amount_grosze > 0))
);
comment on table transfers is 'Money that the owner transferred back for orders that were paid on delivery.';
comment on column transfers.id is 'Chosen by the caller, so that a repeated call records the transfer once.';
comment on column transfers.case_id is 'The case that the transfer settled; null: it was recorded on the order''s page, or its case was deleted since.';
comment on column transfers.cause is 'As of refunds';
comment on column transfers.lines is 'As of refunds';
CREATE INDEX transfers_case_idx ON transfers USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX transfers_created_idx ON transfers USING btree (created_at);
CREATE INDEX transfers_order_idx ON transfers USING btree (order_id);

create table two_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp with time zone,
  last_step integer,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_key UNIQUE (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table two_factors is 'Authenticator apps and recovery codes of accounts.';
comment on column two_factors.secret is 'Secret of the authenticator app, encrypted by Better Auth.';
comment on column two_factors.verified is 'Whether a code has confirmed the second factor.';
comment on column two_factors.last_step is 'Step of the last accepted code.';
CREATE INDEX two_factors_secret_idx ON two_factors USING btree (secret);

create table unproven_account_limits (
  id smallint default 1 not null,
  open_checkouts smallint default 5 not null,
  pieces_of_product smallint default 10 not null,
  pieces smallint default 30 not null,
  mails_per_hour smallint default 5 not null,
  updated_at timestamp with time zone default now() not null,
  open_payments smallint default 3 not null,
  proven_checkouts smallint default 20 not null,
  proven_payments smallint default 10 not null,
  proven_pieces_of_product smallint default 30 not null,
  proven_pieces smallint default 100 not null,
  network_parcels smallint default 10 not null,
  all_parcels smallint default 60 not null,
  network_stock_share smallint default 20 not null,
  network_letters smallint default 20 not null,
  all_letters smallint default 200 not null,
  constraint unproven_account_limits_pkey PRIMARY KEY (id),
  constraint unproven_account_limits_all_letters_check CHECK (((all_letters >= 1) AND (all_letters <= 10000))),
  constraint unproven_account_limits_all_parcels_check CHECK (((all_parcels >= 1) AND (all_parcels <= 10000))),
  constraint unproven_account_limits_check CHECK ((pieces_of_product <= pieces)),
  constraint unproven_account_limits_check1 CHECK ((proven_pieces_of_product <= proven_pieces)),
  constraint unproven_account_limits_check2 CHECK ((network_parcels <= all_parcels)),
  constraint unproven_account_limits_id_check CHECK ((id = 1)),
  constraint unproven_account_limits_letters_check CHECK ((network_letters <= all_letters)),
  constraint unproven_account_limits_mails_per_hour_check CHECK (((mails_per_hour >= 1) AND (mails_per_hour <= 100))),
  constraint unproven_account_limits_network_letters_check CHECK (((network_letters >= 1) AND (network_letters <= 10000))),
  constraint unproven_account_limits_network_parcels_check CHECK (((network_parcels >= 1) AND (network_parcels <= 10000))),
  constraint unproven_account_limits_network_stock_share_check CHECK (((network_stock_share >= 1) AND (network_stock_share <= 100))),
  constraint unproven_account_limits_open_checkouts_check CHECK (((open_checkouts >= 1) AND (open_checkouts <= 100))),
  constraint unproven_account_limits_open_payments_check CHECK (((open_payments >= 1) AND (open_payments <= 100))),
  constraint unproven_account_limits_pieces_check CHECK (((pieces >= 1) AND (pieces <= 5000))),
  constraint unproven_account_limits_pieces_of_product_check CHECK (((pieces_of_product >= 1) AND (pieces_of_product <= 1000))),
  constraint unproven_account_limits_proven_checkouts_check CHECK (((proven_checkouts >= 1) AND (proven_checkouts <= 500))),
  constraint unproven_account_limits_proven_payments_check CHECK (((proven_payments >= 1) AND (proven_payments <= 500))),
  constraint unproven_account_limits_proven_pieces_check CHECK (((proven_pieces >= 1) AND (proven_pieces <= 20000))),
  constraint unproven_account_limits_proven_pieces_of_product_check CHECK (((proven_pieces_of_product >= 1) AND (proven_pieces_of_product <= 5000)))
);
comment on table unproven_account_limits is 'One row: what accounts may order, hold and be sent whose address was never proven, or that never received a parcel.';
comment on column unproven_account_limits.open_payments is 'The most orders paid ahead that wait for their payment.';
comment on column unproven_account_limits.network_parcels is 'Parcels per hour; from `all_parcels` on they are a wave.';
comment on column unproven_account_limits.network_stock_share is 'Per cent of a product''s counted stock.';
comment on column unproven_account_limits.network_letters is 'First mails to new addresses per hour.';
CREATE TRIGGER unproven_account_limits_touch BEFORE UPDATE ON unproven_account_limits FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

create table unused_pictures (
  image_key text not null,
  unused_since timestamp with time zone default now() not null,
  deleting_at timestamp with time zone,
  constraint unused_pictures_pkey PRIMARY KEY (image_key),
  constraint unused_pictures_image_key_check CHECK ((image_key ~ '^[0-9a-f]{32}$'::text))
);
comment on table unused_pictures is 'Pictures that no product shows: a job deletes their files after a while.';
comment on column unused_pictures.deleting_at is 'When the deletion of its files began. From then on no product can take it.';
CREATE INDEX unused_pictures_since_idx ON unused_pictures USING btree (unused_since);

create table users (
  id uuid default gen_random_uuid() not null,
  name text default ''::text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  role text default 'customer'::text not null,
  first_name text,
  last_name text,
  two_factor_enabled boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  terms_version text,
  terms_accepted_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_check CHECK (((terms_version IS NULL) = (terms_accepted_at IS NULL))),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'admin'::text, 'packer'::text, 'accountant'::text]))) NOT VALID
);
comment on table users is 'Accounts of customers, of the admin, and of people who pack. Better Auth reads and writes them under these names.';
comment on column users.terms_version is 'Version of the accepted terms (the date they took effect), and when they were accepted.';
comment on column users.deleted_at is 'When the account was deleted. The row remains because orders refer to it.';
CREATE INDEX users_email_idx ON users USING btree (email);
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email));
CREATE INDEX users_person_idx ON users USING btree (person_of(email));
CREATE TRIGGER invited_added_notify AFTER INSERT ON users FOR EACH ROW WHEN ((new.role = ANY (ARRAY['packer'::text, 'accountant'::text]))) EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER invited_emptied_notify AFTER UPDATE OF deleted_at ON users FOR EACH ROW WHEN (((new.role = ANY (ARRAY['packer'::text, 'accountant'::text])) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION notify_catalog_changed('shop-profile');
CREATE TRIGGER invited_removed_notify AFTER DELETE ON users FOR EACH ROW WHEN ((old.role = ANY (ARRAY['packer'::text, 'accountant'::text]))) EXECUTE FUNCTION notify_catalog_changed('shop-profile');

create table verifications (
  id uuid default gen_random_uuid() not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint verifications_pkey PRIMARY KEY (id)
);
comment on table verifications is 'Short-lived secrets of Better Auth.';
CREATE INDEX verifications_expires_at_idx ON verifications USING btree (expires_at);
CREATE INDEX verifications_identifier_idx ON verifications USING btree (identifier);

create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload text not null,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  constraint webhook_events_pkey PRIMARY KEY (provider, event_id)
);
comment on table webhook_events is 'Events of the provider. The key keeps each from being worked on twice; no name or address is stored.';
comment on column webhook_events.payload is 'The part of the event that the shop acts on, as JSON.';
CREATE INDEX webhook_events_processed_idx ON webhook_events USING btree (processed_at) WHERE (processed_at IS NOT NULL);
CREATE INDEX webhook_events_waiting_idx ON webhook_events USING btree (received_at) WHERE (processed_at IS NULL);

create view cancelled_sales as
 SELECT cancelled.id,
    orders.id AS order_id,
    cancelled.created_at,
    (orders.total_grosze - COALESCE(( SELECT sum(later.difference_grosze) AS sum
           FROM order_amendments later
          WHERE ((later.order_id = orders.id) AND (later.created_at > cancelled.created_at))), (0)::bigint)) AS grosze,
    orders.payment
   FROM (order_events cancelled
     JOIN orders ON ((orders.id = cancelled.order_id)))
  WHERE ((cancelled.subject = 'order'::text) AND (cancelled.from_status = ANY (ARRAY['pending'::text, 'paid'::text, 'completed'::text])) AND (cancelled.to_status = 'cancelled'::text) AND ((orders.payment = 'elsewhere'::text) OR ((cancelled.from_status = 'pending'::text) AND (orders.payment = 'cash_on_delivery'::text) AND ('delivered'::text IS DISTINCT FROM ( SELECT parcel.to_status
           FROM order_events parcel
          WHERE ((parcel.order_id = orders.id) AND (parcel.subject = 'shipment'::text) AND (parcel.id < cancelled.id) AND (parcel.to_status = ANY (ARRAY['created'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text])))
          ORDER BY parcel.id DESC
         LIMIT 1)))));

create view held_pieces as
 SELECT ((piece.value ->> 'product_id'::text))::uuid AS product_id,
    ((piece.value ->> 'quantity'::text))::integer AS quantity
   FROM (order_additions
     CROSS JOIN LATERAL jsonb_array_elements((order_additions.plan -> 'taken'::text)) piece(value))
  WHERE (order_additions.status = 'open'::text)
UNION ALL
 SELECT ((piece.value ->> 'product_id'::text))::uuid AS product_id,
    ((piece.value ->> 'quantity'::text))::integer AS quantity
   FROM (prepared_orders
     CROSS JOIN LATERAL jsonb_array_elements(prepared_orders.held) piece(value))
  WHERE (prepared_orders.ended_at IS NULL);

create view kept_orders as
 SELECT orders.id AS order_id,
    orders.checkout_id,
    (GREATEST((0)::numeric, LEAST(((orders.total_grosze)::numeric - taken.grosze), money.kept)))::bigint AS kept_grosze
   FROM orders,
    LATERAL ( SELECT COALESCE(sum(
                CASE money_movements.kind
                    WHEN 'sold'::text THEN money_movements.grosze
                    ELSE (- money_movements.grosze)
                END), (0)::numeric) AS kept
           FROM money_movements
          WHERE (money_movements.order_id = orders.id)) money,
    LATERAL ( SELECT COALESCE(sum(sum_allocated(sale_reductions.lines)), (0)::numeric) AS grosze
           FROM sale_reductions
          WHERE ((sale_reductions.order_id = orders.id) AND sale_reductions.is_effective AND (sale_reductions.lines IS NOT NULL) AND (sale_reductions.cause IS DISTINCT FROM 'change'::text))) taken;

create view money_movements as
 SELECT orders.id AS order_id,
    orders.created_at AS moment,
    'sold'::text AS kind,
    'placed'::text AS cause,
    orders.payment,
    orders.total_grosze AS grosze,
    orders.shipping_grosze
   FROM orders
  WHERE (orders.payment <> 'prepaid'::text)
UNION ALL
 SELECT orders.id AS order_id,
    orders.created_at AS moment,
    'sold'::text AS kind,
    'amended since'::text AS cause,
    orders.payment,
    (- (order_amendments.difference_grosze)::bigint) AS grosze,
    0 AS shipping_grosze
   FROM (order_amendments
     JOIN orders ON ((orders.id = order_amendments.order_id)))
  WHERE (orders.payment <> 'prepaid'::text)
UNION ALL
 SELECT orders.id AS order_id,
    order_amendments.created_at AS moment,
        CASE
            WHEN (order_amendments.difference_grosze > 0) THEN 'sold'::text
            ELSE 'undone'::text
        END AS kind,
    'amended'::text AS cause,
    orders.payment,
    (abs(order_amendments.difference_grosze))::bigint AS grosze,
    0 AS shipping_grosze
   FROM (order_amendments
     JOIN orders ON ((orders.id = order_amendments.order_id)))
  WHERE (orders.payment <> 'prepaid'::text)
UNION ALL
 SELECT cancelled_sales.order_id,
    cancelled_sales.created_at AS moment,
    'undone'::text AS kind,
    'cancelled'::text AS cause,
    cancelled_sales.payment,
    cancelled_sales.grosze,
    0 AS shipping_grosze
   FROM cancelled_sales
UNION ALL
 SELECT restored.order_id,
    restored.created_at AS moment,
    'sold'::text AS kind,
    'restored'::text AS cause,
    cancelled_sales.payment,
    cancelled_sales.grosze,
    ( SELECT orders.shipping_grosze
           FROM orders
          WHERE (orders.id = restored.order_id)) AS shipping_grosze
   FROM (order_events restored
     JOIN cancelled_sales ON ((cancelled_sales.id = ( SELECT max(cancelled.id) AS max
           FROM order_events cancelled
          WHERE ((cancelled.order_id = restored.order_id) AND (cancelled.subject = 'order'::text) AND (cancelled.to_status = 'cancelled'::text) AND (cancelled.id < restored.id))))))
  WHERE ((restored.subject = 'order'::text) AND (restored.from_status = 'cancelled'::text) AND (restored.to_status <> 'changed'::text))
UNION ALL
 SELECT payments.order_id,
    payments.paid_at AS moment,
    'sold'::text AS kind,
        CASE
            WHEN payments.is_addition THEN 'amended'::text
            ELSE 'paid'::text
        END AS cause,
    'prepaid'::text AS payment,
    payments.amount_grosze AS grosze,
        CASE
            WHEN payments.is_addition THEN 0
            ELSE ( SELECT orders.shipping_grosze
               FROM orders
              WHERE (orders.id = payments.order_id))
        END AS shipping_grosze
   FROM payments
  WHERE (payments.paid_at IS NOT NULL)
UNION ALL
 SELECT payments.order_id,
    refunds.succeeded_at AS moment,
    'returned'::text AS kind,
    'refunded'::text AS cause,
    'prepaid'::text AS payment,
    refunds.amount_grosze AS grosze,
    0 AS shipping_grosze
   FROM (refunds
     LEFT JOIN payments ON ((payments.id = refunds.payment_id)))
  WHERE (refunds.succeeded_at IS NOT NULL)
UNION ALL
 SELECT payments.order_id,
    refunds.failed_at AS moment,
    'returned'::text AS kind,
    'refund came back'::text AS cause,
    'prepaid'::text AS payment,
    (- refunds.amount_grosze) AS grosze,
    0 AS shipping_grosze
   FROM (refunds
     LEFT JOIN payments ON ((payments.id = refunds.payment_id)))
  WHERE ((refunds.succeeded_at IS NOT NULL) AND (refunds.failed_at IS NOT NULL))
UNION ALL
 SELECT payments.order_id,
    disputes.closed_at AS moment,
    'returned'::text AS kind,
    'dispute lost'::text AS cause,
    'prepaid'::text AS payment,
    disputes.amount_grosze AS grosze,
    0 AS shipping_grosze
   FROM (disputes
     LEFT JOIN payments ON ((payments.id = disputes.payment_id)))
  WHERE (disputes.status = 'lost'::text)
UNION ALL
 SELECT payments.order_id,
    disputes.closed_at AS moment,
    'returned'::text AS kind,
    'dispute lost'::text AS cause,
    'prepaid'::text AS payment,
    disputes.amount_grosze AS grosze,
    0 AS shipping_grosze
   FROM (disputes
     LEFT JOIN payments ON ((payments.id = disputes.payment_id)))
  WHERE (disputes.won_back_at IS NOT NULL)
UNION ALL
 SELECT payments.order_id,
    disputes.won_back_at AS moment,
    'returned'::text AS kind,
    'dispute won back'::text AS cause,
    'prepaid'::text AS payment,
    (- disputes.amount_grosze) AS grosze,
    0 AS shipping_grosze
   FROM (disputes
     LEFT JOIN payments ON ((payments.id = disputes.payment_id)))
  WHERE (disputes.won_back_at IS NOT NULL)
UNION ALL
 SELECT transfers.order_id,
    transfers.created_at AS moment,
    'returned'::text AS kind,
    'transferred'::text AS cause,
        CASE
            WHEN (( SELECT orders.payment
               FROM orders
              WHERE (orders.id = transfers.order_id)) = 'elsewhere'::text) THEN 'elsewhere'::text
            ELSE 'cash_on_delivery'::text
        END AS payment,
    transfers.amount_grosze AS grosze,
    0 AS shipping_grosze
   FROM transfers;

create view sale_lines as
 SELECT orders.checkout_id,
    order_items.order_id,
    order_items.id AS item_id,
    order_items.product_id,
    (((order_items.brand_name || ' '::text) || order_items.product_name) ||
        CASE
            WHEN (order_items.facts = ''::text) THEN ''::text
            ELSE (', '::text || order_items.facts)
        END) AS name,
    (order_items.quantity)::integer AS quantity,
    (((order_items.quantity * order_items.unit_price_grosze) - order_items.discount_grosze))::bigint AS gross_grosze,
        CASE
            WHEN (checkouts.delivery_vat_rate = 'zw'::text) THEN 'zw'::text
            ELSE order_items.vat_rate
        END AS rate
   FROM ((order_items
     JOIN orders ON ((orders.id = order_items.order_id)))
     JOIN checkouts ON ((checkouts.id = orders.checkout_id)))
  WHERE (order_items.unit_price_grosze > 0)
UNION ALL
 SELECT orders.checkout_id,
    orders.id AS order_id,
    NULL::uuid AS item_id,
    NULL::uuid AS product_id,
    'Dostawa'::text AS name,
    1 AS quantity,
    (orders.shipping_grosze)::bigint AS gross_grosze,
    checkouts.delivery_vat_rate AS rate
   FROM (orders
     JOIN checkouts ON ((checkouts.id = orders.checkout_id)))
  WHERE (orders.shipping_grosze > 0);

create view sale_reductions as
 SELECT payments.order_id,
    ('refund:'::text || refunds.id) AS key,
    refunds.cause,
    refunds.lines,
    refunds.amount_grosze AS grosze,
    refunds.created_at AS decided_at,
    refunds.succeeded_at AS effective_at,
    (refunds.status = 'succeeded'::text) AS is_effective
   FROM (refunds
     JOIN payments ON ((payments.id = refunds.payment_id)))
  WHERE (refunds.status <> 'failed'::text)
UNION ALL
 SELECT transfers.order_id,
    ('transfer:'::text || transfers.id) AS key,
    transfers.cause,
    transfers.lines,
    transfers.amount_grosze AS grosze,
    transfers.created_at AS decided_at,
    transfers.created_at AS effective_at,
    true AS is_effective
   FROM transfers
UNION ALL
 SELECT payments.order_id,
    ('dispute:'::text || disputes.id) AS key,
    disputes.cause,
    disputes.lines,
    disputes.amount_grosze AS grosze,
    disputes.closed_at AS decided_at,
    disputes.closed_at AS effective_at,
    true AS is_effective
   FROM (disputes
     JOIN payments ON ((payments.id = disputes.payment_id)))
  WHERE (disputes.status = 'lost'::text)
UNION ALL
 SELECT order_items.order_id,
    ('case:'::text || return_cases.id) AS key,
        CASE return_cases.kind
            WHEN 'withdrawal'::text THEN 'withdrawal'::text
            ELSE 'complaint'::text
        END AS cause,
    jsonb_agg(line.value) AS lines,
    0 AS grosze,
    return_cases.settled_at AS decided_at,
    return_cases.settled_at AS effective_at,
    true AS is_effective
   FROM ((return_cases
     CROSS JOIN LATERAL jsonb_array_elements(return_cases.lines) line(value))
     JOIN order_items ON ((order_items.id = ((line.value ->> 'item_id'::text))::uuid)))
  WHERE (return_cases.lines IS NOT NULL)
  GROUP BY order_items.order_id, return_cases.id;

create view sales as
 SELECT id AS checkout_id,
    payment,
    company,
    invoice_person,
    created_at AS ordered_at,
    total_grosze,
    delivery_vat_rate,
    ( SELECT bool_and((orders.status = 'cancelled'::text)) AS bool_and
           FROM orders
          WHERE (orders.checkout_id = checkouts.id)) AS is_cancelled,
    ( SELECT (sum(kept_orders.kept_grosze))::bigint AS sum
           FROM kept_orders
          WHERE (kept_orders.checkout_id = checkouts.id)) AS kept_grosze,
        CASE payment
            WHEN 'prepaid'::text THEN ( SELECT min(payments.paid_at) AS min
               FROM (payments
                 JOIN orders ON ((orders.id = payments.order_id)))
              WHERE (orders.checkout_id = checkouts.id))
            ELSE ( SELECT min(made.created_at) AS min
               FROM (order_events made
                 JOIN orders ON ((orders.id = made.order_id)))
              WHERE ((orders.checkout_id = checkouts.id) AND (((made.subject = 'shipment'::text) AND (made.to_status = ANY (ARRAY['shipped'::text, 'delivered'::text]))) OR ((orders.payment = 'elsewhere'::text) AND (made.subject = 'order'::text) AND (made.to_status = 'paid'::text)))))
        END AS sold_at
   FROM checkouts
  WHERE (NOT papers_elsewhere);

create view unmade_refunds as
 SELECT payment_id,
    order_id,
    grosze
   FROM ( SELECT payments.id AS payment_id,
            payments.order_id,
            LEAST((failed.grosze - COALESCE(gone.later_grosze, (0)::bigint)), ((payments.amount_grosze - COALESCE(gone.grosze, (0)::bigint)) - COALESCE(lost.grosze, (0)::bigint))) AS grosze
           FROM (((( SELECT refunds.payment_id,
                    (sum(refunds.amount_grosze))::bigint AS grosze,
                    min(refunds.failed_at) AS first_at
                   FROM refunds
                  WHERE (refunds.status = 'failed'::text)
                  GROUP BY refunds.payment_id) failed
             JOIN payments ON ((payments.id = failed.payment_id)))
             LEFT JOIN LATERAL ( SELECT (sum(refunds.amount_grosze))::bigint AS grosze,
                    (sum(refunds.amount_grosze) FILTER (WHERE (refunds.created_at > failed.first_at)))::bigint AS later_grosze
                   FROM refunds
                  WHERE ((refunds.payment_id = payments.id) AND (refunds.status <> 'failed'::text))) gone ON (true))
             LEFT JOIN LATERAL ( SELECT (sum(disputes.amount_grosze))::bigint AS grosze
                   FROM disputes
                  WHERE ((disputes.payment_id = payments.id) AND (disputes.status = 'lost'::text))) lost ON (true))) waiting
  WHERE (grosze > 0);

create view used_pictures as
 SELECT products.image_key
   FROM products
  WHERE (products.image_key IS NOT NULL)
UNION ALL
 SELECT landing_films.image_key
   FROM landing_films
UNION ALL
 SELECT return_pictures.image_key
   FROM return_pictures
UNION ALL
 SELECT product_pictures.image_key
   FROM product_pictures
UNION ALL
 SELECT guide_pictures.image_key
   FROM guide_pictures
UNION ALL
 SELECT front_pictures.image_key
   FROM front_pictures
  WHERE (front_pictures.image_key IS NOT NULL)
UNION ALL
 SELECT review_pictures.image_key
   FROM review_pictures;
