-- What other networks hold makes no buyer wait any more, so there is no share of the stock for all of them together.
-- The number of parcels of all together stays: from it on there is a wave.
alter table unproven_account_limits drop column all_stock_share;

-- First letters an hour: mails that anybody can have written to an address which was never sent one. Of one network
-- (twice as many for an IPv6 /48), and of all together, from which number on only the first of each network pass.
alter table unproven_account_limits
  add column network_letters smallint not null default 20 check (network_letters between 1 and 10000),
  add column all_letters smallint not null default 200 check (all_letters between 1 and 10000),
  add constraint unproven_account_limits_letters_check check (network_letters <= all_letters);

-- From which network a first letter was asked for: an IPv4 address, or the /64 of an IPv6 address.
alter table mail_outbox add column network text;
create index mail_outbox_network_idx on mail_outbox (sent_at, network) where network is not null;
