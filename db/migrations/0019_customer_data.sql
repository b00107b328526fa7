-- What customers may ask for about their data: accounts that were deleted, and orders whose personal data were removed.

-- The account of orders that must be stored: without name, address or any way in.
alter table users add column deleted_at timestamptz;

-- When the personal data of an order were removed; its goods and sums stay.
alter table orders add column anonymised_at timestamptz;
create index orders_personal_data_idx on orders (created_at) where anonymised_at is null;

-- A rejected review stays its author's, and waits for nobody.
alter table reviews
  add column rejected_at timestamptz,
  add constraint reviews_approved_or_rejected check (not (approved and rejected_at is not null));
