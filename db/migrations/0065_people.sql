-- One mailbox has many addresses: name+2@ is delivered to name@, and Gmail reads neither dots nor its second domain. What
-- is counted for each person is counted by this; mails go to the address as it was typed.
create function person_of(email text) returns text language sql immutable strict parallel safe as $$
  select case
    when parts.host in ('gmail.com', 'googlemail.com') then replace(parts.name, '.', '') || '@gmail.com'
    else parts.name || '@' || parts.host end
  from (
    select coalesce(nullif(split_part(substring(lower(email) from '^(.*)@'), '+', 1), ''),
        substring(lower(email) from '^(.*)@'), '') as name,
      coalesce(substring(lower(email) from '@([^@]*)$'), '') as host
  ) as parts
$$;
comment on function person_of(text) is 'The mailbox of an address, by which people are counted; never an address to write to.';

create index guests_person_idx on guests (person_of(email));
create index users_person_idx on users (person_of(email));
create index buyers_person_idx on buyers (person_of(email));
