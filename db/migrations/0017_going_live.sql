-- What was tried before a shop goes live binds nobody, and goes away in one press (docs/decisions/0068-going-live.md).

-- An order placed on https is meant: from the first one on nothing of the shop's past is taken away any more.
alter table checkouts add column on_https boolean not null default false;

-- When the shop was first started on https, which is when prices began to be shown to buyers, and when what was tried
-- was last removed.
create table going_live (
  id smallint primary key default 1 check (id = 1),
  https_since timestamptz,
  cleaned_at timestamptz
);
comment on table going_live is 'One row: since when the shop stands on https, and when the trial before was last removed.';
insert into going_live default values;

-- Money that was paid in live mode is real wherever the shop stood.
create function has_real_order() returns boolean language sql stable
return exists (select from checkouts where on_https) or exists (select from payments where mode = 'live' and paid_at is not null);

-- The text that the shop brings along follows the settings until the first real order; one that the owner wrote does not.
alter table terms_versions add column preset boolean not null default false;
alter table terms_versions disable trigger terms_versions_kept;
update terms_versions set preset = true where (select count(*) from terms_versions) = 1;
alter table terms_versions enable trigger terms_versions_kept;

-- Terms bind from the first real order on. Until then they follow their owner.
create or replace function keep_published_terms() returns trigger language plpgsql as $$
begin
  if not has_real_order() then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  raise exception 'published terms stay as they are'
    using errcode = 'check_violation', constraint = 'terms_versions_kept';
end $$;
comment on table terms_versions is 'The terms as they were shown, by the day (in Warsaw) from which they are in force. From the first real order on nothing is changed and nothing deleted.';

-- Prices of a trial were asked of nobody: whoever removes a trial says so in its transaction, and may take them as long
-- as there is no real order. Never changed, never emptied.
create or replace function keep_price_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('perfumeria.removes_trial', true) = 'yes' and not has_real_order() then
    return old;
  end if;
  if tg_op in ('DELETE', 'TRUNCATE') then raise exception 'product_prices is append-only'; end if;
  if old.valid_to is not null or new.valid_to is null
     or (new.id, new.product_id, new.price_grosze, new.valid_from)
        is distinct from (old.id, old.product_id, old.price_grosze, old.valid_from) then
    raise exception 'product_prices is append-only';
  end if;
  return new;
end $$;

-- Whether buyers may pay ahead follows the mode, and is part of what is answered from memory.
create trigger payment_settings_notify after update on payment_settings
  for each statement execute function notify_catalog_changed('shipping-costs');
