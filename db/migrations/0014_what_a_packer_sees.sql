-- Withdrawals and bank disputes reach whoever packs, before a label is made and before a parcel is sent.

-- The bank's question has a last day, which the owner has to know.
alter table disputes add column respond_by timestamptz;
comment on column disputes.respond_by is 'The last moment to answer the bank; null: the provider did not say.';

alter table owner_notices drop constraint owner_notices_kind_check;
alter table owner_notices add constraint owner_notices_kind_check
  check (kind in ('order', 'payment', 'refund', 'stock', 'message', 'dispute'));
alter table owner_notice_settings
  add column dispute_mail text not null default 'now' check (dispute_mail in ('now', 'hourly', 'daily', 'off')),
  add column dispute_push boolean not null default true;
create trigger disputes_noted_for_owner after insert on disputes
  for each row when (new.closed_at is null) execute function note_for_owner('dispute', 'id');

-- Pieces that were withdrawn before the parcel left never travel. Unpaid, they are taken out of their order, whose total
-- shrinks. Paid, the order stays as it was sold: they are refunded and left out of the parcel.
alter table return_cases add column unsent_at timestamptz;
comment on column return_cases.unsent_at is
  'When its pieces were taken out of a parcel that had not left; null: they were not.';
alter table return_items add column amended boolean not null default false;
comment on column return_items.amended is 'Whether its order was reduced by these pieces, which had not been paid.';

-- A run asks the carrier later than the owner decided; what the owner knew then goes along.
alter table carrier_shipments add column known_warnings uuid[] not null default '{}';
comment on column carrier_shipments.known_warnings is 'Withdrawals and disputes that the owner knew when the label was requested.';
