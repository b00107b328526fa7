-- The list of orders is filtered by where the parcel is.
create index shipments_sent_idx on shipments (order_id) where status = 'shipped';
create index carrier_shipments_returned_idx on carrier_shipments (checkout_id) where carrier_status = 'returned_to_sender';
create index order_events_taken_back_idx on order_events (order_id)
  where subject = 'shipment' and from_status in ('shipped', 'delivered') and to_status = 'cancelled';
