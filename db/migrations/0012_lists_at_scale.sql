-- Lists, search, ratings and counts that cost the same however many products, reviews and orders there are.

-- ---------------------------------------------------------------- products in lists

-- Every piece of one to three characters of a text: a text contains a word only if its pieces contain the word's.
create function search_grams(folded text) returns text[]
  language sql immutable parallel safe strict
  return (
    select coalesce(array_agg(distinct substr(folded, start, size) collate "C"), '{}')
    from generate_series(1, 3) as size, generate_series(1, length(folded) - size + 1) as start
  );

-- What visitors can be shown, narrow and in step with products and brands by triggers: active products of active brands.
create table listed_products (
  product_id uuid primary key references products (id) on delete cascade,
  brand_id uuid not null,
  is_original boolean not null,
  gender text not null,
  price_grosze integer not null,
  name text not null,
  created_at timestamptz not null,
  -- What search looks for words in: product and brand name, folded.
  search text not null,
  grams text[] not null
);

-- One index for each order of each kind of list; gender and price come along, so that further filters need no row.
create index listed_newest_idx on listed_products (created_at desc, product_id) include (gender, price_grosze);
create index listed_price_idx on listed_products (price_grosze, product_id) include (gender);
create index listed_name_idx on listed_products (name collate polish, product_id) include (gender, price_grosze);
create index listed_gender_newest_idx on listed_products (gender, created_at desc, product_id) include (is_original, price_grosze);
create index listed_gender_price_idx on listed_products (gender, price_grosze, product_id) include (is_original);
create index listed_gender_name_idx on listed_products (gender, name collate polish, product_id) include (is_original, price_grosze);
create index listed_original_newest_idx on listed_products (is_original, created_at desc, product_id) include (gender, price_grosze);
create index listed_original_price_idx on listed_products (is_original, price_grosze, product_id) include (gender);
create index listed_original_name_idx on listed_products (is_original desc, name collate polish, product_id) include (gender, price_grosze);
create index listed_brand_newest_idx on listed_products (brand_id, created_at desc, product_id) include (gender, price_grosze);
create index listed_brand_price_idx on listed_products (brand_id, price_grosze, product_id) include (gender);
create index listed_brand_name_idx on listed_products (brand_id, name collate polish, product_id) include (gender, price_grosze);
-- New entries go straight in: a list of pending ones would be read by every search.
create index listed_grams_idx on listed_products using gin (grams) with (fastupdate = off);

-- How many products a list has, as sums and the changes since. Changes are added, never written over: nobody waits.
create table listed_counts (
  id bigint generated always as identity primary key,
  brand_id uuid not null,
  is_original boolean not null,
  gender text not null,
  products integer not null
);

create function count_listed_products() returns trigger language plpgsql as $$
declare
  added integer;
  last bigint;
begin
  if tg_op = 'INSERT' then
    insert into listed_counts (brand_id, is_original, gender, products)
    select brand_id, is_original, gender, count(*) from changed group by brand_id, is_original, gender;
  else
    insert into listed_counts (brand_id, is_original, gender, products)
    select brand_id, is_original, gender, -count(*) from changed group by brand_id, is_original, gender;
  end if;
  get diagnostics added = row_count;
  if added = 0 then return null; end if;
  -- Every 500 changes they are summed up.
  last := currval('listed_counts_id_seq');
  if last / 500 > (last - added) / 500 then
    with summed as (delete from listed_counts returning brand_id, is_original, gender, products)
    insert into listed_counts (brand_id, is_original, gender, products)
    select brand_id, is_original, gender, sum(products) from summed group by brand_id, is_original, gender having sum(products) <> 0;
  end if;
  return null;
end $$;
create trigger listed_products_added after insert on listed_products referencing new table as changed
  for each statement execute function count_listed_products();
create trigger listed_products_removed after delete on listed_products referencing old table as changed
  for each statement execute function count_listed_products();

-- The lock on the brand makes a product that is being added and a brand that is being changed wait for each other.
create function list_products(ids uuid[]) returns void language sql as $$
  delete from listed_products where product_id = any(ids);
  insert into listed_products (product_id, brand_id, is_original, gender, price_grosze, name, created_at, search, grams)
  select p.id, p.brand_id, b.is_original, p.gender, p.price_grosze, p.name, p.created_at, folded.name, search_grams(folded.name)
  from products p
  join brands b on b.id = p.brand_id
  cross join lateral (select search_fold(p.name || ' ' || b.name) as name) as folded
  where p.id = any(ids) and p.active and b.active
  for share of b;
$$;

create function list_changed_products() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'brands' then
    perform list_products(array(select id from products where brand_id = new.id));
  elsif tg_op = 'INSERT' then
    perform list_products(array(select id from added));
  else
    perform list_products(array[new.id]);
  end if;
  return null;
end $$;
create trigger products_listed after insert on products referencing new table as added
  for each statement execute function list_changed_products();
create trigger products_listed_anew after update on products for each row
  when ((old.active, old.brand_id, old.gender, old.price_grosze, old.name, old.created_at)
    is distinct from (new.active, new.brand_id, new.gender, new.price_grosze, new.name, new.created_at))
  execute function list_changed_products();
create trigger brands_listed_anew after update on brands for each row
  when ((old.name, old.active, old.is_original) is distinct from (new.name, new.active, new.is_original))
  execute function list_changed_products();

select list_products(array(select id from products));

-- Lists were read from products themselves; brand_id goes on being looked up by its foreign key.
drop index products_newest_idx, products_price_idx, products_name_idx, products_gender_idx, products_brand_idx;
create index products_brand_idx on products (brand_id);

-- ---------------------------------------------------------------- ratings

-- Number and sum of the approved reviews of each product that has any.
create table product_ratings (
  product_id uuid primary key references products (id) on delete cascade,
  reviews integer not null,
  stars bigint not null
);

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
create trigger reviews_rated after insert on reviews referencing new table as added
  for each statement execute function sum_ratings();
create trigger reviews_rated_anew after update on reviews referencing old table as removed new table as added
  for each statement execute function sum_ratings();
create trigger reviews_unrated after delete on reviews referencing old table as removed
  for each statement execute function sum_ratings();

insert into product_ratings (product_id, reviews, stars)
select product_id, count(*), sum(rating) from reviews where approved group by product_id;

-- ---------------------------------------------------------------- orders

-- The order of the admin's list, with nothing left to sort.
drop index orders_newest_idx;
create index orders_newest_idx on orders (created_at desc, checkout_id, id);

-- Orders of each day (UTC) that is over, counted by a job: they are neither deleted nor dated back.
create table order_days (
  day date primary key,
  orders integer not null check (orders > 0)
);

insert into order_days (day, orders)
select (created_at at time zone 'UTC')::date as day, count(*) from orders
where created_at < date_trunc('day', now(), 'UTC') group by day;
