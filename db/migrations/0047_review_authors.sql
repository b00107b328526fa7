-- Every customer may review a product once. A review says whether a parcel with the product was delivered to its author, and
-- under which first name it was approved: a later name waits for the next approval.
alter table reviews
  add column confirmed boolean not null default false,
  add column author_first_name text;

create function is_delivered_to(buyer uuid, product uuid) returns boolean language sql stable as $$
  select exists (
    select from orders
      join order_items on order_items.order_id = orders.id
      join shipments on shipments.order_id = orders.id
    where orders.user_id = buyer and order_items.product_id = product and shipments.status = 'delivered'
  )
$$;

create function complete_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.approved and not old.approved) then
    new.confirmed := new.confirmed or is_delivered_to(new.user_id, new.product_id);
  end if;
  if new.approved and (tg_op = 'INSERT' or not old.approved) then
    new.author_first_name := (select first_name from users where id = new.user_id);
  end if;
  return new;
end $$;
create trigger reviews_completed before insert or update on reviews for each row execute function complete_review();

create function confirm_reviews() returns trigger language plpgsql as $$
begin
  update reviews set confirmed = true
  from orders join order_items on order_items.order_id = orders.id
  where orders.id = new.order_id and reviews.user_id = orders.user_id and reviews.product_id = order_items.product_id
    and not reviews.confirmed;
  return null;
end $$;
create trigger shipments_confirm_reviews after insert or update on shipments for each row
  when (new.status = 'delivered') execute function confirm_reviews();

update reviews set
  confirmed = is_delivered_to(user_id, product_id),
  author_first_name = case when approved then (select first_name from users where users.id = user_id) end;

create index reviews_confirmed_idx on reviews (product_id) where approved and confirmed;

-- What is public keeps the name it was approved with.
drop trigger users_renamed_notify on users;
drop function notify_reviewer_renamed();
