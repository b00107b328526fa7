-- A message sent again, by a double click or after a lost answer, is the same message. Rows from before have no key.
alter table contact_messages add column submission_key text unique;
