-- A closed month stays as it was. What changed of it since, such as a number of KSeF that came later, amends what was declared:
-- each row is the month as it was when the owner said so.
create table month_amendments (
  month text not null references closed_months,
  documents jsonb not null,
  noted text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (month, created_at)
);
comment on table month_amendments is 'Closed months as they were declared once more, oldest first';
comment on column month_amendments.noted is 'Keys of documents that the owner was told of and that count in the next month';
