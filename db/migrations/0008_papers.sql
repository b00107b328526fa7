-- What buyers agree to is kept: every version of the terms, the contract of every checkout, and every answer to the
-- question for consent with the text that was asked.
create table terms_versions (
  version text primary key check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  full_text text not null check (char_length(full_text) between 1 and 200000),
  sha256 text not null check (sha256 = encode(sha256(convert_to(full_text, 'UTF8')), 'hex')),
  published_at timestamptz not null default now()
);
comment on table terms_versions is
  'The terms as they were shown, by the day (in Warsaw) from which they are in force. Nothing that somebody accepted is changed, nothing is deleted.';
comment on column terms_versions.sha256 is 'Of the text in UTF-8, in hex.';

create function keep_published_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not exists (select from checkouts where terms_version = old.version)
    and not exists (select from users where terms_version = old.version) then
    return new;
  end if;
  raise exception 'published terms stay as they are'
    using errcode = 'check_violation', constraint = 'terms_versions_kept';
end $$;
create trigger terms_versions_kept before update or delete on terms_versions
  for each row execute function keep_published_terms();
create trigger terms_versions_notify after insert or update on terms_versions
  for each statement execute function notify_catalog_changed();

create table contracts (
  checkout_id uuid primary key references checkouts on delete cascade,
  pdf bytea not null check (octet_length(pdf) between 1 and 5000000),
  made_at timestamptz not null default now()
);
comment on table contracts is
  'The contract of a checkout as its buyer received it. It holds personal data, so it goes when the order is anonymised.';

create table consent_texts (
  sha256 text primary key check (sha256 = encode(sha256(convert_to(full_text, 'UTF8')), 'hex')),
  full_text text not null,
  first_used_at timestamptz not null default now()
);
comment on table consent_texts is 'Every text by which visitors were asked whether visits may be measured.';

create table consents (
  id uuid primary key,
  browser_id uuid not null,
  text_sha256 text not null references consent_texts,
  statistics boolean not null,
  advertising boolean not null,
  given_at timestamptz not null default now()
);
comment on table consents is
  'Answers to the question for consent, refusals and withdrawals too. Both ids are random; no address is stored.';
comment on column consents.browser_id is 'Drawn by a browser at its first answer, so that a withdrawal follows its consent.';
create index consents_text_sha256_idx on consents (text_sha256);
create index consents_given_at_idx on consents (given_at);
