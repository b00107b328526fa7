-- +GRATIS is a rule that the owner keeps, and what an order got of it is written on the order. Of tables that orders
-- write, this file locks `orders` alone.

create table gift_rule (
  id smallint primary key default 1 check (id = 1),
  active boolean not null default true,
  genders text[] not null default '{women,unisex}'
    check (cardinality(genders) between 1 and 3 and genders <@ '{women,men,unisex}'::text[]),
  from_grosze integer not null default 0 check (from_grosze between 0 and 9999999),
  gift text not null default 'Drobny upominek' check (char_length(gift) between 1 and 80),
  stock integer check (stock between 0 and 1000000),
  until_day date,
  preset boolean not null default true,
  updated_at timestamptz not null default now()
);
comment on table gift_rule is 'One row: who gets a free gift (+GRATIS).';
comment on column gift_rule.genders is 'A gift comes with each piece of a product for one of these.';
comment on column gift_rule.from_grosze is 'The least sum of products in one checkout; 0: any sum.';
comment on column gift_rule.stock is 'Gifts left; null: not counted.';
comment on column gift_rule.until_day is 'The last day (Warsaw); null: until it is switched off.';
comment on column gift_rule.preset is 'The rule that every shop begins with. On https it promises nothing until the owner saves it.';
insert into gift_rule default values;
create trigger gift_rule_touch before update on gift_rule for each row execute function touch_updated_at();
-- Visitors see the rule, and whether any gift is left, but not how many.
create trigger gift_rule_notify after update on gift_rule for each row
  when ((to_jsonb(old) - '{stock,updated_at}'::text[]) is distinct from (to_jsonb(new) - '{stock,updated_at}'::text[])
    or (old.stock = 0) is distinct from (new.stock = 0))
  execute function notify_catalog_changed();

alter table orders
  add column gift_name text check (char_length(gift_name) between 1 and 80),
  add column gift_pieces integer check (gift_pieces > 0),
  add column gift_from_stock boolean not null default false,
  add constraint orders_whole_gift check ((gift_name is null) = (gift_pieces is null));
comment on column orders.gift_name is 'The free gift in its parcel, for 0.00 zl; null: none.';
comment on column orders.gift_from_stock is 'Its gifts were taken from the counted stock of gifts and not returned.';

-- Orders in the shop keep the gifts that their products promised.
update orders set gift_name = 'Drobny upominek', gift_pieces = promised.pieces
from (
  select order_items.order_id, sum(order_items.quantity)::integer as pieces
  from order_items join products on products.id = order_items.product_id
  where products.gender <> 'men' group by order_items.order_id
) as promised
where promised.order_id = orders.id and orders.status in ('pending', 'paid') and not exists (
  select from shipments where shipments.order_id = orders.id and shipments.status in ('shipped', 'delivered', 'cancelled')
);

-- Who buys without an account has a row of `users` of its own for each purchase, under an address that cannot exist,
-- so nobody can sign in to it. No foreign key: it would lock `users` as well, which orders write.
create table guests (
  user_id uuid primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  created_at timestamptz not null default now()
);
comment on table guests is 'Buyers without an account: the address they gave, which no account of theirs stands for.';
create index guests_email_idx on guests (email);
