-- Parcels as they are packed, archived and deleted: orders of one checkout travel together.

alter table shipments
  -- When its parcel was packed; null: not yet.
  add column packed_at timestamptz,
  -- Deleted from the archive. The row stays: the customer's panel, the mails and the limits of unproven addresses read it.
  add column deleted_at timestamptz,
  -- One shipment of each checkout stands for the parcel where parcels are counted and paged.
  add column heads_parcel boolean not null default true,
  add constraint shipments_deleted_from_archive check (deleted_at is null or archived_at is not null);

-- Not a change that anybody made.
alter table shipments disable trigger shipments_touch;
update shipments set heads_parcel = false
from orders
where orders.id = shipments.order_id and exists (
  select from orders as earlier join shipments as head on head.order_id = earlier.id
  where earlier.checkout_id = orders.checkout_id and earlier.id < orders.id);
alter table shipments enable trigger shipments_touch;

-- Nothing reads shipments by these.
drop index shipments_status_idx, shipments_newest_idx, shipments_archive_idx;

create index shipments_active_parcels_idx on shipments (created_at desc, id desc) where archived_at is null and heads_parcel;
create index shipments_archived_parcels_idx on shipments (created_at desc, id desc)
  where archived_at is not null and deleted_at is null and heads_parcel;
create index shipments_to_pack_idx on shipments (created_at, id)
  where archived_at is null and packed_at is null and status in ('created', 'processing');
create index shipments_packed_idx on shipments (packed_at desc, id)
  where archived_at is null and packed_at is not null and status in ('created', 'processing');
create index shipments_tracking_idx on shipments (tracking_number) where tracking_number is not null;
