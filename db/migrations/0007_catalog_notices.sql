-- Public pages are read anew when anything of a product changes, whatever columns it has by then. Of its stock they show
-- sold out, few left (below 5) or plenty, so selling one of many leaves them as they are.

create or replace trigger products_changed_notify after update on products for each row
  when (
    (to_jsonb(old) - '{stock_quantity,provider_product_id,updated_at}'::text[],
     case when old.stock_quantity < 5 then old.stock_quantity end)
    is distinct from
    (to_jsonb(new) - '{stock_quantity,provider_product_id,updated_at}'::text[],
     case when new.stock_quantity < 5 then new.stock_quantity end)
  )
  execute function notify_catalog_changed();
