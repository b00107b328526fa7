-- Which of the mails that are due goes first: links that somebody waits for, then what tells of an order, then what can wait.
alter table mail_outbox
  add column priority smallint not null generated always as (
    case
      when template in ('password-reset', 'login-link', 'email-verification') then 0
      when template in ('welcome', 'shipment-delivered', 'review-invitation') then 2
      else 1
    end
  ) stored;
drop index mail_outbox_waiting_idx;
create index mail_outbox_waiting_idx on mail_outbox (priority, next_attempt_at, created_at)
  where sent_at is null and failed_at is null;
