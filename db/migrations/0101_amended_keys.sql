-- A statement beyond the daily limit is added to an earlier one. Its key is kept there, so that a repeated press adds
-- nothing, while a further piece of the same product is a piece more.
alter table return_cases add column amended_keys text[] not null default '{}';
comment on column return_cases.amended_keys is 'Submission keys of the statements that were added to this one.';
create index return_cases_amended_keys_idx on return_cases using gin (amended_keys);
