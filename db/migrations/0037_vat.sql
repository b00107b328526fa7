-- What invoices, the till and the month need to know of a sale: the rate of each product and of the delivery, and what a piece
-- cost the shop.
alter table products
  add column vat_rate text not null default '23' check (vat_rate in ('23', '8', '5', '0')),
  add column purchase_cost_grosze integer check (purchase_cost_grosze >= 0);
comment on column products.vat_rate is 'VAT in per cent';
comment on column products.purchase_cost_grosze is 'What a piece cost the shop, without VAT that is deducted. Null: unknown';

alter table order_items
  add column vat_rate text not null default '23' check (vat_rate in ('23', '8', '5', '0')),
  add column purchase_cost_grosze integer;
alter table checkouts
  add column delivery_vat_rate text not null default '23' check (delivery_vat_rate in ('23', '8', '5', '0', 'zw'));
comment on column checkouts.delivery_vat_rate is 'zw: the seller was exempt from VAT (art. 113), and so are the products';

-- A person who asked for an invoice after the sale, which has a receipt then.
alter table checkouts add column invoice_person jsonb;
comment on column checkouts.invoice_person is 'Name and address; null: no person asked for an invoice';
create index checkouts_invoice_person_idx on checkouts (created_at) where invoice_person is not null;

-- An item keeps what was true when it was ordered. Set by a trigger, so that no writer can leave it out.
create function keep_tax_facts() returns trigger language plpgsql as $$
begin
  select vat_rate, purchase_cost_grosze into new.vat_rate, new.purchase_cost_grosze
  from products where id = new.product_id;
  return new;
end $$;
create trigger order_items_tax_facts before insert on order_items
  for each row execute function keep_tax_facts();

-- The lines of a sale: the products of its orders and their delivery, at what they cost after discounts. What is free has no
-- line.
create view sale_lines as
  select orders.checkout_id, order_items.order_id, order_items.id as item_id, order_items.product_id,
    order_items.brand_name || ' ' || order_items.product_name
      || case when order_items.facts = '' then '' else ', ' || order_items.facts end as name,
    order_items.quantity::int as quantity,
    (order_items.quantity * order_items.unit_price_grosze - order_items.discount_grosze)::bigint as gross_grosze,
    case when checkouts.delivery_vat_rate = 'zw' then 'zw' else order_items.vat_rate end as rate
  from order_items join orders on orders.id = order_items.order_id join checkouts on checkouts.id = orders.checkout_id
  where order_items.unit_price_grosze > 0
  union all
  select orders.checkout_id, orders.id, null, null, 'Dostawa', 1, orders.shipping_grosze::bigint,
    checkouts.delivery_vat_rate
  from orders join checkouts on checkouts.id = orders.checkout_id where orders.shipping_grosze > 0;

-- A sale: all orders of one parcel, with its money as it stands. It is sold once it is paid ahead or, on delivery, once it is sent.
-- What the shop keeps of it is never more than it costs: money that was paid twice is no sale.
create view sales as
  select checkouts.id as checkout_id, checkouts.payment, checkouts.company, checkouts.invoice_person,
    checkouts.created_at as ordered_at,
    checkouts.total_grosze, checkouts.delivery_vat_rate,
    (select bool_and(status = 'cancelled') from orders where checkout_id = checkouts.id) as is_cancelled,
    (select sum(greatest(0, least(orders.total_grosze, money.kept)))::bigint
      from orders, lateral (
        select coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0) as kept
        from money_movements where order_id = orders.id) as money
      where checkout_id = checkouts.id) as kept_grosze,
    case checkouts.payment
      when 'prepaid' then (
        select min(payments.paid_at) from payments join orders on orders.id = payments.order_id
        where orders.checkout_id = checkouts.id)
      else (
        select min(sent.created_at) from order_events as sent join orders on orders.id = sent.order_id
        where orders.checkout_id = checkouts.id and sent.subject = 'shipment' and sent.to_status in ('shipped', 'delivered'))
    end as sold_at
  from checkouts;
create index checkouts_company_idx on checkouts (created_at) where company is not null;
