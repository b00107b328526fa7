-- A parcel that came back, was lost, or whose receiver or sum changed after its label was made is sent again under
-- another reference. The one before stays as 'replaced': it is neither followed nor printed any more.
alter table carrier_shipments
  drop constraint carrier_shipments_status_check,
  drop constraint carrier_shipments_check,
  add constraint carrier_shipments_status_check
    check (status in ('requested', 'refused', 'created', 'confirmed', 'cancelled', 'replaced')),
  add constraint carrier_shipments_check
    check ((carrier_id is not null) = (status in ('created', 'confirmed', 'cancelled', 'replaced'))),
  add column destination text;
comment on column carrier_shipments.destination is 'A hash of the receiver that the carrier was told; null: before it was kept.';
drop index carrier_shipments_open_key;
create unique index carrier_shipments_open_key on carrier_shipments (checkout_id) where status not in ('cancelled', 'replaced');
