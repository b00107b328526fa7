-- What was given for a purchase, as a code for samples, and is lost with its return is deducted from what goes back, unless the
-- owner leaves it to the buyer. It is stored when the case is settled: what took off how much, in which orders.
alter table return_cases add column advantages jsonb, add column advantages_waived boolean not null default false;
comment on column return_cases.advantages is 'What was deducted: kind, code, numbers of orders, grosze. Null: not settled, or by an earlier build';
comment on column return_cases.advantages_waived is 'The owner leaves to the buyer what would be deducted';
