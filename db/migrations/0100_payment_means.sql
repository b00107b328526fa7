-- The means of payment that the owner offers, in the provider's terms. Which of them the account has is the provider's
-- answer, one for each mode. A payment keeps those with which its page was requested, so that each repeat is the same;
-- null: it was not requested yet.
alter table payment_settings add column means text[] not null default '{card,blik,p24}';
alter table payments add column means text[];

create table payment_accounts (
  mode text primary key check (mode in ('test', 'live')),
  means text[] not null,
  asked_at timestamptz not null
);
comment on table payment_accounts is 'Which means of payment the account at the provider has, as it said when it was last asked.';

create trigger payment_accounts_notify after insert or update on payment_accounts
  for each statement execute function notify_catalog_changed('shipping-costs');

-- Terms and privacy policy tell of some of them.
create trigger payment_means_features_notify after update of means on payment_settings
  for each statement execute function notify_catalog_changed('shop-profile');
