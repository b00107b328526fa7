-- The addresses that brands had before they were renamed: links to the shop's list by brand lead to the present one. A slug
-- that a brand has now is in no row here, so it means one brand.
create table brand_slugs (
  slug text primary key,
  brand_id uuid not null references brands (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index brand_slugs_brand_idx on brand_slugs (brand_id);

create function remember_brand_slug() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into brand_slugs (slug, brand_id) values (old.slug, new.id)
    on conflict (slug) do update set brand_id = excluded.brand_id, created_at = now();
  end if;
  delete from brand_slugs where slug = new.slug;
  return null;
end $$;
create trigger brands_slug_given after insert on brands for each row execute function remember_brand_slug();
create trigger brands_renamed after update of slug on brands for each row
  when (old.slug is distinct from new.slug) execute function remember_brand_slug();
