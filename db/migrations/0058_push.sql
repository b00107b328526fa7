-- Notices on the phones and computers on which the owner switched them on in the panel (Web Push).

alter table owner_notice_settings
  add column order_push boolean not null default true,
  add column payment_push boolean not null default true,
  add column refund_push boolean not null default true,
  add column stock_push boolean not null default true,
  add column message_push boolean not null default true;

alter table owner_notices
  -- When it was shared out to the devices, or nobody wanted to know.
  add column pushed_at timestamptz,
  add column push_batch uuid;
-- What happened before is not told.
update owner_notices set pushed_at = created_at;
create index owner_notices_unpushed_idx on owner_notices (kind, id) where pushed_at is null;
create index owner_notices_push_batch_idx on owner_notices (push_batch) where push_batch is not null;

create table push_devices (
  id uuid primary key default gen_random_uuid(),
  -- Where the device's push service takes messages. Whoever knows it and has the shop's key may send there.
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  -- The keys of the device, base64url (RFC 8291).
  p256dh text not null,
  auth text not null,
  -- 'Chrome, Android'
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  last_success_at timestamptz,
  -- Of the last message, if it could not be delivered.
  failed_at timestamptz
);

-- One message to one device. Whoever sends it takes it first, so that it goes once.
create table device_pushes (
  batch uuid not null,
  device_id uuid not null references push_devices (id) on delete cascade,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- Null: waits to be sent.
  taken_at timestamptz,
  primary key (batch, device_id)
);
create index device_pushes_due_idx on device_pushes (due_at) where taken_at is null;
create index device_pushes_device_idx on device_pushes (device_id);
create index device_pushes_created_idx on device_pushes (created_at);
