-- Paying ahead costs nothing until it is paid, but takes pieces from stock meanwhile: an account whose address was never
-- proven has at most so many orders that wait for their payment.
alter table unproven_account_limits
  add column open_payments smallint not null default 3 check (open_payments between 1 and 100);
