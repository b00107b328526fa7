-- Money that a bank did not give back is counted on every page of the admin.
create index refunds_failed_idx on refunds (payment_id) where status = 'failed';
