-- Whether invoices of people go to KSeF as well, and what a file that is sent again replaces.
alter table ksef_state add column with_persons boolean not null default false;
comment on column ksef_state.with_persons is 'Whether invoices of people go to KSeF as well: the owner''s choice';
alter table ksef_invoices add column replaces_hash text;
comment on column ksef_invoices.replaces_hash is 'Hash of the offline file that KSeF refused and this file replaces';
