-- What the owner notes about a buyer, by e-mail address: guests have no account.
create table buyers (
  email text primary key check (email = lower(email) and length(email) <= 254),
  note text not null default '' check (char_length(note) <= 1000),
  cash_on_delivery boolean not null default true,
  updated_at timestamptz not null default now()
);
comment on table buyers is 'What the owner notes about a buyer. Who has no row has no note and may pay on delivery.';
comment on column buyers.cash_on_delivery is 'False: orders of this address are refused unless they are paid ahead.';
create trigger buyers_touch before update on buyers for each row execute function touch_updated_at();
