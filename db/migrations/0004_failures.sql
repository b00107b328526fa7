-- What nobody caught, for the owner and whoever helps her. Every text was masked before: nothing here names a person.
create table failures (
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{32}$'),
  build text not null check (char_length(build) between 1 and 40),
  source text not null check (source in ('server', 'browser')),
  name text not null check (char_length(name) between 1 and 80),
  message text not null check (char_length(message) <= 300),
  frames text[] not null,
  place text not null check (char_length(place) between 1 and 200),
  browser text check (char_length(browser) <= 40),
  request_id text check (char_length(request_id) <= 60),
  times integer not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  resolved_at timestamptz,
  primary key (fingerprint, build)
);
comment on table failures is 'Uncaught failures of server and browsers, one row per kind and build, masked; deleted 30 days after the last time.';
comment on column failures.fingerprint is 'Of name, masked message and first frames, for errors with a code the place instead; the same in every build.';
comment on column failures.place is 'Masked path, or event of the log, of the last time; also browser and request_id.';
comment on column failures.resolved_at is 'When the admin resolved it. A later last_at, in whatever build, means that it came back.';
create index failures_last_at_idx on failures (last_at desc);
