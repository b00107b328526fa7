-- An order of an account whose address is not proven is checked against what the account has on its way, and stored only if
-- no other order of the account was stored meanwhile. Each of them raises this number.
alter table users add column checkouts_placed integer not null default 0;
