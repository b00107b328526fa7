-- A receipt that the printer refuses for what it says is put aside with the printer's words, so that the next one is printed.
-- An earlier build shows it among those that wait, and does not give it to the agent.
alter table receipts drop constraint receipts_state_check;
alter table receipts add constraint receipts_state_check
  check (state in ('waiting', 'printing', 'unclear', 'refused', 'printed'));
alter table receipts
  add column refusal text check (length(refusal) <= 200),
  add column tried_at timestamptz;
comment on column receipts.state is
  'printing: the till agent has it; unclear: whether it was printed is not known; refused: the printer did not take it';
comment on column receipts.refusal is 'What the printer said, where it refused this receipt';
comment on column receipts.tried_at is 'When the agent last had it without printing it: others are tried first';
comment on column receipts.lines is 'As they were printed; of a waiting or refused sale meaningless';

-- A till identifies goods by their names, capital or not, and each name has one rate.
create table till_names (
  sold_name text not null,
  rate text not null,
  till_name text not null check (length(till_name) between 1 and 40),
  name_key text not null unique,
  primary key (sold_name, rate)
);
comment on table till_names is 'What the till calls what is sold: set by the first receipt, changed by the owner';
comment on column till_names.name_key is 'The name in small letters';
