-- What a product is found by, each with the letter of its sample before it: the pieces of one to three characters of its text,
-- its brand and its gender, so that a search narrowed by them reads only rows that fit. Dear, so that it is never computed for
-- each row where the index has it.
create function search_pieces(product_id uuid, brand_id uuid, gender text, folded text) returns text[]
  language sql immutable parallel safe strict cost 10000
  return (
    select array_agg(distinct sample.letter || part.piece collate "C")
    from (select search_sample(product_id) as letter offset 0) as sample,
      lateral (
        select substr(folded, start, size) as piece
        from generate_series(1, 3) as size, generate_series(1, length(folded) - size + 1) as start
        union all
        select unnest(array[brand_id::text, 'gender:' || gender])
      ) as part
  );

drop index listed_pieces_idx;
drop function search_pieces(uuid, uuid, text);
create index listed_pieces_idx on listed_products using gin (search_pieces(product_id, brand_id, gender, search)) with (fastupdate = off);
-- How frequent a piece is does not change how it is looked for, and counting them would compute the pieces of many rows.
alter index listed_pieces_idx alter column 1 set statistics 0;

-- Orders of the whole list alone: a page far from its ends is walked to twice as fast as in the indexes that have all that a
-- search asks of a row.
create index listed_newest_walk_idx on listed_products (created_at desc, product_id);
create index listed_price_walk_idx on listed_products (price_grosze, product_id);
create index listed_name_walk_idx on listed_products (name collate polish, product_id);
