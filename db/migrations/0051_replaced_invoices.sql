-- An invoice with a wrong NIP is corrected to zero, and another one replaces it. So a sale has one living invoice: one that
-- replaces none, and each is replaced once.
alter table invoices add column replaces_id uuid references invoices check (replaces_id is null or corrects_id is null);
comment on column invoices.replaces_id is 'The invoice with a wrong NIP that this one was issued in place of';
drop index invoices_one_each_idx;
create unique index invoices_one_first_idx on invoices (checkout_id) where corrects_id is null and replaces_id is null;
create unique index invoices_replaced_once_idx on invoices (replaces_id) where replaces_id is not null;
