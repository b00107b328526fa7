-- Columns the second-factor and key-set plugins of Better Auth 1.7 keep beside those of 0001.

alter table two_factors
  add column failed_verification_count integer not null default 0,
  add column locked_until timestamptz;

alter table jwks
  add column alg text,
  add column crv text;

-- Recognises an address a customer is already signed in from (docs/decisions/0004-accounts.md).
create index sessions_user_address_idx on sessions (user_id, ip_address);
