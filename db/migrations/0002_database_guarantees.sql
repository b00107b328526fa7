-- The condition named a column that products no longer have.
drop trigger products_changed_notify on products;
create trigger products_changed_notify after update on products
  for each row
  when (to_jsonb(old.*) - '{stock_quantity,updated_at}'::text[] is distinct from
      to_jsonb(new.*) - '{stock_quantity,updated_at}'::text[]
    or case when old.stock_quantity < 5 then old.stock_quantity end is distinct from
      case when new.stock_quantity < 5 then new.stock_quantity end)
  execute function notify_product_changed();

create or replace function note_picture_use() returns trigger language plpgsql as $$
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
end $$;

-- Costs and their rates are written one after the other, so it is looked at when the transaction ends. A further way of
-- delivery adds its rates to all costs and stands here.
create function check_shipping_rates() returns trigger language plpgsql as $$
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
end $$;

create constraint trigger shipping_costs_complete after insert on shipping_costs
  deferrable initially deferred for each row execute function check_shipping_rates();
create constraint trigger shipping_rates_complete after update or delete on shipping_rates
  deferrable initially deferred for each row execute function check_shipping_rates();
