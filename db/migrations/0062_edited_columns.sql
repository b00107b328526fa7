-- A column that a form holds moves `edited_at` without being named anywhere: the function compares all but those it leaves out.
drop trigger products_edited on products;
create trigger products_edited before update on products for each row execute function touch_edited_at();

create or replace function touch_edited_at() returns trigger language plpgsql as $$
declare
  not_edited constant text[] := '{stock_quantity,out_of_stock,updated_at,edited_at}';
begin
  if to_jsonb(new) - not_edited is distinct from to_jsonb(old) - not_edited then
    new.edited_at := clock_timestamp();
  end if;
  return new;
end $$;
