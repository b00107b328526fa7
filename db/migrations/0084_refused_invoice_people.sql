-- What KSeF refuses was never issued, often because of the data of its buyer: sent again it is of that day, and for the people
-- of that day. An invoice that the buyer has with both codes was issued when it was handed over, and never changes.
create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
declare
  renewed constant text[] := array['issued_on', 'buyer', 'seller'];
begin
  if to_jsonb(new) - 'content' = to_jsonb(old) - 'content' and new.content - renewed = old.content - renewed
    and exists (select from ksef_invoices where invoice_id = old.id and state = 'refused' and not offline) then
    return new;
  end if;
  raise exception 'an issued invoice does not change' using errcode = 'check_violation', constraint = 'invoices_unchanged';
end $$;
comment on table invoices is
  'Issued invoices and corrections. A row never changes, but for day, buyer and seller of one that KSeF refused';
