-- What the owner is told of. A row is written in the transaction of its event, once per key; a job tells it later.

create table owner_notice_settings (
  id smallint primary key default 1 check (id = 1),
  order_mail text not null default 'now' check (order_mail in ('now', 'hourly', 'daily', 'off')),
  payment_mail text not null default 'daily' check (payment_mail in ('now', 'hourly', 'daily', 'off')),
  refund_mail text not null default 'now' check (refund_mail in ('now', 'hourly', 'daily', 'off')),
  stock_mail text not null default 'daily' check (stock_mail in ('now', 'hourly', 'daily', 'off')),
  -- There is no other place where messages are read.
  message_mail text not null default 'now' check (message_mail in ('now', 'hourly', 'daily')),
  low_stock smallint not null default 3 check (low_stock between 0 and 100),
  -- Full hours in Warsaw within which nothing is sent; none where both are null.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);
create trigger owner_notice_settings_touch before update on owner_notice_settings
  for each row execute function touch_updated_at();
insert into owner_notice_settings default values;

create table owner_notices (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('order', 'payment', 'refund', 'stock', 'message')),
  -- The checkout, payment, refund, product or message.
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  -- When it was put into a mail, or nobody wanted to know.
  mailed_at timestamptz,
  mail_batch uuid
);
create index owner_notices_unmailed_idx on owner_notices (kind, id) where mailed_at is null;
create index owner_notices_mail_batch_idx on owner_notices (mail_batch) where mail_batch is not null;
create index owner_notices_created_idx on owner_notices (created_at);

-- The first argument is the kind of the notice, the second the column that holds its subject.
create function note_for_owner() returns trigger language plpgsql as $$
declare
  subject uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  insert into owner_notices (key, kind, subject_id) values (tg_argv[0] || ':' || subject, tg_argv[0], subject)
  on conflict (key) do nothing;
  return null;
end $$;

create trigger checkouts_noted_for_owner after insert on checkouts for each row
  when (new.payment = 'cash_on_delivery') execute function note_for_owner('order', 'id');
create trigger payments_failed_noted_for_owner after update of status on payments for each row
  when (old.status = 'open' and new.status in ('failed', 'expired')) execute function note_for_owner('payment', 'id');
create trigger refunds_failed_noted_for_owner after insert or update of status on refunds for each row
  when (new.status = 'failed') execute function note_for_owner('refund', 'id');

create function note_paid_order_for_owner() returns trigger language plpgsql as $$
begin
  insert into owner_notices (key, kind, subject_id)
  select 'order:' || checkout_id, 'order', checkout_id from orders where orders.id = new.order_id
  on conflict (key) do nothing;
  return null;
end $$;
create trigger payments_paid_noted_for_owner after update of status on payments for each row
  when (new.status = 'paid' and old.status in ('open', 'expired', 'failed')) execute function note_paid_order_for_owner();

-- A product is told of once a day at most, however often its stock passes the number.
create function note_low_stock_for_owner() returns trigger language plpgsql as $$
begin
  insert into owner_notices (key, kind, subject_id)
  select 'stock:' || new.id || ':' || (now() at time zone 'Europe/Warsaw')::date, 'stock', new.id
  from owner_notice_settings where new.stock_quantity <= low_stock and old.stock_quantity > low_stock
  on conflict (key) do nothing;
  return null;
end $$;
create trigger products_low_noted_for_owner after update of stock_quantity on products for each row
  when (new.active and new.stock_quantity < old.stock_quantity) execute function note_low_stock_for_owner();
