-- Every order has one number, which no two orders share.
drop index orders_number_key;
drop index orders_number_search_idx;
create unique index orders_number_key on orders (number);

-- What a call answered under its key stands in idempotency_keys alone.
drop trigger checkouts_of_first_release on checkouts;
drop function refuse_first_release_checkout();
alter table checkouts drop column idempotency_key, drop column request_hash;

-- Orders of one account are placed one after the other under a lock of its row; nothing counts them any more.
alter table users drop column checkouts_placed;
