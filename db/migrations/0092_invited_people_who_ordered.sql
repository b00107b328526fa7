-- The account of an invited person who ordered stays as a row when it is removed: the privacy policy no longer names them.
create trigger invited_emptied_notify after update of deleted_at on users for each row
  when (new.role in ('packer', 'accountant') and new.deleted_at is not null)
  execute function notify_catalog_changed('shop-profile');
