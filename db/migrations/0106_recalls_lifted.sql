-- A recall keeps a product off sale until the owner, who has looked through the shelf, puts it on sale again.
alter table recalls add column lifted_at timestamptz;
comment on column recalls.lifted_at is 'When the owner put the product on sale again; until then nothing else does.';
update recalls set lifted_at = now() from products where products.id = product_id and not out_of_stock;

create function lift_recalls() returns trigger language plpgsql as $$
begin
  update recalls set lifted_at = now() where product_id = new.id and lifted_at is null;
  return null;
end $$;
create trigger products_recalls_lifted after update of out_of_stock on products for each row
  when (old.out_of_stock and not new.out_of_stock) execute function lift_recalls();
