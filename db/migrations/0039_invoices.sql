-- Invoices and corrections. Numbers have no gaps: the last number of a series is taken in the transaction that stores the paper.
create table invoice_series (
  series text not null check (series in ('FV', 'FK')),
  year integer not null,
  last_number integer not null check (last_number > 0),
  primary key (series, year)
);

create table invoices (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references checkouts,
  number text not null unique,
  corrects_id uuid references invoices,
  content jsonb not null,
  gross_grosze bigint not null,
  issued_at timestamptz not null default now(),
  check ((corrects_id is null) = (number like 'FV/%'))
);
comment on column invoices.content is 'All that is printed on it. It never changes';
comment on column invoices.gross_grosze is 'Of a correction: the difference';
create index invoices_checkout_idx on invoices (checkout_id, issued_at);
create index invoices_issued_idx on invoices (issued_at desc, id desc);
create index invoices_corrects_idx on invoices (corrects_id) where corrects_id is not null;
create unique index invoices_one_each_idx on invoices (checkout_id) where corrects_id is null;

create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice does not change' using errcode = 'check_violation', constraint = 'invoices_unchanged';
end $$;
create trigger invoices_unchanged before update on invoices for each row execute function refuse_invoice_change();
comment on table invoice_series is 'The last number of each series of invoices';
comment on table invoices is 'Issued invoices and corrections. A row never changes';
