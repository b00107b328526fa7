-- A code with which the buyer hands a return in at a point or locker without a label, as the owner got it from the carrier.
alter table return_cases add column drop_off_code text check (drop_off_code ~ '^[0-9A-Z][0-9A-Z-]{2,29}$');
comment on column return_cases.drop_off_code is 'The carrier''s code for handing the goods in without a label, typed by the owner.';
