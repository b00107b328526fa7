-- Buyers are told how many gifts are left when they are few. Pages learn of it as of the last pieces of a product.
drop trigger gift_rule_notify on gift_rule;
create trigger gift_rule_notify
after update on gift_rule for each row
when (
  to_jsonb(old) - '{stock,updated_at}'::text[] is distinct from to_jsonb(new) - '{stock,updated_at}'::text[]
  or case when old.stock < 20 then old.stock end is distinct from case when new.stock < 20 then new.stock end
)
execute function notify_catalog_changed();
