-- One mail about the time when a bottle is used up. The days are learnt from buyers who bought the same bottle again.
alter table product_alerts add column due_at timestamptz;
comment on column product_alerts.due_at is 'When a bottle is expected to be used up.';
alter table product_alerts drop constraint product_alerts_kind_check;
alter table product_alerts add constraint product_alerts_kind_check check (kind in ('stock', 'price', 'refill'));
alter table product_alerts add constraint product_alerts_due_check check ((kind = 'refill') = (due_at is not null));

create table refill_days (
  volume_ml integer primary key check (volume_ml > 0),
  days integer not null check (days > 0)
);
comment on table refill_days is 'After how many days a bottle of this size is bought again, for half of its buyers; absent: not known yet.';
