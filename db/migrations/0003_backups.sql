create table backups (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('backup', 'rehearsal')),
  file text not null check (char_length(file) between 1 and 200),
  bytes bigint check (bytes >= 0),
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  failure text check (char_length(failure) between 1 and 1000)
);
comment on table backups is 'Backups that were made and rehearsals of restoring one, with what went wrong; null: nothing did.';
create index backups_kind_idx on backups (kind, started_at desc);
