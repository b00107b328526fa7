-- What a code took off all pieces of an item together. At least a grosz of each item stays.
alter table order_items
  add column discount_grosze integer not null default 0,
  add constraint order_items_discount_check
    check (discount_grosze >= 0 and (discount_grosze = 0 or discount_grosze < quantity * unit_price_grosze));
