-- The step (half a minute since 1970) of the last code that was taken from an authenticator app: this code and earlier ones are not
-- taken again.
alter table two_factors add column last_step integer;
drop table second_factor_codes;

-- The mail after a delivery leads to the review of what came; its link signs in, once.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('login-link', 'password-reset', 'email-verification', 'review'));
