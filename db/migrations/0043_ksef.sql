-- Certificates by which the shop signs in to KSeF and proves invoices that it issued while KSeF was away. Keys are sealed with a
-- secret of the environment.
create table ksef_certificates (
  kind text primary key check (kind in ('authentication', 'offline')),
  certificate text not null,
  sealed_key text not null,
  serial text not null,
  subject text not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  stored_at timestamptz not null default now()
);

-- The file of an invoice for KSeF, stored with its number, and what became of it. A repeat sends the same bytes.
create table ksef_invoices (
  invoice_id uuid primary key references invoices,
  xml text not null,
  link text not null,
  state text not null default 'waiting' check (state in ('waiting', 'processing', 'accepted', 'refused')),
  session text,
  reference text,
  ksef_number text unique,
  accepted_at timestamptz,
  upo text,
  offline boolean not null default false,
  proof text,
  problem text,
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  check ((state = 'accepted') = (ksef_number is not null)),
  check (state <> 'processing' or (session is not null and reference is not null)),
  check (not offline or proof is not null)
);
comment on column ksef_invoices.link is 'What the first printed code leads to';
comment on column ksef_invoices.proof is 'What the second code leads to, of an invoice that was issued while KSeF was away';
comment on column ksef_invoices.upo is 'The official receipt';
create index ksef_invoices_due_idx on ksef_invoices (next_at) where state in ('waiting', 'processing');

-- Why the last run failed, in a single row.
create table ksef_state (
  id integer primary key default 1 check (id = 1),
  failure text,
  why text,
  failed_at timestamptz,
  check ((failure is null) = (failed_at is null))
);
insert into ksef_state default values;
comment on table ksef_certificates is 'Certificates of the seller for KSeF, with sealed keys';
comment on table ksef_invoices is 'The files of invoices for KSeF, and what became of them';
comment on table ksef_state is 'Why the last call of KSeF failed, in a single row';
