-- What the owner enters about the shop in the panel (seller, contact, links, measuring), and the answers to messages of
-- the contact form. Of tables that orders write, this file locks none.

-- One value a field, by its key: the fields are declared in domain/settings/profile-fields.ts, and one more needs no
-- column. What the environment says wins and is not stored.
create table shop_profile (
  id smallint primary key default 1 check (id = 1),
  entered jsonb not null default '{}' check (jsonb_typeof(entered) = 'object' and pg_column_size(entered) < 20000),
  updated_at timestamptz not null default now()
);
comment on table shop_profile is 'One row: what the owner entered about the shop.';
insert into shop_profile default values;
create trigger shop_profile_touch before update on shop_profile for each row execute function touch_updated_at();
create trigger shop_profile_notify after update on shop_profile
  for each statement execute function notify_catalog_changed('shop-profile');

alter table contact_messages add column done_at timestamptz;
comment on column contact_messages.done_at is 'Answered, or put aside by the owner; null: it waits.';
create index contact_messages_open_idx on contact_messages (created_at desc) where done_at is null;

create table contact_answers (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_messages (id) on delete cascade,
  answer text not null check (char_length(answer) between 1 and 4000),
  created_at timestamptz not null default now()
);
comment on table contact_answers is 'What the owner answered to a message of the contact form.';
create index contact_answers_message_idx on contact_answers (message_id, created_at);
