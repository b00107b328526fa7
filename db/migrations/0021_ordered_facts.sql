-- Volume and concentration of an ordered product, as they were then: '100 ml · Woda perfumowana'. '': unknown.
alter table order_items add column facts text not null default '';
update order_items set facts = concat_ws(' · ', products.volume_ml || E'\u00a0ml', nullif(products.concentration, ''))
from products where products.id = order_items.product_id;
