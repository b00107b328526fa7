-- Lines of the files in which the payment provider and the carrier say what they paid out. An entry is known by its own id, so
-- that a file may be read twice.
create table payout_lines (
  id uuid primary key default gen_random_uuid(),
  source text not null check (source in ('stripe', 'inpost')),
  entry text not null,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'fee')),
  reference text not null,
  gross_grosze bigint not null,
  fee_grosze bigint not null default 0,
  day date not null,
  imported_at timestamptz not null default now(),
  unique (source, entry)
);
comment on column payout_lines.reference is 'The payment at the provider, or the number of the parcel; empty for a fee of its own';
comment on column payout_lines.gross_grosze is 'Before the fee; negative where money left the account';
create index payout_lines_reference_idx on payout_lines (reference) where reference <> '';
create index payout_lines_day_idx on payout_lines (day);
comment on table payout_lines is 'What the payment provider and the carrier said that they paid out';
