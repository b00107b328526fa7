-- What the admin finds orders by, writes beside them, and reads about money that went back.

-- ---------------------------------------------------------------- search

-- The words an order is found by, folded: names, addresses with their parts, phone numbers with and without the country, the
-- last digits too, and its numbers. Whatever is typed is looked for at the beginning of a word.
create function order_search_words(order_id uuid, email text, receiver_email text, first_name text, last_name text, phone text)
  returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(
    array[
      left(order_id::text, 8), right(order_id::text, 8),
      lower(email), split_part(lower(email), '@', 2), lower(coalesce(receiver_email, '')),
      regexp_replace(phone, '\D', '', 'g'), right(regexp_replace(phone, '\D', '', 'g'), 9),
      right(regexp_replace(phone, '\D', '', 'g'), 4)
    ]
    || regexp_split_to_array(search_fold(first_name || ' ' || last_name), '[\s.,''-]+')
    || regexp_split_to_array(split_part(lower(email), '@', 1), '[._+-]+'),
    ''));

-- Generated, so that it never says other than the order, and is empty once its personal data are removed.
alter table orders add column search tsvector
  generated always as (order_search_words(id, email, receiver_email, first_name, last_name, phone)) stored;
create index orders_search_idx on orders using gin (search);

-- One walk for each pair of status and way of delivery and payment; filters ask for some of the sixteen.
create index orders_filtered_idx on orders (status, shipping_method, created_at desc, checkout_id, id);

create index shipments_tracking_text_idx on shipments (tracking_number text_pattern_ops) where tracking_number is not null;

-- ---------------------------------------------------------------- money that went back

-- Why a refund failed, as the provider said it.
alter table refunds add column failure text;
create index refunds_status_idx on refunds (status, created_at desc);

-- Which refund an event is about; null for all other events, and for those of earlier releases.
alter table order_events add column refund_id uuid references refunds (id);

-- Which mails are about an order, by the ids of the rows they are written from.
create index mail_outbox_data_idx on mail_outbox using gin (data jsonb_path_ops);

-- ---------------------------------------------------------------- notes

-- What the admin writes beside an order. Customers never see it.
create table order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  note text not null check (length(btrim(note)) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index order_notes_order_idx on order_notes (order_id, created_at);
