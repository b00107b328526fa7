-- Columns that nothing reads: the ids of both payment modes stand in provider_products since 0027, and search has used
-- search_pieces() since 0020.
alter table products drop column provider_product_id;

create or replace function list_products(ids uuid[]) returns void language sql as $$
  delete from listed_products where product_id = any(ids);
  insert into listed_products (product_id, brand_id, is_original, gender, price_grosze, name, created_at, search)
  select p.id, p.brand_id, b.is_original, p.gender, p.price_grosze, p.name, p.created_at, folded.name
  from products p
  join brands b on b.id = p.brand_id
  cross join lateral (select search_fold(p.name || ' ' || b.name) as name) as folded
  where p.id = any(ids) and p.active and b.active
  for share of b;
$$;
-- Its index goes with it.
alter table listed_products drop column grams;
drop function search_grams(text);
