-- An accepted complaint about the price or the whole purchase stays open until its money has gone back.
alter table return_items add column lowered_grosze integer not null default 0 check (lowered_grosze >= 0);
comment on column return_items.lowered_grosze is 'By how much an accepted complaint lowered the price of these pieces.';

alter table return_cases add column is_open boolean not null generated always as (
  settled_at is null and (
    answered_at is null or (kind = 'complaint' and decision = 'accepted' and demand in ('lower_price', 'withdrawal'))
  )
) stored;
comment on column return_cases.is_open is 'Whether the shop or the buyer still has to do something.';
drop index return_cases_open_idx;
create index return_cases_open_idx on return_cases (received_at, id) where is_open;

-- What the order's page gave back counts for one case, and only as much of it as that case is about.
alter table return_cases add column beside_grosze bigint not null default 0 check (beside_grosze >= 0);
comment on column return_cases.beside_grosze is
  'Of what goes back for a case: what the order''s page had given back when the case was settled.';

-- The money of complaints accepted until now went back from the order's page.
update return_cases set settled_at = answered_at, settled_grosze = 0 where is_open and answered_at is not null;
