-- What delivery costs by the way it comes and is paid for: a row each, so that another way adds rows and no columns. A row of
-- shipping_costs says since when they count.
create table shipping_rates (
  costs_id uuid not null references shipping_costs (id) on delete cascade,
  payment text not null check (payment in ('cash_on_delivery', 'prepaid')),
  delivery text not null check (delivery ~ '^[a-z_]{1,40}$'),
  grosze integer not null check (grosze between 0 and 99999),
  primary key (costs_id, payment, delivery)
);
comment on table shipping_rates is 'Costs of delivery by payment and way of delivery, for each time they were set';

insert into shipping_rates (costs_id, payment, delivery, grosze)
select id, payment, delivery, grosze
from shipping_costs
cross join lateral (
  values
    ('prepaid', 'courier', kurier_prepaid_grosze),
    ('cash_on_delivery', 'courier', kurier_cod_grosze),
    ('prepaid', 'locker', paczkomat_prepaid_grosze),
    ('cash_on_delivery', 'locker', paczkomat_cod_grosze)
) as rates (payment, delivery, grosze);

alter table shipping_costs
  drop column kurier_prepaid_grosze,
  drop column kurier_cod_grosze,
  drop column paczkomat_prepaid_grosze,
  drop column paczkomat_cod_grosze;

create trigger shipping_rates_notify after insert or update or delete on shipping_rates for each statement
  execute function notify_catalog_changed('shipping-costs');
