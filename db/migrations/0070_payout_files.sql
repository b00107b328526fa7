-- The files of payouts that were read, so that one can be taken back while its months are open. Lines of earlier files have
-- none. Lines of a kind that the shop does not know count as well.
create table payout_files (
  id uuid primary key default gen_random_uuid(),
  source text not null check (source in ('stripe', 'inpost')),
  imported_at timestamptz not null default now()
);
comment on table payout_files is 'Files in which the payment provider and the carrier said what they paid out';
alter table payout_lines add column file_id uuid references payout_files (id) on delete cascade;
create index payout_lines_file_idx on payout_lines (file_id) where file_id is not null;
alter table payout_lines drop constraint payout_lines_kind_check;
alter table payout_lines add constraint payout_lines_kind_check
  check (kind in ('payment', 'refund', 'dispute', 'fee', 'other'));
