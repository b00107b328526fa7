-- A second person may pack: the role 'packer', and the link that invites to it. The rows that are there have other
-- values and are not read again. Whoever writes both tables locks them in this order.
alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('customer', 'admin', 'packer')) not valid;
alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check
    check (purpose in ('login-link', 'password-reset', 'email-verification', 'review', 'invitation')) not valid;
comment on table users is
  'Accounts of customers, of the admin, and of people who pack. Better Auth reads and writes them under these names.';
