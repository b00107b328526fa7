-- Every login of the admin and every change made there.

create table audit_events (
  id bigint generated always as identity primary key,
  -- The admin; null where nobody was signed in, as at a refused login.
  user_id uuid references users (id) on delete set null,
  -- What was done, as '<noun>.<verb>'.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- What it was done to, by id or key; null for what there is one of.
  subject_id text,
  -- What became of it: short values, no secrets and no personal data.
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index audit_events_newest_idx on audit_events (id desc) include (action);
create index audit_events_subject_idx on audit_events (subject_id, id desc) where subject_id is not null;
