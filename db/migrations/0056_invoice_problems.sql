-- Why a sale cannot get its invoice or correction. The job that issues them tries again each minute, so without a row the same
-- failure would be logged as often; with it the owner is told once and sees it until it is mended.
create table invoice_problems (
  checkout_id uuid primary key references checkouts on delete cascade,
  mistakes jsonb not null,
  since timestamptz not null default now()
);
comment on table invoice_problems is 'Why sales cannot get their invoice or correction';
comment on column invoice_problems.mistakes is 'What is wrong and where it is mended: [{"about": "buyer", "text": "…"}]';
