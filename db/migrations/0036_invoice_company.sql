-- The company that an invoice is for. A buyer names it while ordering and at no other time, because a sale with a
-- receipt that has no NIP can never become an invoice of a company (art. 106b(5)).
alter table checkouts add column company jsonb;
comment on column checkouts.company is 'Null: no invoice for a company was asked for';
