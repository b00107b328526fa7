-- What the nightly comparison of orders, money and papers found.
create table book_comparisons (
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  compared_at timestamptz not null,
  orders integer not null check (orders >= 0),
  grosze bigint not null,
  differences jsonb not null
);
comment on table book_comparisons is 'The nightly comparison of orders, payments, refunds, papers and codes.';
comment on column book_comparisons.day is 'In Warsaw: 2026-11-30';
comment on column book_comparisons.orders is 'How many orders were compared.';
comment on column book_comparisons.grosze is 'What the shop keeps of them.';
comment on column book_comparisons.differences is 'What does not agree, as BookDifference.';
