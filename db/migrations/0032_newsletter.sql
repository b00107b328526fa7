-- Who agreed to be sent the newsletter, and to which words. The shop collects and hands out the list; it sends nothing.
create table subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 254),
  consent text not null,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz
);
create unique index subscribers_email_key on subscribers (email) where ended_at is null;
comment on table subscribers is 'Consents to the newsletter by address. Ended ones stay until nobody may ask for a proof.';
comment on column subscribers.consent is 'The sentence that was agreed to.';
comment on column subscribers.confirmed_at is 'When the link of the first mail was used; null: not yet.';
