-- 'Try first': what was paid for a sample comes back as a code for the next order, while the owner wants it so.
alter table gift_rule add column sample_codes_since timestamptz;
comment on column gift_rule.sample_codes_since is
  'The price of samples ordered from then on comes back as a code; null: it does not.';
-- Without a foreign key, which would lock the checkouts.
alter table codes add column sample_checkout_id uuid unique;
comment on column codes.sample_checkout_id is
  'The checkout whose samples were paid for; the code holds while they are kept. Null: a code of the owner.';
