-- Whether invoices of people go to KSeF as well, and what a file that is sent again replaces.
alter table ksef_state add column with_persons boolean not null default false;
comment on column ksef_state.with_persons is 'Whether invoices of people go to KSeF as well: the owner''s choice';
alter table ksef_invoices add column replaces_hash text;
comment on column ksef_invoices.replaces_hash is 'Hash of the offline file that KSeF refused and this file replaces';

-- An accepted invoice is asked for until its receipt is there.
drop index ksef_invoices_due_idx;
create index ksef_invoices_due_idx on ksef_invoices (next_at)
  where state in ('waiting', 'processing') or (state = 'accepted' and upo is null);
