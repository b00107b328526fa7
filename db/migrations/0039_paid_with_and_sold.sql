-- What was paid with, in the provider's word: card, blik, p24. Null: not paid, or the provider did not say.
alter table payments add column paid_with text;

-- The admin's figures and takings read what was sold from the index of the newest orders alone, not from their wide rows.
drop index orders_newest_idx;
create index orders_newest_idx on orders (created_at desc, checkout_id, id)
  include (status, payment, items_grosze, shipping_grosze, total_grosze);
