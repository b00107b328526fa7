-- A new shop begins with costs of delivery, so that it can sell, and the panel asks its owner to look at them: costs are preset
-- until others, or the same, are saved.
alter table shipping_costs add column preset boolean not null default false;
insert into shipping_costs (kurier_prepaid_grosze, kurier_cod_grosze, paczkomat_prepaid_grosze, paczkomat_cod_grosze, preset)
select 1599, 1999, 1299, 1699, true where not exists (select from shipping_costs);
