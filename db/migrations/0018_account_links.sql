-- Links mailed to the address of an account, and sessions that are known by the device and change their token.

-- The token in a link follows from the row's id and the shop's secret: whoever reads this table can open nothing.
create table account_links (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('login-link', 'password-reset', 'email-verification')),
  email text not null,
  -- Null until a job has found whose address it is. Of an address that nobody has the row goes again.
  user_id uuid references users (id) on delete cascade,
  -- The order after whose payment it was mailed, once.
  order_id uuid unique references orders (id) on delete cascade,
  -- Since when it opens nothing any more: it was used, or a newer one was sent.
  used_at timestamptz,
  replaced_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index account_links_email_idx on account_links (email, purpose, created_at);
create index account_links_user_idx on account_links (user_id);
create index account_links_expires_at_idx on account_links (expires_at);

-- When a session was last in use, to some minutes. A token that was replaced opens its session until the browser has
-- used the new one, and for a moment after that.
alter table sessions
  add column last_seen_at timestamptz not null default now(),
  add column previous_token text,
  add column previous_token_until timestamptz;
update sessions set last_seen_at = updated_at;
create unique index sessions_previous_token_key on sessions (previous_token) where previous_token is not null;

-- Orders that carry an address, once it is proven whose it is.
create index orders_email_idx on orders (email);
