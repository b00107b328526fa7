-- Pieces of a parcel that was cancelled on its way and did not come back. If it arrives after all, they are not taken
-- from stock a second time.
alter table order_items add column withheld smallint not null default 0 check (withheld between 0 and quantity);
