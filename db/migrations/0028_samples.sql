-- 'Try first': a sample comes free with a bottle, and what was paid for one comes back as a code, while the owner wants
-- it so. The tables are locked in the order in which orders use them, each for a moment.
-- Without a foreign key, which would lock the checkouts.
alter table codes add column sample_checkout_id uuid unique;
comment on column codes.sample_checkout_id is
  'The checkout whose samples were paid for; the code holds while they are kept. Null: a code of the owner.';
alter table gift_rule
  add column with_sample boolean not null default false,
  add column sample_codes_since timestamptz;
comment on column gift_rule.with_sample is 'A sample of its scent comes free with a bottle.';
comment on column gift_rule.sample_codes_since is
  'The price of samples ordered from then on comes back as a code; null: it does not.';
-- A free sample is an item of 0.00 zl. No row has to be read again.
alter table order_items
  drop constraint order_items_unit_price_grosze_check,
  add constraint order_items_unit_price_grosze_check check (unit_price_grosze >= 0) not valid;
