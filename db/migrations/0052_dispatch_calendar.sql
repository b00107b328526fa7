-- When parcels leave the shop, and for how long the admin is away. Days and hours are those of Warsaw.
alter table shop_settings
  -- What is ordered before this full hour leaves on the same day.
  add column dispatch_until smallint not null default 14 check (dispatch_until between 1 and 23),
  -- 1: Monday, 7: Sunday.
  add column closed_weekdays smallint[] not null default '{6,7}'
    check (closed_weekdays <@ '{1,2,3,4,5,6,7}' and not closed_weekdays @> '{1,2,3,4,5,6,7}'),
  add column closed_dates date[] not null default '{}' check (cardinality(closed_dates) <= 100),
  add column holiday_from date,
  add column holiday_to date,
  add column holiday_selling boolean not null default true,
  add constraint whole_holiday check ((holiday_from is null) = (holiday_to is null) and holiday_from <= holiday_to);
