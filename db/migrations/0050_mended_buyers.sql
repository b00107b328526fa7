-- Who is on the invoice of a sale may be mended: before it is issued, and afterwards by papers that follow. Only sales whose
-- buyer was mended are compared with their papers.
alter table checkouts add column buyer_mended_at timestamptz;
comment on column checkouts.buyer_mended_at is 'When company or person of its invoice was last changed after the order; null: never';
create index checkouts_buyer_mended_idx on checkouts (created_at) where buyer_mended_at is not null;
