-- A search reads no more than it counts: the products are divided into samples, each half as large as the next, and the
-- smallest are looked through first. A word that most products have is counted in the first few.

-- The letter of a product's sample, from the random end of its id: 'a' is a half of all, 'b' a quarter ... 'k' and 'l' a 2048th.
create function search_sample(product_id uuid) returns text
  language sql immutable parallel safe strict
  return substr('labcdefghijk', 1 + position('1' in reverse(right(('x' || right(product_id::text, 3))::bit(12)::text, 11))), 1);

-- What a product is found by, each with the letter of its sample before it: the pieces of one to three characters of its
-- text, and its brand. Dear, so that it is never computed for each row where the index has it.
create function search_pieces(product_id uuid, brand_id uuid, folded text) returns text[]
  language sql immutable parallel safe strict cost 10000
  return (
    select array_agg(distinct sample.letter || part.piece collate "C")
    from (select search_sample(product_id) as letter offset 0) as sample,
      lateral (
        select substr(folded, start, size) as piece
        from generate_series(1, 3) as size, generate_series(1, length(folded) - size + 1) as start
        union all
        select brand_id::text
      ) as part
  );

create index listed_pieces_idx on listed_products using gin (search_pieces(product_id, brand_id, search)) with (fastupdate = off);
-- How frequent a piece is does not change how it is looked for, and counting them would compute the pieces of many rows.
alter index listed_pieces_idx alter column 1 set statistics 0;

-- The orders of the whole list with all that is asked of a row, so that rows that are passed over are not read.
drop index listed_newest_idx, listed_price_idx, listed_name_idx;
create index listed_newest_idx on listed_products (created_at desc, product_id) include (brand_id, is_original, gender, price_grosze, search);
create index listed_price_idx on listed_products (price_grosze, product_id) include (brand_id, is_original, gender, search);
create index listed_name_idx on listed_products (name collate polish, product_id) include (brand_id, is_original, gender, price_grosze, search);

-- Processes of the release before still search in it; the next one drops it with search_grams() and listed_grams_idx.
comment on column listed_products.grams is 'read by nothing since 0020';
