-- Whoever deletes a user, a refund or a product finds the rows that name it by an index.

create index audit_events_user_idx on audit_events (user_id);
create index order_events_refund_idx on order_events (refund_id) where refund_id is not null;
create index runs_started_by_idx on runs (started_by);
create index run_items_product_idx on run_items (product_id);
