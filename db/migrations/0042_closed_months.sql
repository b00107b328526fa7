-- A month that the owner closed stays as it was. What is recorded later belongs to the next one.
create table closed_months (
  month text primary key check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  report jsonb not null,
  documents jsonb not null,
  payouts jsonb not null,
  closed_at timestamptz not null default now()
);

-- Which documents a closed month has, so that each is in one month, whatever is recorded while a month is being closed.
create table closed_documents (
  key text primary key,
  month text not null references closed_months
);
create index closed_documents_month_idx on closed_documents (month);
comment on table closed_months is 'Months that the owner closed, as they were then';
comment on table closed_documents is 'Which documents a closed month has';
