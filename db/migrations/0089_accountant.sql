-- A person whom the admin has invited to read the papers.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check
  check (role in ('customer', 'admin', 'packer', 'accountant')) not valid;

-- The privacy policy names whoever sees data of buyers.
drop trigger packers_added_notify on users;
drop trigger packers_removed_notify on users;
create trigger invited_added_notify after insert on users for each row
  when (new.role in ('packer', 'accountant')) execute function notify_catalog_changed('shop-profile');
create trigger invited_removed_notify after delete on users for each row
  when (old.role in ('packer', 'accountant')) execute function notify_catalog_changed('shop-profile');
