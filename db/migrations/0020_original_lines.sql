-- Further brands may be marked as original lines, so that real originals are not called substitutes. 'Perfumy Arabskie'
-- keeps a mark of its own: it stands first, has its category, and cannot be deleted.
drop trigger brands_original_protected on brands;
drop function protect_original_brand();
drop index brands_original_key;
alter table brands add column is_arabic boolean not null default false;
update brands set is_arabic = true where is_original;
alter table brands add constraint brands_arabic_check check (is_original or not is_arabic);
create unique index brands_arabic_key on brands (is_arabic) where is_arabic;
create function protect_arabic_brand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not new.is_arabic or not new.active then
    raise exception 'the brand of Arabic perfumes cannot be deleted, deactivated or lose its mark'
      using errcode = 'check_violation', constraint = 'brands_arabic_protected';
  end if;
  return new;
end $$;
create trigger brands_arabic_protected before delete or update on brands
  for each row when (old.is_arabic) execute function protect_arabic_brand();
comment on table brands is 'Brands. Products of those that are no original line are substitutes.';
