-- A statement counts from its arrival. It is stored as it was declared; to which order it belongs is found out later.
create table return_cases (
  id uuid primary key default gen_random_uuid(),
  number text not null unique generated always as ('Z' || upper(left(id::text, 8))) stored,
  kind text not null check (kind in ('withdrawal', 'complaint')),
  submission_key text not null unique,
  received_at timestamptz not null,
  name text not null check (char_length(name) between 1 and 200),
  order_number text not null check (char_length(order_number) between 1 and 60),
  email text not null check (char_length(email) between 3 and 254),
  declared_items jsonb,
  items_note text check (char_length(items_note) between 1 and 500),
  reason text check (char_length(reason) between 1 and 4000),
  demand text check (demand in ('repair', 'replacement', 'lower_price', 'withdrawal')),
  match text check (match in ('signed', 'typed', 'number_only', 'none', 'confirmed')),
  checkout_id uuid references checkouts (id),
  account_number text check (account_number ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  sent_back_at timestamptz,
  arrived_at timestamptz,
  deduction_grosze integer not null default 0 check (deduction_grosze >= 0),
  deduction_reason text check (char_length(deduction_reason) between 1 and 500),
  refund_id uuid unique,
  settled_at timestamptz,
  settled_grosze bigint check (settled_grosze >= 0),
  decision text check (decision in ('accepted', 'rejected')),
  answer text check (char_length(answer) between 1 and 4000),
  answered_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((kind = 'complaint') = (demand is not null)),
  check ((settled_at is null) = (settled_grosze is null)),
  check ((deduction_grosze = 0) = (deduction_reason is null)),
  check ((answered_at is null) = (answer is null) and (answered_at is null) = (decision is null))
);
comment on table return_cases is
  'Statements of withdrawal and complaints as they were declared, and what became of them.';
comment on column return_cases.match is
  'How its order was found: by a signed link, by typed number and e-mail, by the number alone, by the owner; null: not looked for yet.';
comment on column return_cases.refund_id is 'The refund at the provider; null: none, or the money is transferred.';
create index return_cases_checkout_idx on return_cases (checkout_id) where checkout_id is not null;
create index return_cases_received_idx on return_cases (received_at desc, id);
create index return_cases_open_idx on return_cases (received_at, id) where settled_at is null and answered_at is null;
create trigger return_cases_touch before update on return_cases for each row execute function touch_updated_at();

create table return_pictures (
  case_id uuid not null references return_cases (id) on delete cascade,
  image_key text not null,
  position smallint not null check (position between 1 and 5),
  primary key (case_id, position)
);
comment on table return_pictures is 'Pictures of a complaint.';
create index return_pictures_image_idx on return_pictures (image_key);
create trigger return_pictures_added after insert on return_pictures
  for each row execute function note_picture_use();
create trigger return_pictures_removed after delete on return_pictures
  for each row execute function note_picture_use();

create or replace view used_pictures as
  select image_key from products where image_key is not null
  union all
  select image_key from landing_films
  union all
  select image_key from return_pictures;
