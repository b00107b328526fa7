-- Till receipts. A sale to a person needs one: paid ahead once it is paid, on delivery once it is sent. A sale waits for its
-- receipt from that event on, so that a shop that is updated gets no list of its past, and finding what waits reads what waits.
create table receipts (
  -- Without a foreign key, which would lock the checkouts beside the events. Rows go with a removed trial and by age.
  checkout_id uuid primary key,
  state text not null default 'waiting' check (state in ('waiting', 'printing', 'unclear', 'printed')),
  claim uuid unique,
  claimed_at timestamptz,
  lines jsonb,
  gross_grosze integer check (gross_grosze > 0),
  number text not null default '' check (length(number) <= 30),
  printed_at timestamptz,
  by_agent boolean not null default false,
  created_at timestamptz not null default now(),
  check (state = 'waiting' or (lines is not null and gross_grosze is not null)),
  check ((state = 'printed') = (printed_at is not null)),
  check (state <> 'printing' or (claim is not null and claimed_at is not null))
);
comment on table receipts is 'The till receipt of each sale to a person: one row, so that it is printed once';
comment on column receipts.state is 'printing: the till agent has it; unclear: whether it was printed is not known';
comment on column receipts.claim is 'Chosen by the agent. Kept when the sale waits again, so that a late report is understood';
comment on column receipts.lines is 'As they were printed; of a waiting sale meaningless';
create index receipts_open_idx on receipts (created_at) where state <> 'printed';
create index receipts_printed_idx on receipts (printed_at) where state = 'printed';

create table till_agent (
  id integer primary key default 1 check (id = 1),
  key_hash text,
  key_made_at timestamptz,
  seen_at timestamptz,
  problem text check (length(problem) <= 200)
);
comment on table till_agent is 'The program beside the fiscal printer, in a single row. It prints sales since its key was made';
insert into till_agent default values;

create function queue_receipt() returns trigger language plpgsql as $$
begin
  insert into receipts (checkout_id)
  select orders.checkout_id from orders join checkouts on checkouts.id = orders.checkout_id
  where orders.id = new.order_id and checkouts.company is null
    and orders.payment = case new.subject when 'payment' then 'prepaid' else 'cash_on_delivery' end
    and not exists (
      select from order_events as earlier
      where earlier.order_id = new.order_id and earlier.id < new.id and earlier.subject = new.subject
        and earlier.to_status in ('paid', 'shipped', 'delivered'))
  on conflict (checkout_id) do nothing;
  return null;
end $$;
create trigger order_events_queue_receipt after insert on order_events for each row
  when ((new.subject = 'payment' and new.to_status = 'paid')
    or (new.subject = 'shipment' and new.to_status in ('shipped', 'delivered')))
  execute function queue_receipt();
