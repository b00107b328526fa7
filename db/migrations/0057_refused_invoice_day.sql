-- What KSeF refuses was never issued, so it gets the day on which it is sent again. An invoice that the buyer has with both codes
-- was issued when it was handed over, and keeps its day. Nothing else of a paper ever changes.
alter table ksef_invoices add column written_at timestamptz not null default now();
comment on column ksef_invoices.written_at is 'When its file was made: at its issue, or when it was sent again after a refusal';
update ksef_invoices set written_at = issued_at from invoices where invoices.id = invoice_id;

create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'content' = to_jsonb(old) - 'content' and new.content - 'issued_on' = old.content - 'issued_on'
    and exists (select from ksef_invoices where invoice_id = old.id and state = 'refused' and not offline) then
    return new;
  end if;
  raise exception 'an issued invoice does not change' using errcode = 'check_violation', constraint = 'invoices_unchanged';
end $$;
comment on table invoices is 'Issued invoices and corrections. A row never changes, but for the day of one that KSeF refused';
